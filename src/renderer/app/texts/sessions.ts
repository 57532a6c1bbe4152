import type {
  ConversationRow,
  CostSummary,
  HiddenReason,
  SessionGrouping,
  SessionSort,
  SessionState,
} from '../../../shared/contract/sessions.ts';
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

const GROUPINGS: Readonly<Record<SessionGrouping, string>> = {
  day: 'Day',
  source: 'Source',
  model: 'Model',
  project: 'Project',
  job: 'Job',
  none: 'None',
};

const CHAT_TYPES: Readonly<Record<string, string>> = {
  dm: 'direct chat',
  group: 'group',
  channel: 'channel',
  thread: 'thread',
};

/** Why one conversation is not in the list. */
const WHY_HIDDEN: Readonly<Record<HiddenReason, string>> = {
  subagent: 'is a subagent',
  'unknown-child': 'is an unexplained child',
  archived: 'is archived',
  automation: 'is by automation',
  people: 'is by a person',
  source: 'has another source',
  model: 'has another model',
  state: 'is in another state',
  provider: 'has another provider',
  project: 'is of another project',
  'end-reason': 'ended for another reason',
  dates: 'is of another date',
  filter: 'lacks the text',
  behind: 'is not behind the figure',
};

/** `3 subagents`, `1 unexplained child`, or both, as they are shown inside a row. */
function insideWords({ nested, subagents }: Pick<ConversationRow, 'nested' | 'subagents'>): string {
  const agents = Math.min(nested, subagents);
  const words = [
    agents > 0 && plural(agents, '# subagent', '# subagents'),
    nested > agents && plural(nested - agents, '# unexplained child', '# unexplained children'),
  ].filter(word => word !== false);
  return list(words);
}

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
  grouping: GROUPINGS,
  groupBy: (grouping: SessionGrouping) => `Group: ${GROUPINGS[grouping]}`,
  groupMenu: 'Group by',
  groupNeedsTime: 'only in an order by time',
  job: (name: string) => `Job ${name}`,
  noJob: 'No job',
  facets: {
    sources: 'Source',
    models: 'Model',
    providers: 'Provider',
    projects: 'Project',
    states: 'State',
    endReasons: 'End reason',
    dates: 'Date',
  },
  /** What rows without a value are called. */
  none: {
    sources: 'no source',
    models: 'no model',
    providers: 'no provider',
    projects: 'no project',
    endReasons: 'no reason given',
  },
  states: STATES,
  more: (count: number) => `${number(count)} more`,
  fewer: 'Fewer',
  narrowFacet: (title: string) => `Find in ${title}`,
  narrowPlaceholder: 'Find…',
  furtherValues: (count: number) => `${number(count)} more: type to find them`,
  noSuchValue: 'None like this',
  presets: { today: 'Today', week: 'Last 7 days', month: 'Last 30 days' },
  from: 'From',
  to: 'To',
  anyDate: 'any date',
  since: (day: string) => `since ${day}`,
  until: (day: string) => `until ${day}`,
  fromTo: (from: string, to: string) => `${from} – ${to}`,
  datesReversed: 'The first day is after the last one.',
  filters: 'Filters',
  filtersOn: (count: number) => plural(count, 'Filters, # set', 'Filters, # set'),
  live: 'Live',
  pinned: 'Pinned',
  archived: 'Archived',
  earlierArchived: 'Earlier parts archived',
  open: 'open',
  staleOpen: 'Still open, without activity for a week',
  timeUnknown: 'Time unknown',
  segments: (count: number) => plural(count, '# segment', '# segments, joined by compression'),
  branches: (count: number) => plural(count, '# branch', '# branches'),
  subagents: (count: number) => plural(count, '# subagent', '# subagents'),
  inside: (row: Pick<ConversationRow, 'nested' | 'subagents' | 'expanded'>) =>
    `${insideWords(row)}, ${row.expanded ? 'shown below' : 'folded'}`,
  expand: (row: Pick<ConversationRow, 'nested' | 'subagents'>) => `Show ${insideWords(row)}`,
  collapse: (row: Pick<ConversationRow, 'nested' | 'subagents'>) => `Fold ${insideWords(row)}`,
  insideRow: 'Inside the conversation above',
  profile: (name: string) => `Profile ${name}`,
  provider: (name: string) => `provider: ${name}`,
  chatTypes: CHAT_TYPES,
  endReason: (reason: string) => `ended: ${reason}`,
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
    sources: 'source:',
    models: 'model:',
    providers: 'provider:',
    projects: 'project:',
    endReasons: 'end:',
    state: 'state:',
    dates: 'date:',
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
  whereLabel: 'Matches that are not in the list',
  where: (count: number) => plural(count, '# match is not in the list:', '# matches are not in the list:'),
  whereSome: 'Some matches are not in the list, such as:',
  whereMore: (count: number) => `and ${number(count)} more`,
  whereFailed: (why: string) => `Whether it is elsewhere could not be found out: ${why}`,
  whereSegment: (id: string) => `part ${id}`,
  whyHidden: WHY_HIDDEN,
  showThis: 'Show in list',
  showWhere: (label: string) => `Show in list: “${label}”`,
  openThis: 'Open',
  openWhere: (label: string) => `Open “${label}”`,
  failed: 'The list could not be read',
  tryAgain: 'Try again',
} as const;
