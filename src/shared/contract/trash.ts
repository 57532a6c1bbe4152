import { z } from 'zod';
import { command, query } from './procedure.ts';

/** One action whose rows are kept for 30 days. */
export const TrashEntry = z.object({
  id: z.string(),
  /** Seconds. */
  deletedAt: z.number(),
  expiresAt: z.number(),
  action: z.enum(['delete', 'prune', 'clear']),
  /** These are null where a part of the journal is damaged. */
  conversations: z.number().nullable(),
  sessions: z.number().nullable(),
  messages: z.number().nullable(),
  /** Bytes of the journal on disk. */
  bytes: z.number(),
  /** First names of what it holds; at most 5. */
  names: z.array(z.string()),
  /** Name of the database it belongs to; entries of other files are not listed. */
  database: z.string(),
  /** Why it cannot be restored; null where nothing is known against it. */
  problem: z.string().nullable(),
});
export type TrashEntry = z.infer<typeof TrashEntry>;

/** What an earlier run of the app left unfinished, and what became of it. */
export const Interruption = z.object({
  action: z.enum(['delete', 'prune', 'clear', 'restore', 'export', 'backup', 'upgrade', 'rebuild', 'vacuum', 'repair']),
  /** Seconds. */
  startedAt: z.number(),
  /** One sentence: what was found and what holds now. */
  outcome: z.string(),
});
export type Interruption = z.infer<typeof Interruption>;

export const trash = {
  /** Newest first. */
  list: query({ input: z.object({}), output: z.array(TrashEntry) }),
  /** Puts the rows back with their old ids. Fails with `conflict` and the reason, and then changes nothing. */
  restore: command({
    input: z.object({ jobId: z.string(), id: z.string() }),
    output: z.object({ sessions: z.number(), messages: z.number() }),
  }),
  deletePermanently: command({
    input: z.object({ ids: z.array(z.string()).min(1).max(10_000) }),
    output: z.object({ removed: z.number() }),
  }),
  empty: command({ input: z.object({}), output: z.object({ removed: z.number() }) }),
  /** Told once per start; `dismissInterruptions` forgets them. */
  interruptions: query({ input: z.object({}), output: z.array(Interruption) }),
  dismissInterruptions: command({ input: z.object({}), output: z.object({}) }),
};
