import { z } from 'zod';
import { command, query } from './procedure.ts';

export const BackupResult = z.object({
  /** For display. */
  path: z.string(),
  bytes: z.number(),
  sessions: z.number(),
  messages: z.number(),
});
export type BackupResult = z.infer<typeof BackupResult>;

/** One part of the file and what was found in it. */
export const HealthFinding = z.object({
  /** A table or an index, such as `messages` or `messages_fts`. */
  object: z.string(),
  kind: z.enum(['data', 'index', 'search-index', 'keys', 'schema']),
  /** `unknown`: the check cannot tell, and nothing follows from it. */
  state: z.enum(['ok', 'damaged', 'incomplete', 'unknown']),
  /** What was said; null where all is well. Holds no content. */
  detail: z.string().nullable(),
});
export type HealthFinding = z.infer<typeof HealthFinding>;

export const HealthReport = z.object({
  findings: z.array(HealthFinding),
  data: z.enum(['ok', 'damaged']),
  searchIndex: z.enum(['ok', 'damaged', 'incomplete', 'none']),
  /** What would help: nothing, a rebuild of the search index, or the repair. */
  advice: z.enum(['nothing', 'rebuild', 'repair']),
  seconds: z.number(),
});
export type HealthReport = z.infer<typeof HealthReport>;

export const UpgradePlan = z.object({
  needed: z.boolean(),
  from: z.number().nullable(),
  to: z.number(),
  /** What changes, in words. */
  changes: z.array(z.string()),
  backupBytes: z.number(),
  /** Null where the system does not say. */
  freeBytes: z.number().nullable(),
});
export type UpgradePlan = z.infer<typeof UpgradePlan>;

export const RepairReport = z.object({
  repaired: z.boolean(),
  /** Name of the rung that helped. */
  strategy: z.string().nullable(),
  /** For display. */
  backupPath: z.string().nullable(),
  /** A new file with the rows that could be read, where only that was possible; the damaged file stays as it is. */
  salvagedPath: z.string().nullable(),
  detail: z.string().nullable(),
});
export type RepairReport = z.infer<typeof RepairReport>;

/** A program that has the database open. */
export const FileHolder = z.object({
  pid: z.number(),
  /** The system's short name of it; null where it does not say. */
  name: z.string().nullable(),
  /** It is this app. */
  own: z.boolean(),
});
export type FileHolder = z.infer<typeof FileHolder>;

const Job = z.object({ jobId: z.string() });

export const maintenance = {
  /** A verified copy beside the file. */
  backUp: command({ input: Job, output: BackupResult }),
  check: command({ input: Job.extend({ depth: z.enum(['quick', 'full', 'search-index']) }), output: HealthReport }),
  rebuildIndex: command({ input: Job, output: z.object({ indexes: z.number() }) }),
  upgradePlan: query({ input: z.object({}), output: UpgradePlan }),
  upgrade: command({
    input: Job,
    output: z.object({ from: z.number().nullable(), to: z.number(), backupPath: z.string() }),
  }),
  /** Who has the file open; null where the system does not tell. */
  holders: query({ input: z.object({}), output: z.array(FileHolder).nullable() }),
  repair: command({ input: Job, output: RepairReport }),
};
