import type { z } from 'zod';
import type { sessions } from '../../shared/contract/sessions.ts';
import type { LaneContext, LaneOp } from '../lanes/context.ts';
import { conversationIndex, type ConversationIndex } from './conversation-index.ts';
import type { Conversation } from './conversation-index-build.ts';
import type { Session } from './edges.ts';
import { hiddenReason } from './session-filter-facets.ts';
import { type Folded, folded, foldedNames, holds, type Needle, needlesOf } from './session-filter.ts';
import { conditionsOf, resolveView } from './session-view-resolve.ts';
import { toRow } from './session-view-row.ts';

type Where = (typeof sessions)['where'];
type Answer = z.output<Where['output']>;

/** An answer that says how close each match is, the closest first. */
export interface RankedAnswer extends Omit<Answer, 'found'> {
  readonly found: readonly (Answer['found'][number] & { readonly distance: number })[];
}

interface Match {
  readonly conversation: Conversation;
  readonly session: Session;
  /** The smaller, the closer. */
  readonly distance: number;
}

/** Where the sessions are that a text names, in the order of {@link sessionsRanked}; contract `sessions.where`. */
export const sessionsWhere: LaneOp<z.output<Where['input']>, Answer> = (context, input) => {
  const { total, found } = sessionsRanked(context, input);
  return { total, found: found.map(({ distance: _, ...match }) => match) };
};

/**
 * Where the sessions are that a text names, whatever a view leaves out. The very id comes first, then the same in
 * another case, the very title, starts of ids, starts of titles, and words anywhere in them; among equal ones those in
 * view, then the latest. A conversation is found once, by the session of it that matches best.
 */
export const sessionsRanked = (
  context: LaneContext,
  { text, view, limit, exact = false }: z.output<Where['input']>,
): RankedAnswer => {
  const index = conversationIndex(context);
  const { ordered, placeOf } = resolveView(context, index, view);
  const places = new Map(ordered.map((conversation, at) => [conversation, at]));
  const reasonOf = hiddenReason(view, conditionsOf(context, index, view));
  const matches = exact
    ? exactMatch(index, text)
    : matchesOf(index, text).sort((a, b) => a.distance - b.distance || byPlace(a, b, places));
  return {
    total: matches.length,
    found: matches.slice(0, limit).map(({ conversation, session, distance }) => {
      const place = places.get(conversation);
      return {
        sessionId: session.id,
        row: place === undefined ? toRow(index, conversation) : toRow(index, conversation, placeOf(conversation)),
        index: place ?? -1,
        reason: place === undefined ? reasonOf(conversation) : null,
        distance,
      };
    }),
  };
};

/** Those in view first, then the latest. */
function byPlace(a: Match, b: Match, places: ReadonlyMap<Conversation, number>): number {
  return (
    Number(places.has(b.conversation)) - Number(places.has(a.conversation)) ||
    (b.conversation.lastActive ?? 0) - (a.conversation.lastActive ?? 0) ||
    (a.conversation.tip.id < b.conversation.tip.id ? 1 : -1)
  );
}

function exactMatch(index: ConversationIndex, id: string): Match[] {
  const conversation = index.conversationOf.get(id);
  const session = conversation?.segments.find(segment => segment.id === id);
  return conversation === undefined || session === undefined ? [] : [{ conversation, session, distance: 0 }];
}

function matchesOf(index: ConversationIndex, text: string): Match[] {
  const question = questionOf(text);
  return index.conversations.flatMap(conversation => bestMatch(conversation, question));
}

interface Question {
  readonly text: string;
  readonly whole: Folded;
  readonly needles: readonly Needle[];
}

function questionOf(text: string): Question {
  return { text, whole: folded(text.trim()), needles: needlesOf(text) };
}

function bestMatch(conversation: Conversation, question: Question): Match[] {
  let best: Match | null = null;
  for (const session of conversation.segments) {
    const distance = distanceOf(session, question);
    // The latest of equal ones.
    if (distance !== null && (best === null || distance <= best.distance)) best = { conversation, session, distance };
  }
  return best === null ? [] : [best];
}

/** 0 for the very id, 1 in another case, 2 the title, 3 and 4 starts of them, 5 where every word is in one; null for none. */
function distanceOf(session: Session, { text, whole, needles }: Question): number | null {
  if (needles.length === 0) return null;
  const names = foldedNames(session);
  const id = folded(session.id).plain;
  const title = session.title === null ? '' : (names[0]?.plain ?? '');
  const at = [
    session.id === text,
    id === whole.plain,
    title === whole.plain,
    id.startsWith(whole.plain),
    title.startsWith(whole.plain),
  ].indexOf(true);
  if (at !== -1) return at;
  return needles.every(needle => names.some(name => holds(name, needle))) ? 5 : null;
}
