import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FoundPlace } from '../../../shared/contract/reading.ts';
import { useClient } from '../../api/client-context.tsx';
import type { ReadingWindow } from './reading-window.ts';

/** How a message is gone to. */
export interface GoOptions {
  readonly focus: boolean;
  /** The card that holds it opens. */
  readonly opens?: boolean;
  /** Where something was found in it: what holds it opens, and the match comes into sight. */
  readonly found?: FoundPlace;
}

/** How the parts around a scroll move it. */
export interface ReadingWays {
  /** Index of the item that is looked at. */
  readonly current: () => number;
  /** Index of an item by id; -1 where it is not shown. */
  readonly indexOf: (id: number) => number;
  /** Goes to an item; `messageId` is a message in it, the item itself unless given. It gets the focus unless told not to. */
  readonly goTo: (index: number, messageId?: number, options?: GoOptions) => void;
}

/** The ways of a window over some items. */
export function waysOf(reading: ReadingWindow, ids: Float64Array): ReadingWays {
  return {
    current: () => reading.firstInView,
    indexOf: id => reading.indexOf(id),
    goTo: (index, messageId, { focus } = { focus: true }) => {
      const id = messageId ?? ids[index];
      if (id !== undefined) {
        reading.goTo({ index, messageId: id, align: messageId === undefined ? 'start' : 'center', focus });
      }
    },
  };
}

/** What stands out in a conversation: failed tools, and the items that call any. */
export interface Marks {
  /** Failed results and the items that show them, in order. */
  readonly failures: readonly { readonly messageId: number; readonly itemId: number }[];
  readonly tools: Float64Array;
}

const NO_MARKS: Marks = { failures: [], tools: new Float64Array() };

/** The marks of a conversation, read in stretches so that nothing waits for them; none until they are there. */
export function useMarks(sessionId: string, enabled: boolean): Marks {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['conversation', 'marks', sessionId],
    queryFn: async ({ signal }): Promise<Marks> => {
      const failures: { messageId: number; itemId: number }[] = [];
      let { tools } = NO_MARKS;
      for (let cursor: number | null = 0; cursor !== null;) {
        const answer: Awaited<ReturnType<typeof client.reading.marks>> = await client.reading.marks(
          { sessionId, cursor },
          { signal },
        );
        answer.failures.forEach((messageId, at) => {
          failures.push({ messageId, itemId: answer.items[at] ?? messageId });
        });
        tools = answer.tools ?? tools;
        cursor = answer.next;
      }
      return { failures, tools };
    },
    enabled,
    structuralSharing: false,
  });
  return data ?? NO_MARKS;
}

/** A failed result with the index of its item. */
export interface ShownFailure {
  readonly index: number;
  readonly messageId: number;
}

/** The failures among the items that are shown. */
export function useShownFailures(marks: Marks, ids: Float64Array): readonly ShownFailure[] {
  return useMemo(() => {
    if (marks.failures.length === 0) return [];
    const indexes = new Map<number, number>();
    ids.forEach((id, index) => indexes.set(id, index));
    return marks.failures.flatMap(({ messageId, itemId }) => {
      const index = indexes.get(itemId);
      return index === undefined ? [] : [{ index, messageId }];
    });
  }, [marks, ids]);
}

/**
 * The failure after the one that was gone to last, or before it (`step` -1): from there where it is still in view of
 * the reader, else from the item that is looked at. Null where there is none.
 */
export function stepFailure(
  failures: readonly ShownFailure[],
  from: { readonly item: number; readonly messageId: number | null },
  step: 1 | -1,
): ShownFailure | null {
  const ordered = step === 1 ? failures : failures.toReversed();
  const last = ordered.findIndex(each => each.messageId === from.messageId);
  if (last !== -1) return ordered[last + 1] ?? null;
  return ordered.find(({ index }) => (index - from.item) * step > 0) ?? null;
}
