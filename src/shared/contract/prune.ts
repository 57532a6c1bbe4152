import { z } from 'zod';
import { command, query } from './procedure.ts';

/** What to prune. The unit is the conversation: a chain with its subagents goes whole or stays whole. */
export const PruneRule = z.object({
  /** Days, fractions allowed. */
  olderThanDays: z.number().min(0).max(36_500),
  /** Which time counts: the start of the first segment, or the last activity anywhere in the conversation. */
  by: z.enum(['started', 'activity']),
  /** Empty means any. */
  sources: z.array(z.string()),
  /** Kept unless set. */
  includePinned: z.boolean(),
  includeArchived: z.boolean(),
  /**
   * Also conversations with an open session, where nothing was written in any of them since the cut-off: ones that
   * ended without anybody saying so. One that is in use never goes.
   */
  includeOpen: z.boolean().optional(),
});
export type PruneRule = z.infer<typeof PruneRule>;

export const PruneItem = z.object({
  id: z.string(),
  label: z.string(),
  source: z.string(),
  startedAt: z.number().nullable(),
  lastActive: z.number().nullable(),
  /** Rows of `sessions`: segments and subagents. */
  sessions: z.number(),
  messages: z.number(),
  bytes: z.number(),
});
export type PruneItem = z.infer<typeof PruneItem>;

export const PrunePlan = z.object({
  conversations: z.number(),
  sessions: z.number(),
  messages: z.number(),
  /** Bytes of the rows that would go, by table. */
  bytesByTable: z.array(z.object({ table: z.string(), rows: z.number(), bytes: z.number() })),
  bytes: z.number(),
  /** The oldest 500. */
  items: z.array(PruneItem),
  /** Old enough, but kept: pinned, archived, live (an open session anywhere in it that is not asked for), being compressed. */
  kept: z.object({ pinned: z.number(), archived: z.number(), live: z.number(), compressing: z.number() }),
  /** Branches and other children that would become roots. */
  newRootCount: z.number(),
  /** Seconds; the cut-off that the run has to use. */
  before: z.number(),
});
export type PrunePlan = z.infer<typeof PrunePlan>;

export const prune = {
  plan: query({ input: PruneRule, output: PrunePlan }),
  /**
   * Deletes what the plan says, checking each conversation again, in transactions of a few conversations. Cancelling
   * stops between two of them; what is done stays done and can be undone.
   */
  run: command({
    input: z.object({ jobId: z.string(), rule: PruneRule, before: z.number() }),
    output: z.object({
      conversations: z.number(),
      sessions: z.number(),
      messages: z.number(),
      /** Conversations of the plan that did not qualify any more. */
      spared: z.number(),
      cancelled: z.boolean(),
      undoToken: z.string().nullable(),
    }),
  }),
};
