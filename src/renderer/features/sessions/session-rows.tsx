import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { ConversationMenuItems } from '../../actions/conversation-menu.tsx';
import { useCommand } from '../../app/commands.ts';
import { texts } from '../../app/messages.ts';
import { MenuAt } from '../../ui/menu.tsx';
import type { MenuPoint } from '../../ui/menu.tsx';
import { useVirtualList } from '../../ui/virtual-list.tsx';
import { layOutList } from './list-layout.ts';
import type { ItemSizes } from './list-layout.ts';
import type { ShownSessions, WantedRows } from './queries.ts';
import { RowOverlay } from './row-overlay.tsx';
import { partsOf, rowsIn, selectedPlace } from './rows-in-sight.ts';
import { useSelectionStore } from './selection-store.ts';
import { SessionGroup } from './session-group.tsx';
import { rowElementId } from './session-row.tsx';
import css from './session-rows.module.css';
import { useAnchors, useHeldScroll } from './use-held-scroll.ts';
import { useListCursor } from './use-list-cursor.ts';
import { useRowCommands } from './use-row-commands.ts';
import { useRowPicking } from './use-row-picking.ts';
import { useUnfolding } from './use-unfolding.ts';
import { groupValueNames } from './value-names.ts';

const OVERSCAN = 5;

/** A row that was opened from elsewhere and is to be brought into view; at -1 for none. */
export interface Reveal {
  readonly sessionId: string | null;
  readonly index: number;
}

export interface SessionRowsProps {
  readonly shown: ShownSessions | null;
  readonly sizes: ItemSizes;
  readonly now: number;
  readonly isSelected: (row: ConversationRow) => boolean;
  readonly onOpen: (row: ConversationRow) => void;
  readonly reveal: Reveal;
  /** Called with the rows in sight, so that their pages are fetched. */
  readonly onRange: (rows: WantedRows) => void;
}

/** The listbox. Only the rows in sight are in the document; the place of each is said by its `aria-posinset`. */
export function SessionRows({ shown, sizes, now, isSelected, onOpen, reveal, onRange }: SessionRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const groups = shown?.data.groups;
  const layout = useMemo(() => layOutList(groups ?? [], sizes), [groups, sizes]);
  const names = useMemo(() => groupValueNames((groups ?? []).map(group => group.key)), [groups]);
  const start = useHeldScroll(scroller, shown, layout);
  const { range, reveal: revealItem } = useVirtualList(scroller, layout, {
    name: 'sessions',
    overscan: OVERSCAN,
    cover: sizes.head,
    start,
  });
  useScrollbarWidth(scroller);
  const bringIntoView = (row: number): void => {
    revealItem(layout.itemOfRow(row));
  };
  const cursor = useListCursor(
    shown,
    () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - sizes.head) / sizes.row) - 1),
    bringIntoView,
  );
  useReveal(reveal, row => {
    cursor.moveTo(row);
  });
  const drawn = rowsIn(layout, range);
  const [firstRow, lastRow] = drawn;
  useEffect(() => {
    onRange({ first: firstRow, last: lastRow, kept: cursor.index });
  }, [onRange, firstRow, lastRow, cursor.index]);
  useAnchors(shown, {
    first: Math.min(lastRow, firstRow + (firstRow === 0 ? 0 : OVERSCAN)),
    last: Math.max(firstRow, lastRow - OVERSCAN),
    cursor: cursor.index,
  });
  useCommand('focus-list', () => {
    scroller.current?.focus();
  });

  const rowAt = (index: number): ConversationRow | undefined => (index < 0 ? undefined : shown?.rowAt(index));
  const open = (index: number): void => {
    const row = rowAt(index);
    if (row !== undefined) onOpen(row);
  };
  const picking = useRowPicking(shown, cursor);
  const unfolding = useUnfolding(shown, cursor);
  const command = useRowCommands();
  const picked = useSelectionStore(store => store.ids);
  const [menu, setMenu] = useState<RowMenu | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (picking.onKey(event) || unfolding.onKey(event) || cursor.onKey(event)) return;
    const row = rowAt(cursor.index);
    if (row !== undefined && command(event, row)) {
      // Its name becomes a field in its place, which has to be seen.
      if (event.key === 'F2') bringIntoView(cursor.index);
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && cursor.index >= 0) {
      event.preventDefault();
      open(cursor.index);
    }
  };
  const onClick = (event: MouseEvent): void => {
    const index = placeOf(event.target);
    if (index === null || unfolding.onClick(event, index) || picking.onClick(event, index)) return;
    useSelectionStore.getState().clear();
    cursor.moveTo(index);
    open(index);
  };
  const onContextMenu = (event: MouseEvent): void => {
    const index = placeOf(event.target) ?? cursor.index;
    const row = rowAt(index);
    if (row === undefined) return;
    event.preventDefault();
    cursor.hold(index);
    setMenu({ row, point: menuPoint(event, index) });
  };
  const startCursor = (): void => {
    if (cursor.index < 0 && shown !== null && shown.data.total > 0)
      cursor.hold(selectedPlace(shown, drawn, isSelected));
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
                <SessionGroup
                  key={part.key}
                  cursor={cursor.index}
                  {...{ part, shown, layout, sizes, names, now, isSelected, picked }}
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
function useReveal(reveal: Reveal, bringIntoView: (row: number) => void): void {
  const latest = useRef(bringIntoView);
  useLayoutEffect(() => {
    latest.current = bringIntoView;
  });
  useEffect(() => {
    if (reveal.index >= 0) latest.current(reveal.index);
  }, [reveal]);
}

/** Tells the column heads how wide the scrollbar is, so that they stand over their columns. */
function useScrollbarWidth(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // Called when a scrollbar comes or goes, after the layout that comes anyway.
    const resized = new ResizeObserver(() => {
      const width = element.offsetWidth - element.clientWidth;
      element.closest('section')?.style.setProperty('--w-scrollbar', `${String(width)}px`);
    });
    resized.observe(element);
    return () => {
      resized.disconnect();
    };
  }, [scroller]);
}

function placeOf(target: EventTarget): number | null {
  const option = target instanceof Element ? target.closest('[data-index]') : null;
  return option === null ? null : Number(option.getAttribute('data-index'));
}
