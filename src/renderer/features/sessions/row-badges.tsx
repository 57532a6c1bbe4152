import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import css from './session-row.module.css';

interface Badge {
  readonly icon: IconName;
  readonly count?: number;
  readonly hint: string;
  readonly warns?: true;
}

function badgesOf(row: ConversationRow): Badge[] {
  const say = texts.sessions;
  return [
    row.segments > 1 && { icon: 'chain' as const, count: row.segments, hint: say.segments(row.segments) },
    row.branches > 0 && { icon: 'branch' as const, count: row.branches, hint: say.branches(row.branches) },
    row.nested === 0 &&
      row.subagents > 0 && { icon: 'subagent' as const, count: row.subagents, hint: say.subagents(row.subagents) },
    row.staleOpen && { icon: 'alert' as const, hint: say.staleOpen, warns: true as const },
    row.pinned && { icon: 'pin' as const, hint: say.pinned },
    row.archived && { icon: 'archive' as const, hint: say.archived },
    row.earlierArchived && { icon: 'archive' as const, hint: say.earlierArchived },
  ].filter(badge => badge !== false);
}

/** What is special about a conversation, each in a sign with a count or a name. */
export function RowBadges({ row }: { row: ConversationRow }) {
  return (
    <>
      {badgesOf(row).map(badge => (
        <span
          key={badge.hint}
          className={classNames(css['badge'], badge.warns && css['warns'])}
          role="img"
          aria-label={badge.hint}
          title={badge.hint}
        >
          <Icon name={badge.icon} size="tiny" />
          {badge.count === undefined ? null : number(badge.count)}
        </span>
      ))}
      {row.profile === null ? null : <ProfileBadge profile={row.profile} />}
    </>
  );
}

/**
 * How many are inside. A click on it unfolds them; the key and the button for that are beside the row. It stands away
 * from the middle of the row, where a click opens the conversation.
 */
export function InsideBadge({ row }: { row: ConversationRow }) {
  const hint = texts.sessions.inside(row);
  const act = row.expanded ? texts.sessions.collapse(row) : texts.sessions.expand(row);
  return (
    <span
      className={classNames(css['badge'], css['inside'], row.expanded && css['unfolded'])}
      role="img"
      aria-label={hint}
      title={`${act} (${row.expanded ? '←' : '→'})`}
      data-unfold=""
    >
      <Icon name={row.expanded ? 'down' : 'right'} size="tiny" />
      <Icon name="subagent" size="tiny" />
      {number(row.nested)}
    </span>
  );
}

/** Whose a conversation is, in a view over several profiles. */
export function ProfileBadge({ profile }: { profile: string }) {
  const name = visibleName(profile);
  return (
    <span className={css['profile']} title={texts.sessions.profile(name)}>
      {name}
    </span>
  );
}
