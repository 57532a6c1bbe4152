import type { SessionView } from '../../shared/contract/sessions.ts';
import type { LaneContext } from '../lanes/context.ts';
import type { Conversation } from './conversation-index-build.ts';
import type { ConversationIndex } from './conversation-index.ts';
import { localDays } from './usage-days.ts';
import { type Ledger, usageLedger } from './usage-ledger.ts';
import { countedBy, partsInSlice } from './usage-select.ts';

/** The conversations behind a figure of the dashboard. */
export interface Behind {
  /** Rows of the list that hold a counted row: their own, a subagent's, or that of an unexplained child. */
  readonly homes: ReadonlySet<Conversation>;
  /** Conversations with counted rows of their own, be they rows of the list or not. */
  readonly own: ReadonlySet<Conversation>;
  /** Changes whenever any of this may have changed; grows. */
  readonly revision: number;
}

interface Kept {
  readonly ledger: Ledger;
  readonly found: Map<string, Behind>;
}

const kept = new WeakMap<LaneContext['store'], Kept>();
/** Figures that are kept worked out. */
const MAX_KEPT = 12;

/**
 * What is behind the figure that a view is restricted to. A chain is its conversation; rows of subagents and
 * unexplained children are those of the conversation above them that the list shows, as the dashboard counts
 * conversations.
 */
export function behindOf(
  context: LaneContext,
  index: ConversationIndex,
  { filter, zone, slice }: NonNullable<SessionView['behind']>,
): Behind {
  const ledger = usageLedger(context, index);
  const time = { days: localDays(zone), now: context.store.now() };
  const today = time.days.of(time.now);
  const before = kept.get(context.store);
  const now: Kept = before?.ledger === ledger ? before : { ledger, found: new Map<string, Behind>() };
  kept.set(context.store, now);
  const key = JSON.stringify([filter, time.days.zone, slice, today]);
  const known = now.found.get(key);
  if (known !== undefined) return known;
  const homes = new Set<Conversation>();
  const own = new Set<Conversation>();
  for (const counted of countedBy(ledger, filter, time)) {
    if (partsInSlice(counted, slice).length === 0) continue;
    homes.add(counted.entry.home);
    own.add(counted.entry.conversation);
  }
  const behind = { homes, own, revision: ledger.revision + today };
  if (now.found.size >= MAX_KEPT) now.found.clear();
  now.found.set(key, behind);
  return behind;
}
