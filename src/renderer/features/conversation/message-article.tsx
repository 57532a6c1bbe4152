import { memo } from 'react';
import type { MessageBody } from '../../../shared/contract/conversation.ts';
import { MESSAGE_FLAG } from '../../../shared/message-flags.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { ContentParts } from './content-parts.tsx';
import { EventData } from './event-data.tsx';
import css from './message-article.module.css';
import { MessageTools } from './message-tools.tsx';
import { isBlank, isFormatted, messageName, shortTime, speakerOf, stateWords } from './message-words.ts';
import { useFold } from './reader-context.tsx';
import { Reasoning } from './reasoning.tsx';
import { SentText } from './sent-text.tsx';
import { useIsMissed, useSought, useStanding } from './sought.ts';
import type { Standing } from './sought.ts';
import { RawMessage } from './text-raw.tsx';
import { ToolBlock } from './tool-block.tsx';
import { entryOf } from '../../ui/entry-of.ts';
import { exactText, visibleText } from '../../ui/visible-text.ts';

const FADED = MESSAGE_FLAG.rewound | MESSAGE_FLAG.compacted | MESSAGE_FLAG.observed | MESSAGE_FLAG.bookkeeping;
const KNOWN_ROLES = new Set(['user', 'assistant', 'tool']);

/** One item of a conversation. `day` is named where it is another one than that of the item before. */
export const MessageArticle = memo(function MessageArticle({ body, day }: { body: MessageBody; day: string | null }) {
  const standing = useStanding(body.id);
  const place = useSought(body.id);
  const isMissed = useIsMissed(body.id);
  const [raw, toggleRaw] = useFold(`raw ${body.id}`, place === 'stored' || isMissed);
  const [sent, toggleSent] = useFold(`sent ${body.id}`, place === 'sent');
  if ((body.flags & MESSAGE_FLAG.event) !== 0) return <EventLine body={body} standing={standing} />;
  return (
    <article
      className={classNames(
        css['message'],
        css[lookOf(body)],
        (body.flags & FADED) !== 0 && css['faded'],
        standing !== null && css[standing],
      )}
      data-message-id={body.id}
      data-role={body.role}
      aria-label={messageName(body.role, body.timestamp, body.flags)}
      tabIndex={-1}
    >
      <Gutter body={body} day={day} />
      <div className={css['body']}>
        {raw ? <RawMessage body={body} /> : <Content body={body} />}
        {sent ? <SentText body={body} /> : null}
      </div>
      <MessageTools body={body} raw={raw} onRaw={toggleRaw} sent={sent} onSent={toggleSent} />
    </article>
  );
});

/** What the user did not say does not look as if he had. */
function lookOf({ role, flags }: MessageBody): string {
  if (!KNOWN_ROLES.has(role)) return 'system';
  return role === 'user' && (flags & (MESSAGE_FLAG.summary | MESSAGE_FLAG.observed)) !== 0 ? 'system' : role;
}

function Gutter({ body, day }: { body: MessageBody; day: string | null }) {
  const kind = kindWord(body);
  const states = [...(kind === null ? [] : [kind]), ...stateWords(body.flags)];
  return (
    <div className={css['who']}>
      <b>{visibleText(speakerOf(body.role, body.flags))}</b>
      <time>
        {day === null ? null : <span className={css['day']}>{day}</span>}
        {shortTime(body.timestamp)}
      </time>
      {states.map(word => (
        <span key={word} className={css['state']}>
          {word}
        </span>
      ))}
    </div>
  );
}

/** `hidden` is among the states. */
function kindWord({ displayKind }: MessageBody): string | null {
  if (displayKind === null || displayKind === 'hidden') return null;
  const words: Readonly<Record<string, string>> = texts.conversation.kind;
  return entryOf(words, displayKind) ?? visibleText(displayKind);
}

function Content({ body }: { body: MessageBody }) {
  const formatted = isFormatted(body);
  return (
    <>
      {body.reasoning === null ? null : <Reasoning messageId={body.id} reasoning={body.reasoning} />}
      {body.role === 'tool' ? null : (
        <ContentParts parts={body.parts} messageId={body.id} formatted={formatted} bytes={body.bytes} />
      )}
      <ToolBlock body={body} article={MessageArticle} />
      {body.unreadableToolCalls === null ? null : <UnreadableCalls text={body.unreadableToolCalls.text} />}
      <EventData data={body.eventData} />
      {isBlank(body) ? <p className={css['nothing']}>{texts.conversation.noText}</p> : null}
    </>
  );
}

function UnreadableCalls({ text }: { text: string }) {
  return (
    <div className={css['unreadable']} role="note">
      <b>{texts.conversation.unreadableCalls}</b>
      <span>{texts.conversation.unreadableCallsHint}</span>
      <pre>{exactText(text)}</pre>
    </div>
  );
}

function EventLine({ body, standing }: { body: MessageBody; standing: Standing }) {
  const words: Readonly<Record<string, string>> = texts.conversation.event;
  const name = entryOf(words, body.displayKind ?? '') ?? visibleText(body.displayKind ?? body.role);
  return (
    <article
      className={classNames(css['event'], standing !== null && css[standing])}
      data-message-id={body.id}
      data-role={body.role}
      aria-label={`${name}, ${messageName(body.role, body.timestamp, body.flags)}`}
      tabIndex={-1}
    >
      <b>{name}</b>
      <time>{shortTime(body.timestamp)}</time>
      <div className={css['eventText']}>
        <ContentParts parts={body.parts} messageId={body.id} formatted={false} bytes={body.bytes} />
        <EventData data={body.eventData} />
      </div>
    </article>
  );
}
