import { useLayoutEffect, useRef } from 'react';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../messages.ts';
import { useNow } from '../../ui/use-now.ts';
import type { PaletteGroup } from './palette-groups.ts';
import { PaletteOption } from './palette-item.tsx';
import css from './palette.module.css';
import type { PaletteState } from './use-palette.ts';

const MINUTE_MS = 60_000;

/** The rows of the palette under their headings. */
export function PaletteList({ listId, palette }: { listId: string; palette: PaletteState }) {
  const activeRow = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { groups, active, count, error, isLooking } = palette;
  useLayoutEffect(() => {
    // Over the first row its heading comes along.
    if (active > 0) activeRow.current?.scrollIntoView({ block: 'nearest' });
    else if (list.current !== null) list.current.scrollTop = 0;
  }, [active]);
  return (
    <>
      {error === null ? null : (
        <p className={css['failure']} role="alert">
          {texts.palette.failed(errorWords(error).message)}
        </p>
      )}
      <div ref={list} id={listId} className={css['list']} role="listbox" aria-label={texts.palette.results}>
        {groups.map((group, at) => (
          <Group key={group.key} group={group} start={startOf(groups, at)} {...{ listId, palette, activeRow }} />
        ))}
      </div>
      {count > 0 ? null : <p className={css['nothing']}>{isLooking ? texts.palette.looking : texts.palette.nothing}</p>}
    </>
  );
}

function startOf(groups: readonly PaletteGroup[], at: number): number {
  return groups.slice(0, at).reduce((sum, group) => sum + group.items.length, 0);
}

interface GroupProps {
  readonly group: PaletteGroup;
  /** Place of its first row among all. */
  readonly start: number;
  readonly listId: string;
  readonly palette: PaletteState;
  readonly activeRow: React.RefObject<HTMLDivElement | null>;
}

function Group({ group, start, listId, palette, activeRow }: GroupProps) {
  const now = useNow(MINUTE_MS);
  const headingId = `${listId}-${group.key}`;
  const { active, text, moreSessions } = palette;
  return (
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} className={css['heading']} role="presentation">
        {group.title}
      </div>
      {group.items.map((item, at) => (
        <PaletteOption
          key={item.key}
          ref={start + at === active ? activeRow : undefined}
          id={`${listId}-${String(start + at)}`}
          active={start + at === active}
          {...{ item, text, now }}
          onHover={() => {
            palette.moveTo(start + at);
          }}
          onChoose={() => {
            palette.choose(item);
          }}
        />
      ))}
      {group.key === 'sessions' && moreSessions > 0 ? (
        <div className={css['more']} role="presentation">
          {texts.palette.more(moreSessions)}, {texts.palette.moreHint}
        </div>
      ) : null}
    </div>
  );
}
