import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { useActionStore } from '../../actions/action-store.ts';
import { ConversationMenuItems } from '../../actions/conversation-menu.tsx';
import { RenameField } from '../../actions/rename-field.tsx';
import { useOrganise } from '../../actions/use-organise.ts';
import { useReadOnly } from '../../actions/use-read-only.ts';
import { clock, compactNumber, costSign, shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CostText } from '../../ui/cost-text.tsx';
import { Menu } from '../../ui/menu.tsx';
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
        <Title row={row} />
        {row.live ? <span className={css['live']}>{words.live}</span> : null}
        {row.archived ? <span className={css['state']}>{words.archived}</span> : null}
        {row.pinned ? <span className={css['state']}>{words.pinned}</span> : null}
        <HeadActions row={row} />
      </div>
      <div className={css['facts']}>
        {row.profile === null ? null : <span>{visibleName(row.profile)}</span>}
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

/** The name of the conversation, or the field in which it gets another. */
function Title({ row }: { row: ConversationRow }) {
  const asked = useActionStore(store => store.asked);
  const answer = useActionStore(store => store.answer);
  if (asked?.kind === 'rename' && !asked.inList && asked.row.rootId === row.rootId) {
    return <RenameField row={row} onEnd={answer} />;
  }
  return (
    <h2 className={classNames(row.title === null && css['computed'])} title={row.id}>
      {visibleName(row.label)}
    </h2>
  );
}

function HeadActions({ row }: { row: ConversationRow }) {
  const { setPinned, setArchived } = useOrganise();
  const readOnly = useReadOnly();
  const ask = useActionStore(store => store.ask);
  const words = texts.organise;
  return (
    <div className={css['actions']} role="toolbar" aria-label={words.rowActions}>
      <IconButton
        icon="pin"
        on={row.pinned}
        label={row.pinned ? words.unpin : words.pin}
        disabled={readOnly}
        onClick={() => void setPinned([row.id], !row.pinned)}
      />
      <IconButton
        icon="archive"
        on={row.archived}
        label={row.archived ? words.unarchive : words.archive}
        disabled={readOnly}
        onClick={() => void setArchived([row.id], !row.archived)}
      />
      <IconButton
        icon="rename"
        label={words.rename}
        disabled={readOnly}
        onClick={() => ask({ kind: 'rename', row, inList: false })}
      />
      <IconButton icon="export" label={words.export} onClick={() => ask({ kind: 'export', ids: [row.id] })} />
      <IconButton
        icon="trash"
        label={words.delete}
        disabled={readOnly}
        onClick={() => ask({ kind: 'delete', ids: [row.id], unit: 'conversation' })}
      />
      <Menu align="end" label={words.rowActions} trigger={<IconButton icon="more" label={words.more} />}>
        <ConversationMenuItems row={row} inList={false} />
      </Menu>
    </div>
  );
}
