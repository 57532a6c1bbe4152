import type { Segment } from '../../../shared/contract/conversation.ts';
import { texts } from '../../app/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './boundary.module.css';
import { shortTime } from './message-words.ts';
import { visibleText } from '../../ui/visible-text.ts';

/** Where a conversation was compressed and went on in another session. */
export function Boundary({ segment }: { segment: Segment }) {
  return (
    <div
      className={css['boundary']}
      role="separator"
      aria-label={texts.conversation.compressed(shortTime(segment.startedAt))}
    >
      <Icon name="chain" size="small" />
      <b>{texts.conversation.compressed(shortTime(segment.startedAt))}</b>
      {segment.title === null ? null : <span className={css['title']}>{visibleText(segment.title)}</span>}
    </div>
  );
}
