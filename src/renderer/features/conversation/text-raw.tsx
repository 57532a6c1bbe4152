import { useQuery } from '@tanstack/react-query';
import type { MessageBody, TextPart } from '../../../shared/contract/conversation.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { LongText } from './long-text.tsx';
import { useReader } from './reader-context.tsx';
import { MOST_SHOWN } from './whole-text.tsx';
import { readText } from './whole-text-read.ts';
import css from './whole-text.module.css';

const KEPT_MS = 30_000;

/** What the database holds of a message, exactly, column by column; controls are marks. */
export function RawMessage({ body }: { body: MessageBody }) {
  return (
    <>
      <RawColumn messageId={body.id} column="content" part={{ kind: 'stored' }} />
      {body.reasoning === null ? null : (
        <RawColumn messageId={body.id} column="reasoning" part={{ kind: 'reasoning' }} />
      )}
      {body.toolCalls.length === 0 && body.unreadableToolCalls === null ? null : (
        <RawColumn messageId={body.id} column="tool_calls" part={{ kind: 'tool-calls' }} />
      )}
    </>
  );
}

function RawColumn({ messageId, column, part }: { messageId: number; column: string; part: TextPart }) {
  const client = useClient();
  const { sessionId } = useReader();
  const { data, error } = useQuery({
    queryKey: ['conversation', 'text', sessionId, messageId, part],
    queryFn: ({ signal }) => readText(client, { messageId, part }, MOST_SHOWN, signal),
    gcTime: KEPT_MS,
    structuralSharing: false,
    meta: { still: true },
  });
  const words = texts.conversation;
  return (
    <div className={css['raw']} data-place="stored">
      <code className={css['column']}>{column}</code>
      {error === null ? null : <span role="alert">{errorWords(error).message}</span>}
      {data === undefined && error === null ? <span role="status">{words.readingText}</span> : null}
      {data === '' ? <span>{words.noText}</span> : null}
      {data === undefined || data === '' ? null : <LongText text={data} label={`${texts.reading.raw}: ${column}`} />}
    </div>
  );
}
