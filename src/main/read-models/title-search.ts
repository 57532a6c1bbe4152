import type { z } from 'zod';
import type { search, SearchSort } from '../../shared/contract/search.ts';
import type { LaneOp } from '../lanes/context.ts';
import { conversationIndex } from './conversation-index.ts';
import type { Conversation } from './conversation-index-build.ts';
import { foldedNames, holds, type Needle } from './session-filter.ts';
import { conversationLabel } from './session-view-row.ts';
import { markWords } from './title-search-marks.ts';
import { accepts, parseTitleQuery, type TitleQuery, wordsOf } from './title-search-query.ts';

type TitlesInput = z.output<(typeof search)['titles']['input']>;
type TitlesOutput = z.output<(typeof search)['titles']['output']>;

/** Conversations that are named; more are only counted. */
const MAX_SHOWN = 50;

interface Match {
  readonly conversation: Conversation;
  /** The smaller, the closer. */
  readonly distance: number;
}

/**
 * Conversations with a title or an id among their segments that holds the text, hidden and archived ones included;
 * contract `search.titles`. Words, "phrases", AND, OR and NOT mean what they mean in the message search.
 */
export const titleSearch: LaneOp<TitlesInput, TitlesOutput> = (context, { text, sort, sources }) => {
  const query = parseTitleQuery(text);
  if (query.length === 0) return { conversations: [], total: 0 };
  const index = conversationIndex(context);
  const wanted = new Set(sources);
  const matches = index.conversations
    .filter(conversation => wanted.size === 0 || wanted.has(conversation.source))
    .flatMap(conversation => matchOf(conversation, query))
    .sort(byOrder(sort));
  return {
    conversations: matches.slice(0, MAX_SHOWN).map(({ conversation }) => ({
      conversationId: conversation.tip.id,
      label: markedLabel(conversationLabel(index, conversation), conversation, wordsOf(query)),
      source: conversation.source,
      model: conversation.model,
      lastActive: conversation.lastActive,
    })),
    total: matches.length,
  };
};

function matchOf(conversation: Conversation, query: TitleQuery): Match[] {
  const holdsWord = (needle: Needle) =>
    conversation.segments.some(segment => foldedNames(segment).some(name => holds(name, needle)));
  return accepts(query, holdsWord) ? [{ conversation, distance: distanceOf(conversation, wordsOf(query)) }] : [];
}

/** 0 for the very id or title, 1 for its beginning, 2 for anything else. */
function distanceOf(conversation: Conversation, needles: readonly Needle[]): number {
  const whole = needles.map(needle => needle.bare).join('');
  if (whole === '') return 2;
  const names = conversation.segments.flatMap(foldedNames);
  if (names.some(name => name.bare === whole)) return 0;
  return names.some(name => name.bare.startsWith(whole)) ? 1 : 2;
}

function byOrder(sort: SearchSort): (a: Match, b: Match) => number {
  const newest = (a: Match, b: Match) =>
    (b.conversation.lastActive ?? 0) - (a.conversation.lastActive ?? 0) ||
    (a.conversation.tip.id < b.conversation.tip.id ? 1 : -1);
  if (sort === 'oldest') return (a, b) => newest(b, a);
  return sort === 'newest' ? newest : (a, b) => a.distance - b.distance || newest(a, b);
}

/** The label with its matches marked; where only an id matched, that id stands behind it. */
function markedLabel(
  label: string,
  conversation: Conversation,
  needles: readonly Needle[],
): ReturnType<typeof markWords> {
  const parts = markWords(label, needles);
  if (parts.some(part => part.mark)) return parts;
  const named = conversation.segments.findLast(segment => markWords(segment.id, needles).some(part => part.mark));
  return named === undefined ? parts : [...parts, { text: ' · ', mark: false }, ...markWords(named.id, needles)];
}
