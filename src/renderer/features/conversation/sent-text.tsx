import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ColumnValue, MessageBody } from '../../../shared/contract/conversation.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { exactText } from '../../ui/visible-text.ts';
import { CopyButton } from './copy-button.tsx';
import { useReader } from './reader-context.tsx';
import css from './sent-text.module.css';
import { compareTexts, fileDiff } from './tools/diff-lines.ts';
import { DiffView } from './tools/diff-view.tsx';
import { FORMATTED_BYTES } from './tools/formatted-limit.ts';
import { parseJson } from '../../ui/json-nodes.ts';
import { JsonView } from './tools/json-view.tsx';
import { LongText } from './long-text.tsx';
import { useWholeText } from './whole-text.tsx';

/** Columns that are for the provider, not for a reader; spec: schema §4. */
const PROVIDER_COLUMNS = new Set([
  'reasoning_details',
  'codex_reasoning_items',
  'codex_message_items',
  'anthropic_content_blocks',
  'effect_disposition',
  'finish_reason',
  'token_count',
]);

/** True where a message went to the model in another form than it is shown. */
export function hasSentText(body: MessageBody): boolean {
  return body.sent !== undefined;
}

/** What went to the model: the text where it differs from the one shown, and what is in the provider's own form. */
export function SentText({ body }: { body: MessageBody }) {
  const words = texts.tools.sent;
  return (
    <section className={css['sent']} data-place="sent" aria-label={words.heading}>
      <b className={css['heading']}>{words.heading}</b>
      {(body.sent?.bytes ?? null) === null ? (
        <p className={css['note']}>{words.same}</p>
      ) : (
        <Differing messageId={body.id} bytes={body.sent?.bytes ?? 0} />
      )}
      <Fields messageId={body.id} />
    </section>
  );
}

function Differing({ messageId, bytes }: { messageId: number; bytes: number }) {
  const sent = useWholeText(messageId, { kind: 'sent' }, true);
  const own = useWholeText(messageId, { kind: 'content' }, bytes <= FORMATTED_BYTES);
  const words = texts.tools.sent;
  const lines = useMemo(
    () => (sent.text === null || own.text === null ? null : compareTexts(own.text, sent.text, false)),
    [sent.text, own.text],
  );
  const error = sent.error ?? own.error;
  if (error !== null) return <Failure error={error} />;
  if (sent.text === null) return <p role="status">{words.reading}</p>;
  const isCompared = lines !== null && own.text !== null && own.text.length <= FORMATTED_BYTES;
  return (
    <>
      <p className={css['note']}>{words.note}</p>
      {isCompared && lines.length > 0 ? (
        <>
          <span className={css['label']}>{words.differences}</span>
          <div className={css['box']}>
            <DiffView edits={{ files: [fileDiff('', lines)], isWhole: false, others: [] }} />
          </div>
        </>
      ) : null}
      <div className={css['label']}>
        <span>{words.whole}</span>
        <CopyButton label={texts.conversation.copyValue} text={sent.text} />
      </div>
      <LongText text={sent.text} label={words.whole} />
    </>
  );
}

function Failure({ error }: { error: unknown }) {
  return (
    <p role="alert">
      {texts.tools.sent.failed}: {errorWords(error).message}
    </p>
  );
}

function Fields({ messageId }: { messageId: number }) {
  const client = useClient();
  const { sessionId } = useReader();
  const { data, error } = useQuery({
    queryKey: ['conversation', 'message-columns', sessionId, messageId],
    queryFn: ({ signal }) => client.delegation.messageColumns({ sessionId, messageId }, { signal }),
  });
  if (error !== null) return <Failure error={error} />;
  const fields = (data ?? []).filter(({ column, value }) => value !== null && PROVIDER_COLUMNS.has(column));
  if (fields.length === 0) return null;
  return (
    <>
      <span className={css['label']}>{texts.tools.sent.fields}</span>
      {fields.map(field => (
        <Field key={field.column} field={field} />
      ))}
    </>
  );
}

function Field({ field: { column, value } }: { field: ColumnValue }) {
  const text = value?.text ?? '';
  const json = useMemo(() => (value?.clipped === true ? null : parseJson(text)), [text, value]);
  const isTree = json?.kind === 'object' || json?.kind === 'list';
  return (
    <div className={css['field']} data-column={column}>
      <span className={css['name']}>{column}</span>
      {isTree ? (
        <JsonView value={json} label={column} />
      ) : (
        <span className={css['value']}>
          {exactText(text)}
          {value?.clipped === true
            ? ` ${texts.conversation.details.clipped(texts.conversation.size(text.length), value.bytes)}`
            : ''}
        </span>
      )}
    </div>
  );
}
