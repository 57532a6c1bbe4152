import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Compaction } from '../../../shared/contract/conversation.ts';
import type { ReplacedRow, XrayTotals } from '../../../shared/contract/reading.ts';
import { MESSAGE_FLAG } from '../../../shared/message-flags.ts';
import { errorWords } from '../../api/error-text.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import { compactNumber } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { shortTime, speakerOf } from './message-words.ts';
import { useReader } from './reader-context.tsx';
import css from './xray.module.css';

type Answer = Awaited<ReturnType<AppClient['reading']['xray']>>;

const PAGE = 40;

interface XrayProps {
  readonly compaction: Compaction;
  /** It was opened this moment, and is brought into view. */
  readonly isNew: boolean;
}

/** A summary beside what it replaced, and the way back to the originals. */
export function Xray({ compaction, isNew }: XrayProps) {
  const { kind, segmentId, summaryId } = compaction;
  const { sessionId } = useReader();
  const client = useClient();
  const [offset, setOffset] = useState(0);
  const words = texts.conversation.xray;
  const input = { sessionId, segmentId, kind, summaryId, offset, limit: PAGE };
  const { data, error } = useQuery({
    queryKey: ['conversation', 'xray', input],
    queryFn: ({ signal }) => client.reading.xray(input, { signal }),
    placeholderData: keepPreviousData,
  });
  const region = useRef<HTMLElement>(null);
  const isThere = data !== undefined;
  useEffect(() => {
    if (isNew && isThere) region.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew, isThere]);
  return (
    <section ref={region} className={css['xray']} aria-label={words.region}>
      {error === null ? null : (
        <p role="alert">
          {words.failed}: {errorWords(error).message}
        </p>
      )}
      {data === undefined ? (
        error === null ? (
          <p role="status">{words.loading}</p>
        ) : null
      ) : (
        <>
          <Totals answer={data} />
          <Summary answer={data} />
          <Replaced answer={data} offset={offset} onOffset={setOffset} />
        </>
      )}
    </section>
  );
}

function Totals({ answer: { totals, summary } }: { answer: Answer }) {
  const words = texts.conversation.xray;
  const after = summary === null ? null : compactNumber(summary.tokens);
  return (
    <div className={css['totals']}>
      {countWords(totals).map(word => (
        <span key={word}>{word}</span>
      ))}
      <span title={words.tokensHint(totals.counted, totals.messages)}>
        {words.tokens(compactNumber(totals.tokens), after)}
      </span>
      <span className={css['note']}>{words.tokensHint(totals.counted, totals.messages)}</span>
    </div>
  );
}

function countWords({ messages, prompts, toolResults, carried, tools }: XrayTotals): string[] {
  const words = texts.conversation.xray;
  const names = tools.map(({ name, count }) => words.toolTimes(visibleText(name), count));
  return [
    words.messages(messages),
    words.prompts(prompts),
    words.results(toolResults),
    ...(carried > 0 ? [words.carried(carried)] : []),
    ...(names.length > 0 ? [words.tools(names)] : []),
  ];
}

/** Goes to a message so that Back comes back here; hidden rows are shown where it is one of them. */
function useGoTo(): (messageId: number) => void {
  const navigate = useUiStore(store => store.navigate);
  return messageId => navigate({ messageId, highlight: '' });
}

function Summary({ answer: { summary } }: { answer: Answer }) {
  const goTo = useGoTo();
  const words = texts.conversation.xray;
  return (
    <div className={css['side']}>
      <header>
        <h4>{words.summary}</h4>
        {summary === null ? null : (
          <Button look="link" small onClick={() => goTo(summary.messageId)}>
            {words.toSummary}
          </Button>
        )}
      </header>
      {summary === null ? (
        <p>{words.noSummary}</p>
      ) : (
        <div className={css['text']} tabIndex={0} role="group" aria-label={words.summary}>
          {visibleText(summary.text.text)}
          {summary.text.clipped ? <em>{words.cut(summary.text.bytes)}</em> : null}
        </div>
      )}
    </div>
  );
}

interface ReplacedProps {
  readonly answer: Answer;
  readonly offset: number;
  readonly onOffset: (offset: number) => void;
}

function Replaced({ answer: { rows, items }, offset, onOffset }: ReplacedProps) {
  const goTo = useGoTo();
  const words = texts.conversation.xray;
  return (
    <div className={css['side']}>
      <header>
        <h4>{words.replaced}</h4>
        {items > PAGE ? (
          <span className={css['pages']}>
            {words.stretch(offset + 1, Math.min(items, offset + PAGE), items)}
            <IconButton
              small
              icon="up"
              label={words.earlier}
              disabled={offset === 0}
              onClick={() => onOffset(Math.max(0, offset - PAGE))}
            />
            <IconButton
              small
              icon="down"
              label={words.later}
              disabled={offset + PAGE >= items}
              onClick={() => onOffset(offset + PAGE)}
            />
          </span>
        ) : null}
      </header>
      {items === 0 ? <p>{words.nothing}</p> : null}
      <ol className={css['rows']}>
        {rows.map(row => (
          <li key={row.messageId}>
            <button type="button" title={words.goTo} data-goes-to={row.messageId} onClick={() => goTo(row.messageId)}>
              <b data-role={row.role}>{visibleText(speakerOf(row.role, row.flags))}</b>
              <time>{shortTime(row.timestamp)}</time>
              <span>{rowWords(row)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

function rowWords({ flags, text, tools }: ReplacedRow): string {
  const words = texts.conversation.xray;
  if ((flags & MESSAGE_FLAG.summary) !== 0) return words.earlierSummary;
  const calls = tools.length === 0 ? null : words.calls(tools.slice(0, 6).map(visibleText));
  return (
    [visibleText(text), calls].filter(word => word !== null && word !== '').join(' — ') || texts.conversation.noText
  );
}
