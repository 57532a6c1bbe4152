import type { DateRange, HiddenReason, SessionState, SessionView } from '../../shared/contract/sessions.ts';
import type { Conversation } from './conversation-index-build.ts';
import { endReasonOf, isStaleOpen } from './conversation-traits.ts';

/** Parts of a view that are chosen on their own and have counts of their own. */
export const PARTS = [
  'scope',
  'source',
  'model',
  'state',
  'provider',
  'project',
  'end-reason',
  'dates',
] as const satisfies readonly (HiddenReason | 'scope')[];
export type Part = (typeof PARTS)[number];

/** States in the order in which they are listed. */
export const STATES: readonly SessionState[] = ['open', 'ended', 'pinned', 'archived', 'stale-open', 'has-subagents'];

/** Whether a conversation is in a state at a time, in seconds; spec: design §10 Archived. */
export function isInState(conversation: Conversation, state: SessionState, now: number): boolean {
  switch (state) {
    case 'archived':
      return conversation.archived;
    case 'pinned':
      return conversation.pinned;
    case 'has-subagents':
      return conversation.subagents > 0;
    case 'stale-open':
      return isStaleOpen(conversation, now);
    case 'open':
    case 'ended':
      return conversation.tip.ended === (state === 'ended');
  }
}

type Test = (conversation: Conversation) => boolean;

/** The test of each part in which something is chosen. */
export type PartTests = readonly { readonly part: Part; readonly passes: Test }[];

/** Tests of the parts of a view; parts in which everything is let through have none. */
export function partTests(view: SessionView, now: number): PartTests {
  const tests: Readonly<Record<Part, Test | null>> = {
    scope: view.scope === 'all' ? null : ({ automation }) => automation === (view.scope === 'automation'),
    source: oneOf(view.sources, ({ source }) => source),
    model: oneOf(view.models, ({ model }) => model),
    state: stateTest(view.states, now),
    provider: oneOf(view.providers, ({ provider }) => provider),
    project: oneOf(view.projects, ({ project }) => project),
    'end-reason': oneOf(view.endReasons, endReasonOf),
    dates: datesTest(view.dates),
  };
  return PARTS.flatMap(part => {
    const passes = tests[part];
    return passes === null ? [] : [{ part, passes }];
  });
}

/** Empty text stands for conversations without a value. */
function oneOf(
  chosen: readonly string[] | undefined,
  valueOf: (conversation: Conversation) => string | null,
): Test | null {
  if (chosen === undefined || chosen.length === 0) return null;
  const wanted = new Set(chosen);
  return conversation => wanted.has(valueOf(conversation) ?? '');
}

function stateTest(states: readonly SessionState[], now: number): Test | null {
  if (states.length === 0) return null;
  return conversation => states.some(state => isInState(conversation, state, now));
}

function datesTest(dates: SessionView['dates']): Test | null {
  return dates ? conversation => isWithin(conversation, dates) : null;
}

/** Going on within the time: neither over before it nor begun after it. Without a time of its own it never is. */
export function isWithin({ startedAt, lastActive }: Conversation, { from, to }: DateRange): boolean {
  if (from === null && to === null) return true;
  const begun = startedAt ?? lastActive;
  const over = lastActive ?? startedAt;
  return begun !== null && over !== null && (from === null || over >= from) && (to === null || begun < to);
}
