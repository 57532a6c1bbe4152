import type { SearchNotice, SearchSort, SearchStage } from '../../../shared/contract/search.ts';
import { entryOf } from '../../ui/entry-of.ts';
import { list, number, plural } from '../format.ts';

const STAGES: Readonly<Record<SearchStage, string>> = {
  titles: 'ids and titles',
  'full-text': 'full text',
  substring: 'substring',
};

const SORTS: Readonly<Record<SearchSort, string>> = { relevance: 'Relevance', newest: 'Newest', oldest: 'Oldest' };

const NOTICES: Readonly<Record<SearchNotice, string>> = {
  'index-damaged':
    'The search index is damaged. The messages themselves were searched instead, which takes longer; words may be missing.',
  'index-incomplete': 'The index is incomplete. What it lacks was searched directly, which takes longer.',
  'no-index': 'This file has no search index. The messages themselves were searched, which takes longer.',
  capped: 'There are more hits than can be counted; the counts are lower bounds.',
  'nothing-to-search':
    'There is nothing to search for in this text: it holds no letter, number or sign that a message could hold.',
};

const ROLES: Readonly<Record<string, string>> = {
  user: 'You',
  assistant: 'Assistant',
  tool: 'Tool',
  system: 'System',
  session_meta: 'Bookkeeping',
};

/** Texts of the message search. */
export const searchTexts = {
  region: 'Search results',
  sort: 'Sort',
  sorts: SORTS,
  stages: STAGES,
  notices: NOTICES,
  role: (role: string) => entryOf(ROLES, role) ?? (role === '' ? 'No role' : role),
  roles: 'Roles',
  sources: 'Source',
  anySource: 'Any source',
  removeFilter: (words: string) => `Remove ${words}`,
  roleChip: 'role:',
  sourceChip: 'source:',
  counts: (hits: number, conversations: number, atLeast: boolean) =>
    `${atLeast ? 'At least ' : ''}${plural(hits, '# hit', '# hits')} in ${plural(conversations, '# conversation', '# conversations')}`,
  noHits: 'No hits',
  noAnswer: 'The index could not answer',
  searching: 'Searching…',
  stageCount: (stage: SearchStage, count: number) => `${STAGES[stage]} ${number(count)}`,
  stageMore: (stage: SearchStage, count: number) => `${STAGES[stage]} +${number(count)}`,
  stageRunning: (stage: SearchStage) => `${STAGES[stage]}…`,
  took: (milliseconds: number) => `${number(Math.round(milliseconds))} ms`,
  idle: 'Search every message of this database',
  idleHint:
    'Type words, a “phrase”, part of a word, a path or an error. AND, OR, NOT and prefix* work; Chinese, Japanese and Korean from one character.',
  noTime: 'time unknown',
  hits: (count: number) => plural(count, '# hit', '# hits'),
  more: (count: number) => `${number(count)} more in this conversation`,
  notListed: (count: number) =>
    `${plural(count, '# further hit is', '# further hits are')} counted but not listed; narrow the search to see ${count === 1 ? 'it' : 'them'}.`,
  titles: 'Conversations by id or title',
  moreTitles: (count: number) => `${number(count)} more by title`,
  archived: 'archived',
  failed: 'The search did not finish',
  tryAgain: 'Try again',
  nothing: (text: string) => `Nothing matches “${text}”`,
  nothingFiltered: (filters: readonly string[]) => `Nothing was found among ${list(filters)} only.`,
  withoutFilters: 'Search without filters',
  howRead: 'What was searched',
  explanations: [
    ['Words', 'All words have to be in one message, in any order. Put a phrase in quotes; use OR for either word.'],
    ['Not searched', 'Messages that were taken back by a rewind, and system prompts.'],
    ['Copies', 'A message that a compression carried forward counts once.'],
  ],
  sourceAndModel: (words: readonly string[]) => words.join(' · '),
} as const;
