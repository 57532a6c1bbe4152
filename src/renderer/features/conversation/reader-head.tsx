import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { clock, compactNumber, costSign, shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { CostText } from '../../ui/cost-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import css from './reader-head.module.css';
import { visibleName } from '../../ui/visible-name.ts';

const MINUTE_MS = 60_000;

/** `12 Nov, 13:05–15:31`, with both days where they differ. */
function timeSpan(row: ConversationRow, now: number): string {
  const { startedAt, lastActive } = row;
  if (startedAt === null)
    return lastActive === null ? texts.conversation.noTime : `${shortDay(lastActive, now)}, ${clock(lastActive)}`;
  const start = `${shortDay(startedAt, now)}, ${clock(startedAt)}`;
  if (lastActive === null || clock(lastActive) === clock(startedAt)) return start;
  const sameDay = shortDay(lastActive, now) === shortDay(startedAt, now);
  return sameDay ? `${start}–${clock(lastActive)}` : `${start} – ${shortDay(lastActive, now)}, ${clock(lastActive)}`;
}

/** What the conversation is called, and the facts about it in two lines. */
export function ReaderHead({ row }: { row: ConversationRow }) {
  const now = useNow(MINUTE_MS);
  const words = texts.conversation;
  return (
    <header className={css['head']}>
      <div className={css['title']}>
        <h2 className={classNames(row.title === null && css['computed'])} title={row.id}>
          {visibleName(row.label)}
        </h2>
        {row.live ? <span className={css['live']}>{words.live}</span> : null}
        {row.archived ? <span className={css['state']}>{words.archived}</span> : null}
        {row.pinned ? <span className={css['state']}>{words.pinned}</span> : null}
      </div>
      <div className={css['facts']}>
        <span>{visibleName(row.source)}</span>
        <span>{row.model === null ? words.noModel : visibleName(row.model)}</span>
        {row.cwd === null ? null : <span className={css['path']}>{visibleName(row.cwd)}</span>}
        <span>{timeSpan(row, now)}</span>
      </div>
      <div className={css['facts']}>
        <span>{words.messages(row.messages, row.segments)}</span>
        <span>{words.toolCalls(row.toolCalls)}</span>
        <span title={texts.sessions.tokens(row.tokens)}>{words.tokens(compactNumber(row.tokens))}</span>
        <CostText
          sign={{ ...costSign(row.cost), text: texts.sessions.costWords(row.cost) }}
          hint={costSign(row.cost).text}
        />
        {row.subagents > 0 ? <span>{words.subagents(row.subagents)}</span> : null}
        {row.branches > 0 ? <span>{words.branches(row.branches)}</span> : null}
      </div>
    </header>
  );
}
