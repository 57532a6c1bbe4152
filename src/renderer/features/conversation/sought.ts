import type { ClippedText } from '../../../shared/contract/conversation.ts';
import type { FoundPlace } from '../../../shared/contract/reading.ts';
import { useReader } from './reader-context.tsx';

/** A text that is no text. */
export const NO_TEXT: ClippedText = { text: '', bytes: 0, clipped: false };

/** A message that was gone to so that what holds it opens. */
export interface Found {
  readonly messageId: number;
  readonly place: FoundPlace;
  /** A match was found in it, to be brought into sight. */
  readonly isMatch: boolean;
  /** What is shown of the message does not show it: what is stored does. */
  readonly isMissed: boolean;
}

/** What a message is to the reader: where a link or a search led, where finding stands now, or just a message. */
export type Standing = 'hit' | 'found' | null;

/** Whether the reader stands on a message; what was found last counts before what a link led to. */
export function useStanding(messageId: number): Standing {
  const { hitId, found } = useReader();
  if (found !== undefined && found !== null) return found.messageId === messageId ? 'found' : null;
  return hitId === messageId ? 'hit' : null;
}

/** Where in a message the reader was sent to, by a search, a link or finding; null where to another message. */
export function useSought(messageId: number): FoundPlace | null {
  const { hitId, found } = useReader();
  if (found?.messageId === messageId) return found.place;
  return hitId === messageId ? 'shown' : null;
}

/** True where the reader was sent to a text that is shown cut, and what was looked for stands behind the cut. */
export function useIsBehindCut(messageId: number, place: FoundPlace, { text, clipped }: ClippedText): boolean {
  const { terms } = useReader();
  const sought = useSought(messageId);
  return clipped && sought === place && terms !== null && text.search(terms) === -1;
}

/** True where the reader was sent to something in a message that only what is stored of it shows. */
export function useIsMissed(messageId: number): boolean {
  const { found } = useReader();
  return found?.messageId === messageId && found.isMissed;
}
