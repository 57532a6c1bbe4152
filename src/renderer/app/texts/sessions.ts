import type { CostSummary, HiddenReason, SessionSort, SessionState } from '../../../shared/contract/sessions.ts';
import { list, number, plural, usd } from '../format.ts';

const HIDDEN: Readonly<Record<HiddenReason, (count: number) => string>> = {
  subagent: count => plural(count, '# subagent', '# subagents'),
  'unknown-child': count => plural(count, '# unexplained child', '# unexplained children'),
  archived: count => `${number(count)} archived`,
  automation: count => `${number(count)} by automation`,
  people: count => `${number(count)} by people`,
  source: count => `${number(count)} by source`,
  model: count => `${number(count)} by model`,
  state: count => `${number(count)} by state`,
  provider: count => `${number(count)} by provider`,
  project: count => `${number(count)} by project`,
  'end-reason': count => `${number(count)} by end reason`,
  dates: count => `${number(count)} by date`,
  filter: count => `${number(count)} by the text`,
  behind: count => `${number(count)} not behind the figure`,
};

const UNDO: Readonly<Record<HiddenReason, string>> = {
  subagent: 'Show subagents',
  'unknown-child': 'Show unexplained children',
  archived: 'Show archived',
  automation: 'Show automation',
  people: 'Show people',
  source: 'Any source',
  model: 'Any model',
  state: 'Any state',
  provider: 'Any provider',
  project: 'Any project',
  'end-reason': 'Any end reason',
  dates: 'Any date',
  filter: 'Clear the text',
  behind: 'Leave the figure',
};

const SORTS: Readonly<Record<SessionSort, string>> = {
  activity: 'Last activity',
  started: 'Started',
  messages: 'Messages',
  tokens: 'Tokens',
  cost: 'Cost',
  title: 'Title',
};

const STATES: Readonly<Record<SessionState, string>> = {
  open: 'Open',
  ended: 'Ended',
  pinned: 'Pinned',
  archived: 'Archived',
  'stale-open': 'Stale open',
  'has-subagents': 'Has subagents',
};

/** Every state of a cost in words, never added up: `$0.50 actual, ~$3.41 estimated, 2 unknown`. */
function costWords(cost: CostSummary): string {
  const words = [
    cost.actualCount > 0 && `${usd(cost.actualUsd)} actual`,
    cost.estimatedCount > 0 && `~${usd(cost.estimatedUsd)} estimated`,
    cost.includedCount > 0 && plural(cost.includedCount, 'included in a plan', '# included in a plan'),
    cost.unknownCount > 0 && plural(cost.unknownCount, 'cost unknown', '# of unknown cost'),
  ].filter(word => word !== false);
  return words.length === 0 ? 'cost unknown' : list(words);
}

/** Texts of the session list and its facets. */
export const sessionTexts = {
  list: 'Sessions',
  filter: 'Filter sessions',
  filterPlaceholder: 'Filter sessions…',
  clearFilter: 'Clear filter',
  scope: 'Whose sessions',
  people: 'People',
  automation: 'Automation',
  all: 'All',
  scopeHints: {
    people: 'Sessions that a person started',
    automation: 'Sessions that cron and tools started',
    all: 'Every session',
  },
  sort: SORTS,
  sortBy: (sort: SessionSort) => `Sort: ${SORTS[sort]}`,
  sortMenu: 'Sort and show',
  showArchived: 'Show archived',
  showChildren: 'Show subagents as rows',
  columns: { messages: 'Msgs', tokens: 'Tokens', cost: 'Cost', model: 'Model' },
  groups: { pinned: 'Pinned', all: 'All conversations', unknown: 'Time unknown' },
  facets: { sources: 'Source', models: 'Model', states: 'State' },
  states: STATES,
  noModel: 'no model',
  more: (count: number) => `${number(count)} more`,
  fewer: 'Fewer',
  live: 'Live',
  pinned: 'Pinned',
  archived: 'Archived',
  earlierArchived: 'Earlier parts archived',
  open: 'open',
  timeUnknown: 'Time unknown',
  segments: (count: number) => plural(count, '# segment', '# segments, joined by compression'),
  branches: (count: number) => plural(count, '# branch', '# branches'),
  subagents: (count: number) => plural(count, '# subagent', '# subagents'),
  messages: (count: number) => plural(count, '# message', '# messages'),
  tokens: (count: number) => plural(count, '# token', '# tokens'),
  toolCalls: (count: number) => plural(count, '# tool call', '# tool calls'),
  costWords,
  hidden: HIDDEN,
  /** Buttons that take back what hides rows. */
  undo: UNDO,
  hiddenTotal: (count: number) => `${number(count)} hidden:`,
  nothingHidden: 'Nothing hidden',
  show: 'Show',
  showAll: 'Show all',
  revealReason: (words: string) => `Show the ${words}`,
  shown: (count: number) => plural(count, '# conversation in the list', '# conversations in the list'),
  activeFilters: 'Active filters',
  removeFilter: (words: string) => `Remove ${words}`,
  chip: {
    source: 'source:',
    model: 'model:',
    state: 'state:',
    archived: 'archived shown',
    children: 'subagents shown',
  },
  reset: 'Reset',
  loading: 'Reading the sessions…',
  emptyFile: 'This database holds no sessions yet',
  emptyFileHint: 'Hermes writes a session here as soon as you talk to it; the list follows by itself.',
  emptyView: 'No session matches all of these',
  emptyFilter: (text: string) => `No session matches “${text}”`,
  emptyHidden: (reasons: readonly string[]) => `Not in the list: ${list(reasons)}.`,
  searchInstead: 'Search messages instead',
  failed: 'The list could not be read',
  tryAgain: 'Try again',
} as const;
