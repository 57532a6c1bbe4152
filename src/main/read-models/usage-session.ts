import type { z } from 'zod';
import type { Residual, SessionUsageRow, usage } from '../../shared/contract/usage.ts';
import { AppError } from '../../shared/errors.ts';
import type { LaneOp } from '../lanes/context.ts';
import { conversationIndex, type ConversationIndex } from './conversation-index.ts';
import { addCost, emptyCost } from './cost.ts';
import type { SessionNode } from './edges-family.ts';
import type { Session } from './edges.ts';
import { labelOf } from './label.ts';
import { sumsOf } from './lineage-totals.ts';
import { Sums } from './usage-groups.ts';
import { entryOfNode, type LedgerEntry } from './usage-ledger.ts';
import { missingInSchema } from './usage-missing.ts';
import type { UsagePart } from './usage-parts.ts';
import { readUsageRows } from './usage-rows.ts';
import { isDifference } from './usage-select.ts';
import { totalOf, withTotal } from './usage-values.ts';

type Procedure = (typeof usage)['session'];
type Output = z.output<Procedure['output']>;

/**
 * What the conversation that holds a session used; contract `usage.session`.
 *
 * @throws AppError `not-found` for an unknown id.
 */
export const sessionUsage: LaneOp<z.output<Procedure['input']>, Output> = (context, { sessionId }) => {
  const index = conversationIndex(context);
  const chain = chainNodes(index, sessionId);
  const helpers = subagentsOf(chain);
  const ids = [...chain, ...helpers].map(({ session }) => session.id);
  const rows = readUsageRows(context.store, ids);
  const entriesOf = (nodes: readonly SessionNode[]) =>
    nodes.map(node => entryOfNode(index, node, rows)).filter(entry => entry !== null);
  const entries = entriesOf(chain);
  const below = sumsOf(entriesOf(helpers));
  return {
    segments: entries.map(({ session }) => segmentOf(index, session)),
    rows: entries.flatMap(rowsOf),
    residual: residualOf(entries),
    total: sumsOf(entries).toSums(),
    subagents: { ...below.toTokens(), sessions: helpers.length, cost: below.cost },
    missing: missingInSchema(context.store.catalog),
  };
};

function chainNodes(index: ConversationIndex, sessionId: string): SessionNode[] {
  const segments = index.conversationOf.get(sessionId)?.segments;
  if (segments === undefined) {
    throw new AppError('not-found', 'This session is not in the database any more.', {
      hint: 'It may have been deleted meanwhile; go back to the list.',
    });
  }
  return segments.map(({ id }) => index.byId.get(id)).filter(node => node !== undefined);
}

/** Subagents of a chain at any depth, with what goes on where one of them was compressed. */
function subagentsOf(chain: readonly SessionNode[]): SessionNode[] {
  const found: SessionNode[] = [];
  const waiting = [...chain];
  const isBelow = (node: SessionNode, child: SessionNode) => child.kind === 'delegate' || node.continuation === child;
  const known = new Set(chain);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of node.children) {
      if (known.has(child) || !isBelow(node, child)) continue;
      known.add(child);
      found.push(child);
      waiting.push(child);
    }
  }
  return found;
}

function segmentOf(index: ConversationIndex, session: Session): Output['segments'][number] {
  const cost = emptyCost();
  addCost(cost, session.cost);
  const preview = session.title === null ? index.previews.ofSession(session, true) : '';
  const label = labelOf({ title: session.title, preview, session });
  return { sessionId: session.id, label, ...withTotal(session), apiCalls: session.apiCalls, cost };
}

/** Rows of one key are one: a table with another key may hold several. Costs of different states stay apart. */
function rowsOf({ session, parts }: LedgerEntry): SessionUsageRow[] {
  const groups = new Map<string, { part: UsagePart; sums: Sums; usd: number }>();
  for (const part of parts) {
    const key = JSON.stringify([part.kind, part.model, part.provider, part.task, part.state]);
    const group = groups.get(key) ?? { part, sums: new Sums(), usd: 0 };
    group.sums.add(part);
    group.usd += part.usd;
    groups.set(key, group);
  }
  const ordered = [...groups.values()].sort((a, b) => orderOf(a.part) - orderOf(b.part) || tokens(b) - tokens(a));
  return ordered.map(({ part, sums, usd }) => ({
    sessionId: session.id,
    kind: part.kind,
    model: part.model,
    provider: part.provider,
    task: part.task,
    ...sums.toTokens(),
    apiCalls: sums.apiCalls,
    costState: part.state,
    costUsd: part.state === 'actual' || part.state === 'estimated' ? usd : null,
    costSource: part.source,
  }));
}

function orderOf({ kind }: UsagePart): number {
  return kind === 'row' ? 0 : kind === 'rest' ? 1 : 2;
}

function tokens({ sums }: { readonly sums: Sums }): number {
  return totalOf(sums.tokens);
}

function residualOf(entries: readonly LedgerEntry[]): Residual {
  const rest = new Sums();
  let sessions = 0;
  for (const part of entries.flatMap(({ parts }) => parts)) {
    if (!isDifference(part)) continue;
    rest.add(part);
    sessions += 1;
  }
  const { estimatedUsd, actualUsd } = rest.cost;
  return { ...rest.toTokens(), sessions, estimatedUsd, actualUsd };
}
