import { useState } from 'react';
import type { Compaction, Segment } from '../../../shared/contract/conversation.ts';
import { shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import css from './boundary.module.css';
import { shortTime } from './message-words.ts';
import { useFold } from './reader-context.tsx';
import { Xray } from './xray.tsx';

interface BoundaryProps {
  readonly compaction: Compaction;
  /** The session that begins here, or in which it happened. */
  readonly segment: Segment | undefined;
  /** Time of what follows, in seconds. */
  readonly time: number;
  readonly now: number;
}

/** Where a conversation was compressed: it went on in another session, or in the same one. */
export function Boundary({ compaction, segment, time, now }: BoundaryProps) {
  const { kind, segmentId, summaryId } = compaction;
  const [isOpen, toggle] = useFold(`xray ${kind} ${segmentId} ${String(summaryId)}`);
  const [isNew, setNew] = useState(false);
  const name = nameOf(kind, segment?.startedAt ?? time, time, now);
  const title = kind === 'rotation' ? (segment?.title ?? null) : null;
  return (
    <>
      <div className={css['boundary']}>
        <div className={css['name']} role="separator" aria-label={name}>
          <Icon name="chain" size="small" />
          <b>{name}</b>
          {title === null ? null : <span className={css['title']}>{visibleText(title)}</span>}
        </div>
        <Button
          look="plain"
          small
          icon="xray"
          aria-expanded={isOpen}
          onClick={() => {
            setNew(!isOpen);
            toggle();
          }}
        >
          {texts.conversation.xray.open}
        </Button>
      </div>
      {isOpen ? <Xray compaction={compaction} isNew={isNew} /> : null}
    </>
  );
}

function nameOf(kind: Compaction['kind'], started: number, time: number, now: number): string {
  const words = texts.conversation;
  const at = kind === 'rotation' ? started : time;
  const when = Number.isNaN(at) ? '' : `${shortDay(at, now)} ${shortTime(at)}`;
  return kind === 'rotation' ? words.compressed(when) : [words.compactedInPlace, when].join(' ').trim();
}
