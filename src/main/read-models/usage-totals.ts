import type { z } from 'zod';
import type { usage } from '../../shared/contract/usage.ts';
import type { LaneContext, LaneOp } from '../lanes/context.ts';
import { has, liveColumn } from '../session-db/catalog.ts';
import type { Store } from '../session-db/store.ts';
import { conversationIndex, type ConversationIndex } from './conversation-index.ts';
import { addCost, costOf, emptyCost } from './cost.ts';
import type { Session } from './edges.ts';
import { countMessages } from './usage-totals-messages.ts';

type UsageTotals = z.output<(typeof usage)['totals']['output']>;

/** Sums of the tokens that `sessions` and `session_model_usage` count alike. */
interface Tokens {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  reasoningTokens: number;
}

/** Dollars of auxiliary calls by state; null where no call has it. */
interface AuxiliaryCost {
  readonly estimatedUsd: number | null;
  readonly actualUsd: number | null;
}

/**
 * Totals over every row of the file; contract `usage.totals`. Rows of `session_model_usage` without a task only split
 * what the session row counts; those with one come on top, with their costs.
 * Spec: api §12, design §10 Numbers.
 */
export const usageTotals: LaneOp<Record<string, never>, UsageTotals> = context => {
  const index = conversationIndex(context);
  const sessions = index.nodes.map(node => node.session);
  const tokens = addTokens(sumTokens(sessions), auxiliaryTokens(context.store));
  const cost = emptyCost();
  for (const session of sessions) addCost(cost, session.cost);
  const auxiliary = auxiliaryCost(context.store);
  return {
    sessions: sessions.length,
    conversations: index.listed,
    messages: knownMessages(context, index),
    toolCalls: sessions.reduce((total, session) => total + session.toolCalls, 0),
    ...tokens,
    estimatedUsd: addKnown(cost.estimatedCount > 0 ? cost.estimatedUsd : null, auxiliary.estimatedUsd),
    actualUsd: addKnown(cost.actualCount > 0 ? cost.actualUsd : null, auxiliary.actualUsd),
    cost,
  };
};

/** The count reads far more than the rest, so it is kept for as long as the sessions stay as they are. */
const counted = new WeakMap<ConversationIndex, number>();

function knownMessages(context: LaneContext, index: ConversationIndex): number {
  const known = counted.get(index);
  if (known !== undefined) return known;
  const count = countMessages(context, index);
  counted.set(index, count);
  return count;
}

function sumTokens(sessions: readonly Session[]): Tokens {
  return sessions.reduce<Tokens>(addTokens, noTokens());
}

function noTokens(): Tokens {
  return { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
}

function addTokens(a: Tokens, b: Tokens): Tokens {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  };
}

/** Files before the column `task` have no auxiliary calls; spec: schema §5. */
function hasTasks({ catalog }: Store): boolean {
  return has(catalog, 'session_model_usage', 'task');
}

function auxiliaryTokens(store: Store): Tokens {
  if (!hasTasks(store)) return noTokens();
  const sum = (column: string) =>
    // Unlike SUM it does not fail where the integers of a damaged file overflow.
    `TOTAL(${liveColumn(store.catalog, 'session_model_usage', column, 'u', '0')})`;
  const row = store.db
    .prepare<[], Tokens>(
      `SELECT ${sum('input_tokens')} AS inputTokens, ${sum('output_tokens')} AS outputTokens,
       ${sum('cache_read_tokens')} AS cacheReadTokens, ${sum('cache_write_tokens')} AS cacheWriteTokens,
       ${sum('reasoning_tokens')} AS reasoningTokens FROM session_model_usage u WHERE u.task <> ''`,
    )
    .get();
  return row ?? noTokens();
}

/** In this table an actual cost of 0 is the default and says nothing; spec: schema §5. */
function auxiliaryCost(store: Store): AuxiliaryCost {
  if (!hasTasks(store)) return { estimatedUsd: null, actualUsd: null };
  const column = (name: string) => liveColumn(store.catalog, 'session_model_usage', name, 'u');
  const cost = emptyCost();
  const rows = store.db
    .prepare<[], { estimatedUsd: unknown; actualUsd: unknown; status: unknown; source: unknown }>(
      `SELECT ${column('estimated_cost_usd')} AS estimatedUsd, NULLIF(${column('actual_cost_usd')}, 0) AS actualUsd,
       ${column('cost_status')} AS status, ${column('cost_source')} AS source
       FROM session_model_usage u WHERE u.task <> ''`,
    )
    .all();
  for (const row of rows) addCost(cost, costOf(row));
  return {
    estimatedUsd: cost.estimatedCount > 0 ? cost.estimatedUsd : null,
    actualUsd: cost.actualCount > 0 ? cost.actualUsd : null,
  };
}

function addKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b;
}
