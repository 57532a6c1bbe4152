import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { ConversationMenuItems } from '../../actions/conversation-menu.tsx';
import { useCommand } from '../../app/commands.ts';
import { dayName, number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { MenuAt } from '../../ui/menu.tsx';
import type { MenuPoint } from '../../ui/menu.tsx';
import { useVirtualList } from '../../ui/virtual-list.tsx';
import type { ItemRange } from '../../ui/virtual-list.tsx';
import { layOutList } from './list-layout.ts';
import type { ItemSizes, ListLayout } from './list-layout.ts';
import type { ShownSessions, WantedRows } from './queries.ts';
import { RowOverlay } from './row-overlay.tsx';
import { useSelectionStore } from './selection-store.ts';
import { rowElementId, SessionRow } from './session-row.tsx';
import css from './session-rows.module.css';
import { useAnchors, useHeldScroll } from './use-held-scroll.ts';
import { useListCursor } from './use-list-cursor.ts';
import type { ListCursor } from './use-list-cursor.ts';
import { useRowCommands } from './use-row-commands.ts';
import { useRowPicking } from './use-row-picking.ts';

const OVERSCAN = 5;

export interface SessionRowsProps {
  readonly shown: ShownSessions | null;
  readonly sizes: ItemSizes;
  readonly now: number;
  readonly isSelected: (row: ConversationRow) => boolean;
  readonly onOpen: (row: ConversationRow) => void;
  /** Place of a row that was opened from elsewhere and is to be brought into view; -1 for none. */
  readonly reveal: number;
  /** Called with the rows in sight, so that their pages are fetched. */
  readonly onRange: (rows: WantedRows) => void;
}

/** The listbox. Only the rows in sight are in the document; the place of each is said by its `aria-posinset`. */
export function SessionRows({ shown, sizes, now, isSelected, onOpen, reveal, onRange }: SessionRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const groups = shown?.data.groups;
  const layout = useMemo(() => layOutList(groups ?? [], sizes), [groups, sizes]);
  useHeldScroll(scroller, shown, layout);
  const { range, reveal: revealItem } = useVirtualList(scroller, layout, { overscan: OVERSCAN, cover: sizes.head });
  useScrollbarWidth(scroller, layout);
  const bringIntoView = (row: number): void => {
    revealItem(layout.itemOfRow(row));
  };
  useReveal(reveal, bringIntoView);
  const cursor = useListCursor(
    shown,
    () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - sizes.head) / sizes.row) - 1),
    bringIntoView,
  );
  const [firstRow, lastRow] = rowsIn(layout, range);
  useEffect(() => {
    onRange({ first: firstRow, last: lastRow, kept: cursor.index });
  }, [onRange, firstRow, lastRow, cursor.index]);
  useAnchors(shown, Math.min(lastRow, firstRow + (firstRow === 0 ? 0 : OVERSCAN)), cursor.index);
  useCommand('focus-list', () => {
    scroller.current?.focus();
  });

  const open = (index: number): void => {
    const row = shown?.rowAt(index);
    if (row !== undefined) onOpen(row);
  };
  const picking = useRowPicking(shown, cursor);
  const command = useRowCommands();
  const picked = useSelectionStore(store => store.ids);
  const [menu, setMenu] = useState<RowMenu | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (picking.onKey(event) || cursor.onKey(event)) return;
    const row = cursor.index < 0 ? undefined : shown?.rowAt(cursor.index);
    if (row !== undefined && command(event, row)) return;
    if ((event.key === 'Enter' || event.key === ' ') && cursor.index >= 0) {
      event.preventDefault();
      open(cursor.index);
    }
  };
  const onClick = (event: MouseEvent): void => {
    const index = placeOf(event.target);
    if (index === null || picking.onClick(event, index)) return;
    useSelectionStore.getState().clear();
    cursor.moveTo(index);
    open(index);
  };
  const onContextMenu = (event: MouseEvent): void => {
    const index = placeOf(event.target) ?? cursor.index;
    const row = index < 0 ? undefined : shown?.rowAt(index);
    if (row === undefined) return;
    event.preventDefault();
    cursor.hold(index);
    setMenu({ row, point: menuPoint(event, index) });
  };
  const startCursor = (): void => {
    if (cursor.index < 0 && shown !== null && shown.data.total > 0)
      cursor.hold(selectedPlace(shown, firstRow, lastRow, isSelected));
  };

  return (
    <div ref={frame} className={css['frame']}>
      <div
        ref={scroller}
        className={css['rows']}
        role="listbox"
        data-focus-home=""
        tabIndex={0}
        aria-label={texts.sessions.list}
        aria-multiselectable="true"
        aria-activedescendant={cursor.index < 0 ? undefined : rowElementId(cursor.index)}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onContextMenu={onContextMenu}
        onFocus={startCursor}
      >
        <div className={css['canvas']} role="presentation" style={{ height: layout.height }}>
          {shown === null
            ? null
            : partsOf(shown, layout, range, cursor.index).map(part => (
                <Group
                  key={part.key}
                  part={part}
                  shown={shown}
                  layout={layout}
                  {...{ sizes, now, isSelected, cursor, picked }}
                />
              ))}
        </div>
      </div>
      <RowOverlay {...{ frame, scroller, shown, layout, sizes, isSelected }} cursor={cursor.index} />
      {menu === null ? null : (
        <MenuAt
          point={menu.point}
          label={texts.organise.rowActions}
          onClose={() => {
            setMenu(null);
            scroller.current?.focus();
          }}
        >
          <ConversationMenuItems row={menu.row} inList ids={picked.has(menu.row.id) ? [...picked] : [menu.row.id]} />
        </MenuAt>
      )}
    </div>
  );
}

interface RowMenu {
  readonly row: ConversationRow;
  readonly point: MenuPoint;
}

/** Where the menu opens: at the pointer, or below the row where a key asked for it. */
function menuPoint(event: MouseEvent, index: number): MenuPoint {
  if (event.button === 2) return { x: event.clientX, y: event.clientY };
  const box = document.getElementById(rowElementId(index))?.getBoundingClientRect();
  return box === undefined ? { x: event.clientX, y: event.clientY } : { x: box.left + 24, y: box.bottom };
}

/** Brings a row into view once, when its place becomes known. */
function useReveal(row: number, bringIntoView: (row: number) => void): void {
  const latest = useRef(bringIntoView);
  useLayoutEffect(() => {
    latest.current = bringIntoView;
  });
  useEffect(() => {
    if (row >= 0) latest.current(row);
  }, [row]);
}

/** Tells the column heads how wide the scrollbar is, so that they stand over their columns. */
function useScrollbarWidth(scroller: RefObject<HTMLElement | null>, layout: ListLayout): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const width = element.offsetWidth - element.clientWidth;
    element.parentElement?.style.setProperty('--w-scrollbar', `${String(width)}px`);
  }, [scroller, layout]);
}

/** First and last row among the items in sight; a head stands for the row after it. */
function rowsIn(layout: ListLayout, range: ItemRange): readonly [number, number] {
  if (range.last < range.first) return [0, 0];
  const first = layout.item(range.first);
  const last = layout.item(range.last);
  return [rowOf(layout, range.first, first), rowOf(layout, range.last, last)];
}

function rowOf(layout: ListLayout, index: number, item: ReturnType<ListLayout['item']>): number {
  if (item.kind === 'row') return item.row;
  const next = index + 1 < layout.count ? layout.item(index + 1) : item;
  return next.kind === 'row' ? next.row : 0;
}

function placeOf(target: EventTarget): number | null {
  const option = target instanceof Element ? target.closest('[data-index]') : null;
  return option === null ? null : Number(option.getAttribute('data-index'));
}

function selectedPlace(
  shown: ShownSessions,
  first: number,
  last: number,
  isSelected: (row: ConversationRow) => boolean,
): number {
  for (let index = first; index <= last; index++) {
    const row = shown.rowAt(index);
    if (row !== undefined && isSelected(row)) return index;
  }
  return first;
}

interface GroupPart {
  readonly group: number;
  readonly key: string;
  readonly rows: readonly number[];
  /** Those of `rows` that are drawn although they are out of sight. */
  readonly outside: readonly number[];
  /**
   * Rows are drawn into this many slots in turn, so that a scroll writes new words into elements that are there
   * instead of making new ones, which costs twice as much.
   */
  readonly slots: number;
}

/** The rows to draw, by group: those in sight, and the one that the keys act on wherever it is. */
function partsOf(shown: ShownSessions | null, layout: ListLayout, range: ItemRange, kept: number): GroupPart[] {
  const byGroup = new Map<number, number[]>();
  for (let index = range.first; index <= range.last; index++) {
    const item = layout.item(index);
    const rows = byGroup.get(item.group) ?? [];
    if (item.kind === 'row') rows.push(item.row);
    byGroup.set(item.group, rows);
  }
  const outside: number[] = [];
  if (kept >= 0 && kept < (shown?.data.total ?? 0)) {
    const item = layout.item(layout.itemOfRow(kept));
    const rows = byGroup.get(item.group) ?? [];
    if (!rows.includes(kept)) outside.push(kept);
    byGroup.set(item.group, [...rows, ...outside]);
  }
  const slots = Math.ceil((range.last - range.first + 1) / 8) * 8;
  const keyOf = (group: number): string => shown?.data.groups[group]?.key ?? '';
  return [...byGroup].map(([group, rows]) => ({ group, key: keyOf(group), rows, outside, slots }));
}

interface GroupProps {
  readonly part: GroupPart;
  readonly shown: ShownSessions;
  readonly layout: ListLayout;
  readonly sizes: ItemSizes;
  readonly now: number;
  readonly isSelected: (row: ConversationRow) => boolean;
  readonly cursor: ListCursor;
  readonly picked: ReadonlySet<string>;
}

function Group({ part, shown, layout, sizes, now, isSelected, cursor, picked }: GroupProps) {
  const group = shown.data.groups[part.group];
  if (group === undefined) return null;
  const name = groupName(group.key, now);
  return (
    <div className={css['group']} role="group" aria-label={name} style={layout.groupBox(part.group)}>
      <div className={css['head']} style={{ height: sizes.head }} aria-hidden="true">
        {name}
        <span className={css['count']}>{number(group.count)}</span>
      </div>
      {part.rows.map(index => {
        const row = shown.rowAt(index);
        return (
          <SessionRow
            key={part.outside.includes(index) ? 'kept' : index % part.slots}
            row={row}
            index={index}
            total={shown.data.total}
            top={sizes.head + (index - group.start) * sizes.row}
            height={sizes.row}
            selected={row !== undefined && isSelected(row)}
            picked={picked.size === 0 ? null : row !== undefined && picked.has(row.id)}
            active={index === cursor.index}
            sort={shown.data.view.sort}
            underDay={isDay(group.key)}
            now={now}
          />
        );
      })}
    </div>
  );
}

function isDay(key: string): boolean {
  return /^\d{4}-/.test(key);
}

function groupName(key: string, now: number): string {
  const names: Readonly<Record<string, string>> = texts.sessions.groups;
  return isDay(key) ? dayName(key, now) : (names[key] ?? key);
}
