import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { MessageBody } from '../../../shared/contract/conversation.ts';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { RowRange } from './anchoring.ts';
import { Boundary } from './boundary.tsx';
import css from './conversation-scroll.module.css';
import { Minimap } from './minimap.tsx';
import type { MinimapItems } from './minimap-marks.ts';
import { MessageRow } from './message-row.tsx';
import { useBodies } from './bodies-query.ts';
import type { OpenConversation } from './queries.ts';
import { waysOf } from './reading-ways.ts';
import type { ReadingWays } from './reading-ways.ts';
import type { ReadingWindow } from './reading-window.ts';
import { SegmentHead } from './segment-head.tsx';
import { boundariesAt, emptyTail, newDay, segmentAt } from './skeleton-places.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useNewMessages } from './use-new-messages.ts';
import { useOpeningPlace } from './use-opening-place.ts';
import type { OpeningPlace } from './use-opening-place.ts';
import { useReadingKeys } from './use-reading-keys.ts';
import { useReadingWindow } from './use-reading-window.ts';

const MINUTE_MS = 60_000;

interface ScrollProps {
  readonly open: OpenConversation;
  readonly skeleton: OpenConversation['skeleton'];
  readonly place: OpeningPlace;
  /** Only a part of the conversation is there. */
  readonly isPart: boolean;
  /** What is seen first has been fetched and formatted. */
  readonly isPrepared: boolean;
  /** Indexes of the items that the strip marks. */
  readonly marked: MinimapItems;
  readonly onFailure: (step: 1 | -1) => void;
  readonly onWays: (ways: ReadingWays | null) => void;
  readonly onFirst: (() => void) | undefined;
}

/** One scroll over a whole conversation; only what is in sight is mounted. */
export function ConversationScroll(props: ScrollProps) {
  const { open, skeleton, place, isPart, isPrepared, marked, onFailure, onWays, onFirst } = props;
  const { segments } = open;
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const block = useRef<HTMLDivElement>(null);
  const { reading, range, isLeap, view } = useReadingWindow(
    { scroller, spacer, block },
    skeleton,
    ({ first, atEnd }) => `${segmentAt(segments, first)} ${atEnd}`,
  );
  const { bodies, error } = useBodies({ row: open.row, skeleton, segments }, { ...range, isLeap });
  const unseen = useNewMessages(skeleton.ids, view.atEnd, isPart);
  const keys = useReadingKeys(reading, open, skeleton, onFailure);
  useOpeningPlace(isPrepared ? reading : null, place, scroller, open.row.rootId);
  useKeptFocus(scroller);
  useLayoutEffect(() => {
    // Not for what is drawn again beside the rows: the whole window would be laid out for it.
    reading?.commit(range);
  }, [reading, range, bodies, skeleton, open]);
  useEffect(() => {
    onWays(reading === null ? null : waysOf(reading, skeleton.ids));
    return () => onWays(null);
  }, [reading, skeleton, onWays]);
  useFirstPaint(bodies.size > 0, onFirst);
  const firsts = useMemo(() => segments.slice(1).map(segment => segment.start), [segments]);

  return (
    <div className={css['frame']}>
      <section
        ref={scroller}
        className={css['scroll']}
        aria-label={texts.conversation.region}
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
      >
        {segments.length > 1 ? (
          <SegmentHead
            segments={segments}
            current={segmentAt(segments, view.first)}
            isPart={isPart}
            onGo={keys.goToSegment}
          />
        ) : null}
        <div ref={spacer} className={css['spacer']}>
          <div ref={block} className={css['block']}>
            {reading === null ? null : (
              <Rows open={open} skeleton={skeleton} reading={reading} range={range} bodies={bodies} />
            )}
          </div>
        </div>
        <Tail open={open} count={skeleton.ids.length} />
      </section>
      {reading === null || isPart ? null : <Minimap reading={reading} items={marked} segments={firsts} />}
      {error === null ? null : (
        <p className={css['failure']} role="alert">
          {texts.conversation.failed}: {errorWords(error).message}
        </p>
      )}
      {unseen > 0 ? (
        <Button className={css['pill']} icon="arrow-down" onClick={() => reading?.goToEnd()}>
          {texts.conversation.newMessages(unseen)}
        </Button>
      ) : null}
    </div>
  );
}

/** Tells once that something has been painted. */
function useFirstPaint(isThere: boolean, onFirst: (() => void) | undefined): void {
  useEffect(() => {
    if (!isThere || onFirst === undefined) return undefined;
    const frame = requestAnimationFrame(() => setTimeout(onFirst));
    return () => cancelAnimationFrame(frame);
  }, [isThere, onFirst]);
}

interface RowsProps {
  readonly open: OpenConversation;
  readonly skeleton: OpenConversation['skeleton'];
  readonly reading: ReadingWindow;
  readonly range: RowRange;
  readonly bodies: ReadonlyMap<number, MessageBody>;
}

const NO_BOUNDARIES = [] as const;

/** Compactions behind the last message. */
function Tail({ open: { compactions, segments }, count }: { open: OpenConversation; count: number }) {
  const now = useNow(MINUTE_MS);
  return emptyTail(compactions, count).map(compaction => (
    <Boundary
      key={`${compaction.kind} ${compaction.segmentId} ${String(compaction.summaryId)}`}
      compaction={compaction}
      segment={segments.find(segment => segment.sessionId === compaction.segmentId)}
      time={Number.NaN}
      now={now}
    />
  ));
}

function Rows({ open, skeleton, reading, range, bodies }: RowsProps) {
  const now = useNow(MINUTE_MS);
  const { ids } = skeleton;
  const end = Math.min(range.end, ids.length);
  return Array.from({ length: Math.max(0, end - range.start) }, (_, offset) => {
    const index = range.start + offset;
    const id = ids[index] ?? -1;
    const boundaries = boundariesAt(open.compactions, index);
    return (
      <MessageRow
        key={id}
        window={reading}
        id={id}
        body={bodies.get(id)}
        role={skeleton.roles[index] ?? 0}
        flags={skeleton.flags[index] ?? 0}
        day={newDay(skeleton.timestamps, index, now)}
        boundaries={boundaries.length === 0 ? NO_BOUNDARIES : boundaries}
        segments={boundaries.length === 0 ? NO_BOUNDARIES : open.segments}
        time={boundaries.length === 0 ? 0 : (skeleton.timestamps[index] ?? Number.NaN)}
        now={boundaries.length === 0 ? 0 : now}
      />
    );
  });
}
