import { z } from 'zod';
import { query } from './procedure.ts';
import { CostSummary } from './sessions.ts';

export const usage = {
  /** Totals over every row of the file. A cost is null where no row has its state. */
  totals: query({
    input: z.object({}),
    output: z.object({
      /** Rows of `sessions`. */
      sessions: z.number(),
      conversations: z.number(),
      /** Visible messages, copies counted once. */
      messages: z.number(),
      toolCalls: z.number(),
      /** Tokens of the sessions and of their auxiliary calls. */
      inputTokens: z.number(),
      outputTokens: z.number(),
      cacheReadTokens: z.number(),
      cacheWriteTokens: z.number(),
      reasoningTokens: z.number(),
      estimatedUsd: z.number().nullable(),
      actualUsd: z.number().nullable(),
      cost: CostSummary,
    }),
  }),
};
