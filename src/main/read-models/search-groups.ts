import type { HitGroup, SearchSort } from '../../shared/contract/search.ts';
import type { Conversation } from './conversation-index-build.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { HitReader } from './search-details.ts';
import type { Hit } from './search-hits.ts';
import { conversationLabel } from './session-view-row.ts';

/** Hits of one conversation that are shown first where there are more hits than can be shown. */
const FIRST_OF_GROUP = 10;

/** The best first; the newer of equals first. */
export function sortHits(hits: readonly Hit[], sort: SearchSort): Hit[] {
  const newest = (a: Hit, b: Hit) => b.timestamp - a.timestamp || b.id - a.id;
  const orders = {
    relevance: (a: Hit, b: Hit) => a.score - b.score || newest(a, b),
    newest,
    oldest: (a: Hit, b: Hit) => newest(b, a),
  };
  return [...hits].sort(orders[sort]);
}

/**
 * Conversations in the order of their first hit, with at most `limit` hits in all. Where there are more, no
 * conversation takes all the room before the others had some.
 */
export function groupHits(
  index: ConversationIndex,
  sorted: readonly Hit[],
  limit: number,
  reader: HitReader,
): HitGroup[] {
  const groups = new Map<string, Hit[]>();
  for (const hit of sorted) {
    const key = conversationId(hit);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [hit]);
    else group.push(hit);
  }
  const shown = chooseShown(sorted, groups, limit);
  return [...groups]
    .map(([id, hits]) => ({ id, hits, visible: hits.filter(hit => shown.has(hit)) }))
    .filter(({ visible }) => visible.length > 0)
    .map(({ id, hits, visible }) => toGroup(index, id, hits, reader.read(visible)));
}

/** How many conversations the hits belong to. */
export function countConversations(hits: readonly Hit[]): number {
  return new Set(hits.map(conversationId)).size;
}

function chooseShown(sorted: readonly Hit[], groups: ReadonlyMap<string, readonly Hit[]>, limit: number): Set<Hit> {
  if (sorted.length <= limit) return new Set(sorted);
  const early = new Set([...groups.values()].flatMap(hits => hits.slice(0, FIRST_OF_GROUP)));
  const inTurn = [...sorted.filter(hit => early.has(hit)), ...sorted.filter(hit => !early.has(hit))];
  return new Set(inTurn.slice(0, limit));
}

function toGroup(index: ConversationIndex, id: string, hits: readonly Hit[], shown: HitGroup['hits']): HitGroup {
  return {
    conversationId: id,
    ...namesOf(index, id, hits[0]?.conversation ?? null),
    hitCount: hits.length,
    hits: shown,
  };
}

function namesOf(index: ConversationIndex, id: string, conversation: Conversation | null) {
  if (conversation === null) return { label: id, source: '', model: null, lastActive: null, archived: false };
  const { source, model, lastActive, archived } = conversation;
  return { label: conversationLabel(index, conversation), source, model, lastActive, archived };
}

function conversationId({ conversation, sessionId }: Hit): string {
  return conversation?.tip.id ?? sessionId;
}
