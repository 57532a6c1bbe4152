import { memo } from 'react';
import type { Neighbour, SearchHit } from '../../../shared/contract/search.ts';
import { clock, fullTime, shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { visibleText } from '../../ui/visible-text.ts';
import css from './results.module.css';
import { Snippet } from './snippet.tsx';

interface HitRowProps {
  readonly hit: SearchHit;
  readonly lines: 1 | 2;
  readonly isCursor: boolean;
  readonly now: number;
  readonly onOpen: (hit: SearchHit) => void;
  /** The pointer has come to it, has left it (null), or was pressed on it. */
  readonly onPoint: (hit: SearchHit | null, isPressed: boolean) => void;
  readonly onFocus: (hit: SearchHit) => void;
}

const KNOWN_ROLES = new Set(['user', 'assistant', 'tool']);

/** One hit: who said it and when, the text around the match, and in grey what came before and after. */
export const HitRow = memo(function HitRow({ hit, lines, isCursor, now, onOpen, onPoint, onFocus }: HitRowProps) {
  const { timestamp } = hit;
  return (
    <div
      role="listitem"
      className={classNames(css['hit'], css[KNOWN_ROLES.has(hit.role) ? hit.role : 'system'])}
      data-message-id={hit.messageId}
      data-session-id={hit.sessionId}
      tabIndex={isCursor ? 0 : -1}
      onClick={() => onOpen(hit)}
      onPointerEnter={() => onPoint(hit, false)}
      onPointerLeave={() => onPoint(null, false)}
      onPointerDown={() => onPoint(hit, true)}
      onFocus={() => onFocus(hit)}
    >
      <div className={css['role']}>
        <span className={css['who']} title={hit.toolName ?? undefined}>
          {visibleText(texts.search.role(hit.role))}
        </span>
        <time title={timestamp === null ? texts.search.noTime : fullTime(timestamp)}>
          {timestamp === null ? '—' : `${shortDay(timestamp, now)} ${clock(timestamp)}`}
        </time>
      </div>
      <div className={css['words']}>
        <Near neighbour={hit.before} />
        <div className={lines === 2 ? css['snippet2'] : css['snippet1']}>
          <Snippet parts={hit.snippet} />
        </div>
        <Near neighbour={hit.after} />
      </div>
    </div>
  );
});

function Near({ neighbour }: { neighbour: Neighbour | null }) {
  if (neighbour === null) return null;
  return (
    <div className={css['near']}>
      {visibleText(texts.search.role(neighbour.role))}: {visibleText(neighbour.text).replace(/\s+/g, ' ')}
    </div>
  );
}
