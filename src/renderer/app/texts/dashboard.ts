import { plural } from '../format.ts';

/** Texts of the dashboard. */
export const dashboardTexts = {
  region: 'Dashboard',
  range: 'All of this file',
  tiles: {
    sessions: 'Sessions',
    messages: 'Messages',
    toolCalls: 'Tool calls',
    inputTokens: 'Input tokens',
    outputTokens: 'Output tokens',
    cacheReadTokens: 'Cache read tokens',
    cacheWriteTokens: 'Cache write tokens',
    reasoningTokens: 'Reasoning tokens',
    estimatedUsd: 'Estimated cost',
    actualUsd: 'Actual cost',
  },
  unknown: 'unknown',
  notes: {
    sessions: (conversations: number) => `rows, in ${plural(conversations, '# conversation', '# conversations')}`,
    messages: 'visible; compaction copies counted once',
    toolCalls: 'calls, not results',
    inputTokens: 'without cache reads',
    outputTokens: 'reasoning included',
    cacheReadTokens: 'input taken from the cache',
    cacheWriteTokens: 'input written to the cache',
    reasoningTokens: 'part of the output, not added to it',
    estimated: (count: number) => `over ${plural(count, '# session', '# sessions')} with an estimate`,
    actual: (count: number) => `over ${plural(count, '# session', '# sessions')} with a bill`,
    noEstimate: 'no session has an estimate',
    noActual: 'no provider reported a bill',
  },
  others: (included: number, unknown: number) =>
    `${plural(included, '# session is', '# sessions are')} included in a plan; the cost of ${plural(unknown, '# session', '# sessions')} is unknown. The four states are never added up. Tokens are those of the sessions and of their auxiliary calls.`,
  failed: 'The totals could not be read',
  loading: 'Adding up…',
  tryAgain: 'Try again',
} as const;
