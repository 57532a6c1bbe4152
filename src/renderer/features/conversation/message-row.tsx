import { memo, useLayoutEffect, useRef } from 'react';
import type { Compaction, MessageBody, Segment } from '../../../shared/contract/conversation.ts';
import { ROLES } from '../../../shared/message-flags.ts';
import { Boundary } from './boundary.tsx';
import { MessageArticle } from './message-article.tsx';
import css from './message-row.module.css';
import { messageName } from './message-words.ts';
import type { ReadingWindow } from './reading-window.ts';

interface RowProps {
  readonly window: ReadingWindow;
  readonly id: number;
  readonly body: MessageBody | undefined;
  /** What the skeleton says, for as long as the body is on its way. */
  readonly role: number;
  readonly flags: number;
  readonly day: string | null;
  /** Compactions that end right above it, and the segments of the conversation. */
  readonly boundaries: readonly Compaction[];
  readonly segments: readonly Segment[];
  readonly time: number;
  readonly now: number;
}

/** A row of the conversation: the boundaries above it and the message, or a blank of about its size. */
export const MessageRow = memo(function MessageRow(props: RowProps) {
  const { window, id, body, boundaries } = props;
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (row.current === null ? undefined : window.watch(row.current, id)), [window, id]);
  return (
    <div ref={row} className={css['row']}>
      {boundaries.map(boundary => (
        <Boundary
          key={`${boundary.kind} ${boundary.segmentId} ${String(boundary.summaryId)}`}
          compaction={boundary}
          segment={props.segments.find(segment => segment.sessionId === boundary.segmentId)}
          time={props.time}
          now={props.now}
        />
      ))}
      {body === undefined ? (
        <article
          data-message-id={id}
          data-role={ROLES[props.role]}
          aria-busy="true"
          aria-label={messageName(ROLES[props.role] ?? '', null, props.flags)}
          tabIndex={-1}
          style={{ height: window.estimateOf(id) }}
        />
      ) : (
        <MessageArticle body={body} day={props.day} />
      )}
    </div>
  );
});
