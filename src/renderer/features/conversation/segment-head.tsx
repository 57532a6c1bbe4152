import type { Segment } from '../../../shared/contract/conversation.ts';
import { shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { shortTime } from './message-words.ts';
import css from './segment-head.module.css';

const MOST_PIPS = 12;
const MINUTE_MS = 60_000;

interface SegmentHeadProps {
  readonly segments: readonly Segment[];
  /** Index of the segment in view. */
  readonly current: number;
  /** The other segments are not there yet: what is counted now is not all. */
  readonly isPart: boolean;
  readonly onGo: (segment: number) => void;
}

/** Which part of a compressed conversation is in view, and the way to the next one. */
export function SegmentHead({ segments, current, isPart, onGo }: SegmentHeadProps) {
  const now = useNow(MINUTE_MS);
  const segment = segments[current];
  const count = segments.length;
  if (segment === undefined) return null;
  const times = [segment.startedAt, segment.endedAt].map(shortTime).filter(time => time !== '');
  return (
    <div className={css['head']}>
      {count > MOST_PIPS ? (
        <progress className={css['bar']} max={count} value={current + 1} aria-hidden="true" />
      ) : (
        <span className={css['pips']} aria-hidden="true">
          {segments.map((each, at) => (
            <i key={each.sessionId} data-on={at === current} />
          ))}
        </span>
      )}
      <b>{texts.conversation.segment(current + 1, count)}</b>
      {current === 0 || segment.startedAt === null ? null : (
        <span className={css['fact']}>
          {texts.conversation.compressedSince(`${shortDay(segment.startedAt, now)} ${shortTime(segment.startedAt)}`)}
        </span>
      )}
      <span className={css['fact']}>{times.join('–')}</span>
      {isPart ? null : (
        <span className={css['fact']} title={segment.sessionId}>
          {texts.sessions.messages(segment.count)}
        </span>
      )}
      <span className={css['space']} />
      <IconButton
        small
        icon="up"
        label={texts.conversation.previousSegment}
        disabled={current === 0}
        onClick={() => onGo(current - 1)}
      />
      <IconButton
        small
        icon="down"
        label={texts.conversation.nextSegment}
        disabled={current >= count - 1}
        onClick={() => onGo(current + 1)}
      />
    </div>
  );
}
