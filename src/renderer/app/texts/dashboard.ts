import type { UsageSlice } from '../../../shared/contract/usage-filter.ts';
import { fullDay, number, plural } from '../format.ts';

const STATES = { actual: 'Actual', estimated: 'Estimated', included: 'Included', unknown: 'Unknown' } as const;
const NAMELESS = {
  model: 'no model named',
  provider: 'no provider named',
  source: 'no source named',
  task: 'no task named',
} as const;

function sliceWords(slice: UsageSlice): string {
  switch (slice.kind) {
    case 'all':
      return 'everything counted';
    case 'residual':
      return 'the unexplained residual';
    case 'auxiliary':
      return 'auxiliary calls';
    case 'day':
      return slice.model === null ? fullDay(slice.value) : `${fullDay(slice.value)}, ${slice.model}`;
    case 'cost':
      return `cost ${STATES[slice.value].toLowerCase()}`;
    default:
      return slice.value === '' ? NAMELESS[slice.kind] : `${slice.kind} ${slice.value}`;
  }
}

/** Texts of the dashboard. */
export const dashboardTexts = {
  region: 'Dashboard',
  rangeLabel: 'Range',
  ranges: { today: 'Today', '7d': '7 days', '30d': '30 days', '90d': '90 days', all: 'All', custom: 'Custom' },
  from: 'From',
  to: 'To',
  bounds: (first: string, last: string) => `${fullDay(first)} – ${fullDay(last)}, days in local time`,
  reversed: 'This range ends before it begins, so nothing is in it.',
  noDays: 'nothing in this range',
  source: 'Source',
  model: 'Model',
  anySource: 'Any source',
  anyModel: 'Any model',
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
  perDay: 'Per day',
  measure: 'What is shown',
  measures: { tokens: 'Tokens', estimated: 'Estimated cost', actual: 'Actual cost' },
  asTable: 'Show as table',
  asChart: 'Show as chart',
  other: 'other',
  day: 'Day',
  total: 'Total',
  noUse: 'Nothing was used in this range.',
  undated: (count: number) =>
    plural(
      count,
      '# session has no usable start time and stands in no day.',
      '# sessions have no usable start time and stand in no day.',
    ),
  tables: { model: 'Models', provider: 'Providers', source: 'Sources', task: 'Auxiliary tasks' },
  nameless: NAMELESS,
  columns: { name: 'Name', tokens: 'Tokens', calls: 'Calls', sessions: 'Sessions', cost: 'Cost' },
  noTasks: 'No auxiliary calls are recorded here.',
  showAll: (count: number) => `Show all ${number(count)}`,
  showFewer: 'Show fewer',
  ledger: 'Cost ledger',
  ledgerHint: 'four states, never added across',
  states: STATES,
  ledgerColumns: {
    state: 'State',
    sessions: 'Session totals',
    rows: 'Per model',
    auxiliary: 'Auxiliary',
    residual: 'Residual',
  },
  ledgerTokens: 'Tokens',
  ledgerNote:
    'Session totals are the rows per model plus the residual, which may be negative; auxiliary calls come on top of them.',
  none: 'none',
  sessionsOf: (count: number) => plural(count, '# session', '# sessions'),
  callsOf: (count: number) => plural(count, '# row', '# rows'),
  top: 'Top conversations',
  topBy: { tokens: 'Tokens', cost: 'Cost' },
  topColumns: { conversation: 'Conversation', source: 'Source', messages: 'Msgs', tokens: 'Tokens', cost: 'Cost' },
  missing: 'What this file cannot say',
  showBehind: (slice: UsageSlice) => `Show the conversations: ${sliceWords(slice)}`,
  sliceWords,
  failed: 'The figures could not be read',
  loading: 'Adding up…',
  tryAgain: 'Try again',
} as const;
