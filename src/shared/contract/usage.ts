import { z } from 'zod';
import { query } from './procedure.ts';
import { ConversationRow, CostSummary } from './sessions.ts';
import { Day, UsageFilter } from './usage-filter.ts';

/** Tokens of some rows. Total is input + output + cache read + cache write; reasoning is part of output. */
export const TokenSums = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  reasoningTokens: z.number(),
  totalTokens: z.number(),
});
export type TokenSums = z.infer<typeof TokenSums>;

/** Sums of one part of the ledger. */
export const UsageSums = TokenSums.extend({ apiCalls: z.number(), cost: CostSummary });
export type UsageSums = z.infer<typeof UsageSums>;

/**
 * One row of a table of the dashboard, and one bar of its chart. A session counts under each model and provider that it
 * used, so sessions and the counts of cost states add up by source and day alone; tokens and dollars always do.
 */
export const UsageRow = TokenSums.extend({
  /** The model, provider, source, task or day; empty where the file does not say. */
  value: z.string(),
  sessions: z.number(),
  conversations: z.number(),
  apiCalls: z.number(),
  cost: CostSummary,
});
export type UsageRow = z.infer<typeof UsageRow>;

/**
 * The ten tiles: tokens and dollars of sessions and of auxiliary calls. A cost is null where no row has its state.
 * `cost` is of the sessions alone, each in one state.
 */
export const UsageTiles = z.object({
  sessions: z.number(),
  conversations: z.number(),
  messages: z.number(),
  toolCalls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  reasoningTokens: z.number(),
  estimatedUsd: z.number().nullable(),
  actualUsd: z.number().nullable(),
  cost: CostSummary,
});
export type UsageTiles = z.infer<typeof UsageTiles>;

/** One model on one local day. */
export const DayPoint = TokenSums.extend({
  day: Day,
  model: z.string(),
  sessions: z.number(),
  conversations: z.number(),
  cost: CostSummary,
});
export type DayPoint = z.infer<typeof DayPoint>;

/**
 * What session totals and the rows of `session_model_usage` without a task differ by; signed. `sessions` are those that
 * differ.
 */
export const Residual = TokenSums.extend({ sessions: z.number(), estimatedUsd: z.number(), actualUsd: z.number() });
export type Residual = z.infer<typeof Residual>;

/** A conversation with what the filter counts of it, its subagents and its auxiliary calls. */
export const TopConversation = ConversationRow.extend({ counted: UsageSums });
export type TopConversation = z.infer<typeof TopConversation>;

export const Dashboard = z.object({
  tiles: UsageTiles,
  /**
   * The tiles are `sessionTotals` + `auxiliary`, and `sessionTotals` is `rowTotals` (the rows by model of the main loop)
   * + `residual`.
   */
  sessionTotals: UsageSums,
  rowTotals: UsageSums,
  auxiliary: UsageSums,
  /** Whole local days in order; `value` is the day. Undated sessions are in none. */
  byDay: z.array(UsageRow),
  /** Days in order, by model; a day without use has no point. `firstDay` and `lastDay` bound the range that was counted. */
  days: z.array(DayPoint),
  firstDay: Day.nullable(),
  lastDay: Day.nullable(),
  /** Rows of sessions whose `started_at` is no time between 2000 and 2100; they are in `all` only. */
  undated: z.number(),
  byModel: z.array(UsageRow),
  byProvider: z.array(UsageRow),
  bySource: z.array(UsageRow),
  /** Auxiliary calls by task; the main loop is not among them. */
  byTask: z.array(UsageRow),
  residual: Residual,
  topByTokens: z.array(TopConversation),
  /** By the larger of what is known: estimated and actual dollars are not added. */
  topByCost: z.array(TopConversation),
  /** What filters can be set to, with the number of sessions in the range. */
  sources: z.array(z.object({ value: z.string(), count: z.number() })),
  models: z.array(z.object({ value: z.string(), count: z.number() })),
  /** What this file cannot say, in words, such as that it has no costs. */
  missing: z.array(z.string()),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** One part of what a session used. */
export const SessionUsageRow = TokenSums.extend({
  sessionId: z.string(),
  /** A row by model of the main loop; what such rows leave of the session's totals, signed; or auxiliary calls. */
  kind: z.enum(['row', 'rest', 'auxiliary']),
  model: z.string(),
  provider: z.string(),
  /** Empty for the main loop. */
  task: z.string(),
  apiCalls: z.number(),
  costState: z.enum(['actual', 'estimated', 'included', 'unknown']),
  costUsd: z.number().nullable(),
  costSource: z.string().nullable(),
});
export type SessionUsageRow = z.infer<typeof SessionUsageRow>;

export const SessionUsage = z.object({
  /** Segments in order, each with its totals as `sessions` has them. */
  segments: z.array(
    TokenSums.extend({ sessionId: z.string(), label: z.string(), apiCalls: z.number(), cost: CostSummary }),
  ),
  /** By segment; they add up to `total`. */
  rows: z.array(SessionUsageRow),
  /** Sum of the rests among `rows`. */
  residual: Residual,
  /** Over the chain: session totals and auxiliary calls. */
  total: TokenSums.extend({ apiCalls: z.number(), cost: CostSummary }),
  /** Of subagents at any depth with their auxiliary calls, not in `total`. */
  subagents: TokenSums.extend({ sessions: z.number(), cost: CostSummary }),
  missing: z.array(z.string()),
});
export type SessionUsage = z.infer<typeof SessionUsage>;

export const usage = {
  /** The ten tiles over every row of the file. */
  totals: query({ input: z.object({}), output: UsageTiles }),
  /** Everything the dashboard shows. `zone` is an IANA time zone; the system's where it is null. */
  dashboard: query({
    input: z.object({ filter: UsageFilter, zone: z.string().max(100).nullable() }),
    output: Dashboard,
  }),
  /** What one conversation used: its segments, the rows by model and task, its subagents. */
  session: query({ input: z.object({ sessionId: z.string() }), output: SessionUsage }),
};
