import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { useActionStore } from '../../actions/action-store.ts';
import { ConversationMenuItems } from '../../actions/conversation-menu.tsx';
import { RenameField } from '../../actions/rename-field.tsx';
import { useOrganise } from '../../actions/use-organise.ts';
import { useReadOnly } from '../../actions/use-read-only.ts';
import { texts } from '../../app/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { ItemSizes, ListLayout } from './list-layout.ts';
import type { ShownSessions } from './queries.ts';
import css from './row-overlay.module.css';
import { toggleUnfolded } from './use-unfolding.ts';

export interface RowOverlayProps {
  /** Holds the list and this overlay. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly shown: ShownSessions | null;
  readonly layout: ListLayout;
  readonly sizes: ItemSizes;
  /** Place of the row that the keys act on; -1 for none. */
  readonly cursor: number;
  /** True for the row that is open beside the list. */
  readonly isSelected: (row: ConversationRow) => boolean;
}

/**
 * The controls of a row: an option may hold none, so they lie over it. They follow the pointer, or the cursor of the
 * keys, and stand still over their row while the list scrolls below.
 */
export function RowOverlay(props: RowOverlayProps) {
  const { shown, cursor } = props;
  const asked = useActionStore(store => store.asked);
  const answer = useActionStore(store => store.answer);
  if (asked?.kind !== 'rename' || !asked.inList) return <HoveredRowTools {...props} />;
  const index = placeOfRow(shown, asked.row, cursor);
  return index < 0 ? null : (
    <OverRow {...props} index={index} kind="field">
      <RenameField key={asked.row.id} row={asked.row} onEnd={answer} />
    </OverRow>
  );
}

function HoveredRowTools(props: RowOverlayProps) {
  const { frame, shown, cursor, isSelected } = props;
  const hovered = useHoveredRow(frame);
  const [menuRow, setMenuRow] = useState<number | null>(null);
  const index = menuRow ?? hovered ?? cursor;
  const row = index < 0 ? undefined : shown?.rowAt(index);
  if (row === undefined) return null;
  return (
    <OverRow {...props} index={index} kind="tools">
      <UnfoldButton shown={shown} row={row} index={index} />
      {/* The open conversation has these in its head, beside the list. */}
      {isSelected(row) ? null : <QuickTools row={row} />}
      <Menu
        align="end"
        label={texts.organise.rowActions}
        onOpenChange={open => {
          setMenuRow(open ? index : null);
        }}
        trigger={<IconButton small icon="more" label={texts.organise.more} />}
      >
        <ConversationMenuItems row={row} inList />
      </Menu>
    </OverRow>
  );
}

/** Shows what is inside a row, or no longer; nothing where nothing is. */
function UnfoldButton({ shown, row, index }: { shown: ShownSessions | null; row: ConversationRow; index: number }) {
  if (shown === null || row.nested === 0) return null;
  return (
    <IconButton
      small
      icon={row.expanded ? 'down' : 'right'}
      label={row.expanded ? texts.sessions.collapse(row) : texts.sessions.expand(row)}
      aria-expanded={row.expanded}
      onClick={() => {
        toggleUnfolded(shown, row, index);
      }}
    />
  );
}

function QuickTools({ row }: { row: ConversationRow }) {
  const { setPinned, setArchived } = useOrganise();
  const readOnly = useReadOnly();
  const words = texts.organise;
  return (
    <>
      <IconButton
        small
        icon="pin"
        on={row.pinned}
        label={row.pinned ? words.unpin : words.pin}
        disabled={readOnly}
        onClick={() => void setPinned([row.id], !row.pinned)}
      />
      <IconButton
        small
        icon="archive"
        on={row.archived}
        label={row.archived ? words.unarchive : words.archive}
        disabled={readOnly}
        onClick={() => void setArchived([row.id], !row.archived)}
      />
    </>
  );
}

function OverRow(props: RowOverlayProps & { index: number; kind: 'tools' | 'field'; children: React.ReactNode }) {
  const { scroller, layout, sizes, index, kind, children } = props;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = scroller.current;
    const element = box.current;
    if (list === null || element === null) return;
    const place = (): void => {
      const top = layout.offsetOf(layout.itemOfRow(index)) - list.scrollTop;
      const inSight = top >= sizes.head / 2 && top + sizes.row <= list.clientHeight + sizes.row / 2;
      element.style.top = `${String(top)}px`;
      element.style.height = `${String(sizes.row)}px`;
      element.style.visibility = inSight ? 'visible' : 'hidden';
    };
    // Before the next paint, with the layout that comes anyway; a field takes the focus before that.
    const first = kind === 'tools' ? requestAnimationFrame(place) : null;
    if (first === null) place();
    list.addEventListener('scroll', place, { passive: true });
    return () => {
      if (first !== null) cancelAnimationFrame(first);
      list.removeEventListener('scroll', place);
    };
  }, [scroller, layout, sizes, index, kind]);
  return (
    <div
      ref={box}
      className={css[kind]}
      role={kind === 'tools' ? 'toolbar' : undefined}
      aria-label={kind === 'tools' ? texts.organise.rowActions : undefined}
    >
      {children}
    </div>
  );
}

/** Place of the row under the pointer; null where there is none, or the pointer is over the overlay of another. */
function useHoveredRow(frame: RefObject<HTMLElement | null>): number | null {
  const [hovered, setHovered] = useState<number | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const over = (event: PointerEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      const option = target?.closest('[data-index]');
      if (option !== null && option !== undefined) setHovered(Number(option.getAttribute('data-index')));
      else if (!(target?.closest('[role="toolbar"]') instanceof Element)) setHovered(null);
    };
    const leave = (): void => {
      setHovered(null);
    };
    element.addEventListener('pointerover', over);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('pointerover', over);
      element.removeEventListener('pointerleave', leave);
    };
  }, [frame]);
  return hovered;
}

/** A row keeps its field when others arrive above it. */
function placeOfRow(shown: ShownSessions | null, row: ConversationRow, near: number): number {
  const total = shown?.data.total ?? 0;
  for (let distance = 0; distance < Math.min(total, 500); distance++) {
    for (const index of [near - distance, near + distance]) {
      if (index >= 0 && index < total && shown?.rowAt(index)?.rootId === row.rootId) return index;
    }
  }
  return -1;
}
