import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { WHOLE_TEXT_BYTES } from './body-text.ts';
import type { Hit } from './search-hits.ts';
import { visibleSql } from './search-rows.ts';

/** Hits of one instant that are compared with each other: a bound on hostile files. */
const MAX_COMPARED = 200;

/**
 * Leaves out copies made by compaction: hits of one session with equal role, content, timestamp, tool_call_id and
 * tool_calls count once, the live one rather than the one put away; a prompt that a rotation replayed counts where it
 * was said first. Copies of a hit are hits themselves, so nothing else need be looked at. Design §10.
 */
export function withoutCopies(context: LaneContext, hits: readonly Hit[]): Hit[] {
  const dropped = new Set<number>();
  const isSame = sameMessages(context);
  for (const twins of sameInstant(hits)) {
    context.checkCancelled();
    const kept: Hit[] = [];
    for (const hit of twins) {
      if (kept.some(other => isSame(other.id, hit.id))) dropped.add(hit.id);
      else kept.push(hit);
    }
  }
  for (const id of replayedPrompts(context, hits)) dropped.add(id);
  return dropped.size === 0 ? [...hits] : hits.filter(hit => !dropped.has(hit.id));
}

/** Groups of two and more, live ones first in each. */
function sameInstant(hits: readonly Hit[]): Hit[][] {
  const sessions = new Map<string, Map<number, Hit[]>>();
  const groups = new Set<Hit[]>();
  for (const hit of hits) {
    let instants = sessions.get(hit.sessionId);
    if (instants === undefined) sessions.set(hit.sessionId, (instants = new Map<number, Hit[]>()));
    const group = instants.get(hit.timestamp);
    if (group === undefined) instants.set(hit.timestamp, [hit]);
    else if (group.length < MAX_COMPARED) {
      group.push(hit);
      groups.add(group);
    }
  }
  return [...groups].map(group => group.sort((a, b) => Number(b.active) - Number(a.active) || a.id - b.id));
}

function sameMessages({ store }: LaneContext): (one: number, other: number) => boolean {
  const equal = ['role', 'content', 'tool_call_id', 'tool_calls'].map(name => {
    const [one, other] = ['a', 'b'].map(alias => liveColumn(store.catalog, 'messages', name, alias));
    return (
      `octet_length(${one}) IS octet_length(${other}) AND ` +
      `CASE WHEN octet_length(${one}) > ${WHOLE_TEXT_BYTES} THEN 0 ELSE ${one} IS ${other} END`
    );
  });
  const statement = store.db
    .prepare<[number, number], number>(
      `SELECT ${equal.join(' AND ')} FROM messages a, messages b WHERE a.id = ? AND b.id = ?`,
    )
    .pluck();
  return (one, other) => statement.get(one, other) === 1;
}

/** Hits that are the first user row of a segment and say what the last one of the segment before it says. */
function replayedPrompts(context: LaneContext, hits: readonly Hit[]): number[] {
  const ids = new Set(hits.map(hit => hit.id));
  const segments = new Map<string, string>();
  for (const { sessionId, conversation } of hits) {
    if (conversation === null || conversation.segments.length < 2 || segments.has(sessionId)) continue;
    const before = conversation.segments[conversation.segments.findIndex(({ id }) => id === sessionId) - 1];
    if (before !== undefined) segments.set(sessionId, before.id);
  }
  if (segments.size === 0) return [];
  const prompt = promptStatements(context);
  return [...segments].flatMap(([segment, before]) => {
    context.checkCancelled();
    const first = prompt.first.get(segment);
    if (first === undefined || !ids.has(first)) return [];
    const last = prompt.last.get(before);
    return last !== undefined && ids.has(last) && prompt.isSame(first, last) ? [first] : [];
  });
}

function promptStatements({ store, ...context }: LaneContext) {
  const kind = liveColumn(store.catalog, 'messages', 'display_kind', 'm');
  const prompt = (direction: 'ASC' | 'DESC') =>
    store.db
      .prepare<[string], number>(
        `SELECT m.id FROM messages m WHERE m.session_id = ? AND m.role = 'user'
         AND ${visibleSql({ store, ...context }, 'm')} AND ${kind} IS NOT 'hidden'
         ORDER BY m.timestamp ${direction}, m.id ${direction} LIMIT 1`,
      )
      .pluck();
  const same = store.db
    .prepare<[number, number], number>(
      `SELECT octet_length(a.content) IS octet_length(b.content) AND
       CASE WHEN octet_length(a.content) > ${WHOLE_TEXT_BYTES} THEN 0 ELSE a.content IS b.content END
       FROM messages a, messages b WHERE a.id = ? AND b.id = ?`,
    )
    .pluck();
  return {
    first: prompt('ASC'),
    last: prompt('DESC'),
    isSame: (one: number, other: number) => same.get(one, other) === 1,
  };
}
