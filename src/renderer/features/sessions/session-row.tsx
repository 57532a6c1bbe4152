import { memo } from 'react';
import type { ConversationRow, SessionSort } from '../../../shared/contract/sessions.ts';
import { fullTime } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { sourceIcon } from '../../ui/source-icon.ts';
import { visibleName } from '../../ui/visible-name.ts';
import { InsideBadge, RowBadges } from './row-badges.tsx';
import { insetOf, RowLimbs } from './row-limbs.tsx';
import type { Limbs } from './row-limbs.tsx';
import { RowSecondLine } from './row-second-line.tsx';
import { isUpright, languageOf, rowSeconds, rowTime } from './row-words.ts';
import css from './session-row.module.css';

export interface SessionRowProps {
  /** Undefined while its page is on its way: the row stands there, empty. */
  readonly row: ConversationRow | undefined;
  readonly index: number;
  readonly total: number;
  /** Pixels from the top of its group. */
  readonly top: number;
  readonly height: number;
  /** It is open beside the list. */
  readonly selected: boolean;
  /** It is picked for a common action; null while none is. */
  readonly picked: boolean | null;
  readonly active: boolean;
  readonly sort: SessionSort;
  /** It stands under the heading of its day. */
  readonly underDay: boolean;
  readonly now: number;
  /** The lines that join a row inside another to it, one for each depth; empty for any other row. */
  readonly limbs: Limbs;
}

/** Id of the element of the row at a place, for `aria-activedescendant`. */
export function rowElementId(index: number): string {
  return `session-${String(index)}`;
}

/** One conversation. It holds no controls: those of a row are elsewhere, because an option may not hold any. */
export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { row, index, selected, picked } = props;
  const place = {
    id: rowElementId(index),
    role: 'option',
    'aria-setsize': props.total,
    'aria-posinset': index + 1,
    'aria-selected': picked ?? selected,
    'data-index': index,
    className: namesOf(props),
    style: { top: props.top, height: props.height, paddingLeft: insetOf(row?.depth ?? 0) },
  } as const;
  if (row === undefined) return <div {...place} aria-busy="true" />;
  const time = rowTime(row, props.sort, props.underDay, props.now);
  return (
    <div {...place} data-session-id={row.id} data-depth={row.depth} data-preview={row.preview}>
      {row.depth === 0 ? null : <RowLimbs limbs={props.limbs} />}
      <Lead row={row} picked={picked} />
      <FirstLine row={row} time={time} seconds={rowSeconds(row, props.sort)} />
      <RowSecondLine row={row} />
    </div>
  );
});

function namesOf({ row, active, selected, picked }: SessionRowProps): string {
  return classNames(
    css['row'],
    selected && css['selected'],
    active && css['active'],
    picked === true && css['picked'],
    row?.archived && css['archived'],
    row !== undefined && row.depth > 0 && css['nested'],
  );
}

/** Where the row comes from, or whether it is picked. */
function Lead({ row, picked }: { row: ConversationRow; picked: boolean | null }) {
  const icon = row.depth === 0 ? sourceIcon(row.source) : 'subagent';
  if (picked === null) return <Icon name={icon} className={css['lead']} />;
  return (
    <span className={classNames(css['box'], picked && css['checked'])} aria-hidden="true">
      {picked ? <Icon name="check" size="tiny" /> : null}
    </span>
  );
}

function FirstLine({ row, time, seconds }: { row: ConversationRow; time: string; seconds: number | null }) {
  const computed = row.title === null && css[isUpright(row.label) ? 'computedUpright' : 'computed'];
  return (
    <div className={css['first']}>
      <span className={classNames(css['title'], computed)} dir="auto" lang={languageOf(row.label)}>
        {visibleName(row.label)}
      </span>
      <RowBadges row={row} />
      {row.live ? <span className={css['live']}>{texts.sessions.live}</span> : null}
      {row.nested > 0 ? <InsideBadge row={row} /> : null}
      <time className={css['time']} title={seconds === null ? texts.sessions.timeUnknown : fullTime(seconds)}>
        {time}
      </time>
    </div>
  );
}
