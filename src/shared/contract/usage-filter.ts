import { z } from 'zod';

/** A local day as `YYYY-MM-DD`. */
export const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const UsageRange = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['today', '7d', '30d', '90d', 'all']) }),
  /** Both days included. */
  z.object({ kind: z.literal('custom'), from: Day, to: Day }),
]);
export type UsageRange = z.infer<typeof UsageRange>;

/**
 * Which rows are counted: those of sessions that started in the range, of these sources and models. A model counts the
 * parts that it used; it is named as the dashboard names it, without what stands before the last slash.
 */
export const UsageFilter = z.object({
  range: UsageRange,
  /** Empty means any. */
  sources: z.array(z.string()),
  models: z.array(z.string()),
});
export type UsageFilter = z.infer<typeof UsageFilter>;

/** The part of a dashboard that a bar, a point or a table row stands for. */
export const UsageSlice = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['all', 'residual', 'auxiliary']) }),
  z.object({ kind: z.enum(['model', 'provider', 'source', 'task']), value: z.string() }),
  z.object({ kind: z.literal('day'), value: Day, model: z.string().nullable() }),
  z.object({ kind: z.literal('cost'), value: z.enum(['actual', 'estimated', 'included', 'unknown']) }),
]);
export type UsageSlice = z.infer<typeof UsageSlice>;
