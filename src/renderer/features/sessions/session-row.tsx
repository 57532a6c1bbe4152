import { memo } from 'react';
import type { ConversationRow, SessionSort } from '../../../shared/contract/sessions.ts';
import { compactNumber, fullTime, number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { CostText } from '../../ui/cost-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { sourceIcon } from '../../ui/source-icon.ts';
import { isUpright, languageOf, previewBeside, rowCost, rowSeconds, rowTime, shortModel } from './row-words.ts';
import { visibleName } from '../../ui/visible-name.ts';
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
}

/** Id of the element of the row at a place, for `aria-activedescendant`. */
export function rowElementId(index: number): string {
  return `session-${String(index)}`;
}

/** One conversation. It holds no controls: those of a row are elsewhere, because an option may not hold any. */
export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { row, index, active, selected, picked } = props;
  const names = classNames(
    css['row'],
    selected && css['selected'],
    active && css['active'],
    picked === true && css['picked'],
    row?.archived && css['archived'],
  );
  const place = {
    id: rowElementId(index),
    role: 'option',
    'aria-setsize': props.total,
    'aria-posinset': index + 1,
    'aria-selected': picked ?? selected,
    'data-index': index,
    className: names,
    style: { top: props.top, height: props.height },
  } as const;
  if (row === undefined) return <div {...place} aria-busy="true" />;
  const time = rowTime(row, props.sort, props.underDay, props.now);
  return (
    <div {...place} data-session-id={row.id} data-preview={row.preview}>
      <Lead row={row} picked={picked} />
      <FirstLine row={row} time={time} seconds={rowSeconds(row, props.sort)} />
      <SecondLine row={row} />
    </div>
  );
});

/** Where the row comes from, or whether it is picked. */
function Lead({ row, picked }: { row: ConversationRow; picked: boolean | null }) {
  if (picked === null) return <Icon name={sourceIcon(row.source)} className={css['lead']} />;
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
      <Badges row={row} />
      {row.live ? <span className={css['live']}>{texts.sessions.live}</span> : null}
      <time className={css['time']} title={seconds === null ? texts.sessions.timeUnknown : fullTime(seconds)}>
        {time}
      </time>
    </div>
  );
}

interface BadgeData {
  readonly icon: IconName;
  readonly count?: number;
  readonly hint: string;
}

function badgesOf(row: ConversationRow): BadgeData[] {
  const say = texts.sessions;
  return [
    row.segments > 1 && { icon: 'chain' as const, count: row.segments, hint: say.segments(row.segments) },
    row.branches > 0 && { icon: 'branch' as const, count: row.branches, hint: say.branches(row.branches) },
    row.subagents > 0 && { icon: 'subagent' as const, count: row.subagents, hint: say.subagents(row.subagents) },
    row.pinned && { icon: 'pin' as const, hint: say.pinned },
    row.archived && { icon: 'archive' as const, hint: say.archived },
    row.earlierArchived && { icon: 'archive' as const, hint: say.earlierArchived },
  ].filter(badge => badge !== false);
}

function Badges({ row }: { row: ConversationRow }) {
  return badgesOf(row).map(badge => (
    <span key={badge.hint} className={css['badge']} role="img" aria-label={badge.hint} title={badge.hint}>
      <Icon name={badge.icon} size="tiny" />
      {badge.count === undefined ? null : number(badge.count)}
    </span>
  ));
}

/** A number whose column is known by its head alone to the eye, and by its words to a screen reader. */
function Count(props: { className: string | undefined; value: number; words: string }) {
  return (
    <span className={props.className} role="img" aria-label={props.words} title={props.words}>
      {compactNumber(props.value)}
    </span>
  );
}

function SecondLine({ row }: { row: ConversationRow }) {
  const cost = rowCost(row);
  const preview = previewBeside(row.label, row.preview);
  const model = row.model === null ? '' : visibleName(shortModel(row.model));
  return (
    <>
      <div className={css['second']}>
        <span className={css['source']}>{visibleName(row.source)}</span>
        {model === '' ? null : <span className={css['model']}>{model}</span>}
        {preview === '' ? null : (
          <span className={css['preview']} dir="auto" lang={languageOf(preview)}>
            {visibleName(preview)}
          </span>
        )}
      </div>
      <div className={css['numbers']}>
        <span className={css['modelColumn']} aria-hidden="true">
          {model}
        </span>
        <Count className={css['messages']} value={row.messages} words={texts.sessions.messages(row.messages)} />
        <Count className={css['tokens']} value={row.tokens} words={texts.sessions.tokens(row.tokens)} />
        <CostText sign={cost} hint={cost.words} className={css['cost']} />
      </div>
    </>
  );
}
