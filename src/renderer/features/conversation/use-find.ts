import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FoundPlace } from '../../../shared/contract/reading.ts';
import { useClient } from '../../api/client-context.tsx';

/** A message that holds the text, and the item that shows it. */
export interface Finding {
  readonly messageId: number;
  readonly itemId: number;
  readonly place: FoundPlace;
}

/** What was found in a conversation. */
export interface Findings {
  readonly text: string;
  readonly found: readonly Finding[];
  /** A text was too long to be looked through. */
  readonly isCut: boolean;
}

/** More hits than this are not gone through one by one. */
const MOST = 10_000;

/** The messages of a conversation that hold a text; read in stretches, so that nothing waits for them. */
export function useFindings(sessionId: string, text: string): Findings | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['conversation', 'find', sessionId, text],
    queryFn: async ({ signal }): Promise<Findings> => {
      const found: Finding[] = [];
      let isCut = false;
      for (let cursor: number | null = 0; cursor !== null && found.length < MOST;) {
        const answer: Awaited<ReturnType<typeof client.reading.find>> = await client.reading.find(
          { sessionId, text, cursor },
          { signal },
        );
        answer.messages.forEach((messageId, at) => {
          found.push({ messageId, itemId: answer.items[at] ?? messageId, place: answer.places[at] ?? 'shown' });
        });
        isCut ||= answer.isCut;
        cursor = answer.next;
      }
      return { text, found, isCut };
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
  return text === '' ? null : (data ?? null);
}

/**
 * Which finding comes first when one stands at an item: the first that is there or behind it, else the first of all.
 *
 * @param indexOf - index of an item; -1 where it is not shown.
 */
export function firstFinding(found: readonly Finding[], current: number, indexOf: (itemId: number) => number): number {
  const at = found.findIndex(({ itemId }) => indexOf(itemId) >= current);
  return at === -1 && found.length > 0 ? 0 : at;
}
