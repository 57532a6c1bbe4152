import type { LaneContext } from '../lanes/context.ts';
import { has, liveColumn } from '../session-db/catalog.ts';
import type { Store } from '../session-db/store.ts';
import { WHOLE_TEXT_BYTES } from './body-text.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { Session } from './edges.ts';
import { countReplays, visibleSql } from './usage-totals-replays.ts';

/**
 * Messages that can be seen: `active = 1` or `compacted = 1`, with what compaction carried forward counted once, be it
 * a copy within a session or the prompt replayed at the beginning of the next segment.
 * Spec: design §10 (copies, replayed prompt, Numbers).
 */
export function countMessages(context: LaneContext, index: ConversationIndex): number {
  if (!has(context.store.catalog, 'messages')) return 0;
  return countVisible(context) - countCopies(context, index) - countReplays(context, index);
}

/**
 * The flags stand behind the long texts of a row, so they are read only of rows that the index shows to be inactive.
 */
function countVisible({ store }: LaneContext): number {
  const { db, catalog } = store;
  const count = (sql: string) => Number(db.prepare(sql).pluck().get());
  const all = count('SELECT COUNT(*) FROM messages');
  if (!has(catalog, 'messages', 'active')) return all;
  const compacted = liveColumn(catalog, 'messages', 'compacted', 'm', '0');
  const hint = activeIndex(store);
  return all - count(`SELECT COUNT(*) FROM messages m ${hint} WHERE m.active = 0 AND COALESCE(${compacted}, 0) = 0`);
}

/** Named, because SQLite would not choose it; not where a file has something else by that name, which would fail. */
function activeIndex({ db }: Store): string {
  const found = db
    .prepare<[], number>(
      "SELECT 1 FROM pragma_index_list('messages') WHERE name = 'idx_messages_session_active' AND partial = 0",
    )
    .get();
  return found === undefined ? '' : 'INDEXED BY idx_messages_session_active';
}

/** Per session what was found, for as long as its row stays as it is. */
const copies = new WeakMap<Session, number>();

/** Rows beyond the first of each message that a session holds more than once. */
function countCopies({ store, checkCancelled }: LaneContext, index: ConversationIndex): number {
  const callId = liveColumn(store.catalog, 'messages', 'tool_call_id', 'm');
  const calls = liveColumn(store.catalog, 'messages', 'tool_calls', 'm');
  const statement = store.db
    .prepare<[string], number>(
      `SELECT COUNT(*) - COUNT(DISTINCT copy) FROM (
       SELECT DENSE_RANK() OVER (ORDER BY m.timestamp, m.role, ${comparedSql('m.content')}, ${comparedSql(callId)},
         ${comparedSql(calls)}) AS copy
       FROM messages m WHERE m.session_id = ? AND ${visibleSql(store.catalog)})`,
    )
    .pluck();
  return sessionsWithInstants(store).reduce((total, id) => {
    checkCancelled();
    const session = index.byId.get(id)?.session;
    const known = session === undefined ? undefined : copies.get(session);
    const count = known ?? Number(statement.get(id));
    if (session !== undefined) copies.set(session, count);
    return total + count;
  }, 0);
}

/** Sessions with two rows of one instant, as copies are; from the index by session and time alone. */
function sessionsWithInstants({ db }: LaneContext['store']): string[] {
  return db
    .prepare<[], string>(
      `SELECT DISTINCT session_id FROM
       (SELECT m.session_id FROM messages m GROUP BY m.session_id, m.timestamp HAVING COUNT(*) > 1)`,
    )
    .pluck()
    .all();
}

/** A text; one that is too long to be taken whole is equal to no other. */
function comparedSql(column: string): string {
  return `CASE WHEN octet_length(${column}) > ${String(WHOLE_TEXT_BYTES)} THEN m.id ELSE ${column} END`;
}
