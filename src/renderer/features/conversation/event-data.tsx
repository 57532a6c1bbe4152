import type { MessageBody } from '../../../shared/contract/conversation.ts';
import { texts } from '../../app/messages.ts';
import { entryOf } from '../../ui/entry-of.ts';
import { exactText } from '../../ui/visible-text.ts';
import css from './event-data.module.css';

/** What an event row holds beside its words: the model that was switched to, how many subagents finished. */
export function EventData({ data }: { data: MessageBody['eventData'] }) {
  if (data === undefined) return null;
  const names: Readonly<Record<string, string>> = texts.tools.event;
  return (
    <dl className={css['data']}>
      {data.map(({ name, value }) => (
        <div key={name}>
          <dt>{entryOf(names, name) ?? exactText(name)}</dt>
          <dd>{exactText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
