import type { FamilyTotals, LineageNode } from '../../shared/contract/conversation.ts';
import type { LaneContext } from '../lanes/context.ts';
import type { ConversationIndex } from './conversation-index.ts';
import { addCost, addSummary, emptyCost, type MutableCostSummary } from './cost.ts';
import type { SessionNode } from './edges-family.ts';
import { Sums } from './usage-groups.ts';
import { entryOfNode, type LedgerEntry, segmentBefore } from './usage-ledger.ts';
import { MessageCounter } from './usage-messages.ts';
import { isMain } from './usage-parts.ts';
import { readUsageRows } from './usage-rows.ts';
import { totalOf } from './usage-values.ts';

/** A session and where it stands in its family. */
export interface FamilyPlace {
  readonly node: SessionNode;
  readonly depth: number;
  readonly parentId: string | null;
  /** Index of the parent among the places; -1 for one at the top. */
  readonly parentAt: number;
}

/** What a session comes to, and what it and all that hangs on it come to. */
export type NodeTotals = Pick<LineageNode, 'messages' | 'tokens' | 'cost' | 'branch'>;

/** Totals under construction. */
interface Totals {
  sessions: number;
  messages: number;
  tokens: number;
  readonly cost: MutableCostSummary;
}

function noTotals(): Totals {
  return { sessions: 0, messages: 0, tokens: 0, cost: emptyCost() };
}

/** Totals of nothing. */
export const NOTHING: NodeTotals = { messages: 0, tokens: 0, cost: emptyCost(), branch: noTotals() };

function addTotals(to: Totals, from: FamilyTotals): void {
  to.sessions += from.sessions;
  to.messages += from.messages;
  to.tokens += from.tokens;
  addSummary(to.cost, from.cost);
}

/**
 * Messages, tokens and cost of a family by session and by branch, counted as the dashboard counts them: visible
 * messages with copies once, session totals and auxiliary calls.
 *
 * @param places - in preorder: each parent stands before its children.
 */
export function familyTotals(
  context: LaneContext,
  index: ConversationIndex,
  places: readonly FamilyPlace[],
): { readonly nodes: readonly NodeTotals[]; readonly family: FamilyTotals } {
  const rows = readUsageRows(
    context.store,
    places.map(({ node }) => node.session.id),
  );
  const counter = new MessageCounter(context);
  const own = places.map(({ node }) => {
    const messages = counter.of(node.session, segmentBefore(node));
    return { sessions: 1, messages, ...costsOf(entryOfNode(index, node, rows)) };
  });
  const family = noTotals();
  const branches = own.map(totals => ({ ...totals, cost: { ...totals.cost } }));
  for (let at = places.length - 1; at >= 0; at -= 1) {
    const branch = branches[at];
    if (branch === undefined) continue;
    addTotals(branches[places[at]?.parentAt ?? -1] ?? family, branch);
  }
  const nodes = own.map(({ messages, tokens, cost }, at) => {
    return { messages, tokens, cost, branch: branches[at] ?? noTotals() };
  });
  return { nodes, family };
}

/** Tokens and cost of a session: what its row says, in its one state, and its auxiliary calls in theirs. */
function costsOf(entry: LedgerEntry | null): Pick<Totals, 'tokens' | 'cost'> {
  const sums = sumsOf(entry === null ? [] : [entry]);
  return { tokens: totalOf(sums.tokens), cost: sums.cost };
}

/** Sums over whole sessions, each in its one state, with their auxiliary calls. */
export function sumsOf(entries: readonly LedgerEntry[]): Sums {
  const sums = new Sums();
  for (const { session, parts } of entries) {
    for (const part of parts) {
      if (isMain(part)) sums.addTokens(part);
      else sums.add(part);
    }
    addCost(sums.cost, session.cost);
  }
  return sums;
}
