import { useDeferredValue, useMemo, useRef } from 'react';
import type { MinimapItems } from './minimap-marks.ts';
import type { OpenConversation, OpeningConversation } from './queries.ts';
import { stepFailure, useMarks, useShownFailures } from './reading-ways.ts';
import type { Marks, ReadingWays, ShownFailure } from './reading-ways.ts';
import { promptsOf } from './skeleton-places.ts';

type Skeleton = OpenConversation['skeleton'];

/** Items that may stand between the top of the view and a failure in its middle. */
const IN_VIEW = 12;
const NOTHING = { ids: new Float64Array(), roles: new Uint8Array(), flags: new Uint8Array() };
const NO_ITEMS: Omit<MinimapItems, 'hits'> = { prompts: [], tools: [], failures: [] };

/** What stands out in a conversation, and the steps from one failed tool to the next. */
export function useStandouts(sessionId: string, { data, isPart }: OpeningConversation, ways: ReadingWays | null) {
  // Looking through 50,000 items need not hold up the messages.
  const skeleton = useDeferredValue(isPart ? undefined : data?.skeleton);
  const marks = useDeferredValue(useMarks(sessionId, skeleton !== undefined));
  const failures = useShownFailures(marks, skeleton?.ids ?? NOTHING.ids);
  const marked = useMemo(
    () => (skeleton === undefined ? NO_ITEMS : standouts(skeleton, marks, failures)),
    [skeleton, marks, failures],
  );
  const last = useRef<ShownFailure | null>(null);
  const onFailure = (step: 1 | -1): void => {
    if (ways === null) return;
    const item = ways.current();
    const from = last.current;
    const isInView = from !== null && from.index >= item && from.index <= item + IN_VIEW;
    const next = stepFailure(failures, { item, messageId: isInView ? from.messageId : null }, step);
    if (next === null) return;
    last.current = next;
    ways.goTo(next.index, next.messageId, { focus: true, opens: true });
  };
  return { marked, failures, onFailure };
}

function standouts(skeleton: Skeleton, marks: Marks, failures: readonly ShownFailure[]): Omit<MinimapItems, 'hits'> {
  const callers = new Set(marks.tools);
  const tools: number[] = [];
  skeleton.ids.forEach((id, index) => {
    if (callers.has(id)) tools.push(index);
  });
  return { prompts: promptsOf(skeleton), tools, failures: failures.map(failure => failure.index) };
}
