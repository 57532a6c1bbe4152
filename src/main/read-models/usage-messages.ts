import type { LaneContext } from '../lanes/context.ts';
import { has, liveColumn } from '../session-db/catalog.ts';
import type { Store } from '../session-db/store.ts';
import { WHOLE_TEXT_BYTES } from './body-text.ts';
import { isDamage } from './edges-salvage.ts';
import type { Session } from './edges.ts';
import { isReplayKnown, ReplayFinder, visibleSql } from './usage-replays.ts';

/** What of a session can be seen. */
interface Seen {
  /** Messages that can be seen, copies once. */
  readonly messages: number;
  /** False where they could not be read, and the counter of the session stands in. */
  readonly read: boolean;
}

/**
 * Counts the messages of sessions: those with `active = 1` or `compacted = 1`, with what compaction carried forward
 * counted once, be it a copy within a session or the prompt replayed at the beginning of the next segment.
 * What was counted is kept for as long as the row of the session stays as it is. To be used within one operation.
 * Source: design §10 (copies, replayed prompt, Numbers).
 */
export class MessageCounter {
  readonly #context: LaneContext;
  readonly #counted: WeakMap<Session, Seen>;
  #statements: Statements | null = null;
  #replays: ReplayFinder | null = null;
  #unread = 0;

  constructor(context: LaneContext) {
    this.#context = context;
    this.#counted = keptOf(context.store);
  }

  /** Sessions whose messages could not be read; their counters stand in. */
  get unread(): number {
    return this.#unread;
  }

  /** True where what {@link of} answers is at hand. */
  knows(session: Session, before: Session | null): boolean {
    return this.#counted.has(session) && (before === null || isReplayKnown(session, before));
  }

  /**
   * Messages of a session.
   *
   * @param before - the segment that it continues; null where it is the first.
   */
  of(session: Session, before: Session | null): number {
    const { messages, read } = this.#seen(session);
    if (!read) this.#unread += 1;
    return messages > 0 && before !== null && this.#isReplayed(session, before) ? messages - 1 : messages;
  }

  #seen(session: Session): Seen {
    const known = this.#counted.get(session);
    if (known !== undefined) return known;
    this.#context.checkCancelled();
    const seen = this.#count(session);
    this.#counted.set(session, seen);
    return seen;
  }

  #count({ id, messages }: Session): Seen {
    if (!has(this.#context.store.catalog, 'messages')) return { messages: 0, read: true };
    try {
      this.#statements ??= statementsOf(this.#context.store);
      const { rows, inactive, copies } = this.#statements;
      const [stored = 0, alike = 0] = rows(id);
      if (stored === 0) return { messages: 0, read: true };
      return { messages: stored - inactive(id) - (alike > 1 ? copies(id) : 0), read: true };
    } catch (error) {
      if (isDamage(error)) return { messages, read: false };
      throw error;
    }
  }

  #isReplayed(session: Session, before: Session): boolean {
    this.#replays ??= new ReplayFinder(this.#context);
    return this.#replays.isReplayed(session, before);
  }
}

const kept = new WeakMap<Store, WeakMap<Session, Seen>>();

function keptOf(store: Store): WeakMap<Session, Seen> {
  const known = kept.get(store);
  if (known !== undefined) return known;
  const made = new WeakMap<Session, Seen>();
  kept.set(store, made);
  return made;
}

/** Forgets every count of a file: rows changed that no session tells of. */
export function forgetCounts(store: Store): void {
  kept.delete(store);
}

interface Statements {
  /** Rows of a session, and how many of them share one instant at most. */
  readonly rows: (id: string) => readonly number[];
  /** Rows that were taken back. */
  readonly inactive: (id: string) => number;
  /** Rows beyond the first of each message that a session holds more than once. */
  readonly copies: (id: string) => number;
}

const PER_INSTANT = 'SELECT m.session_id AS id, COUNT(*) AS n FROM messages m';

function statementsOf(store: Store): Statements {
  const { db, catalog } = store;
  const inactive = inactiveSql(store);
  const copies = copiesStatement(store);
  if (!catalog.indexes.has('idx_messages_session')) return { ...scanned(store, inactive), copies };
  const rows = db
    .prepare<[string], number[]>(
      `SELECT SUM(n), MAX(n) FROM (${PER_INSTANT} WHERE m.session_id = ? GROUP BY m.timestamp)`,
    )
    .raw();
  const taken = inactive === null ? null : db.prepare<[string], number>(`${inactive} AND m.session_id = ?`).pluck();
  return {
    rows: id => (rows.get(id) ?? []).map(Number),
    inactive: id => (taken === null ? 0 : Number(taken.get(id))),
    copies,
  };
}

/**
 * `null` where the file knows no such rows. The flags stand behind the long texts of a row, so they are read only of
 * rows that the index shows to be inactive; the index is named, because SQLite would not choose it.
 */
function inactiveSql({ db, catalog }: Store): string | null {
  if (!has(catalog, 'messages', 'active')) return null;
  const compacted = liveColumn(catalog, 'messages', 'compacted', 'm', '0');
  const found = db
    .prepare<[], number>(
      "SELECT 1 FROM pragma_index_list('messages') WHERE name = 'idx_messages_session_active' AND partial = 0",
    )
    .get();
  const hint = found === undefined ? '' : 'INDEXED BY idx_messages_session_active';
  return `SELECT COUNT(*) FROM messages m ${hint} WHERE m.active = 0 AND COALESCE(${compacted}, 0) = 0`;
}

/** Without an index by session: everything in one look at the table. */
function scanned({ db }: Store, inactive: string | null): Pick<Statements, 'rows' | 'inactive'> {
  const sql = `SELECT id, SUM(n), MAX(n) FROM (${PER_INSTANT} GROUP BY m.session_id, m.timestamp) GROUP BY id`;
  const rows = db.prepare<[], [unknown, number, number]>(sql).raw().all();
  const byId = new Map(rows.map(([id, stored, alike]) => [String(id), [stored, alike]]));
  const grouped = inactive === null ? null : inactive.replace('COUNT(*)', 'm.session_id, COUNT(*)');
  const taken =
    grouped === null ? [] : db.prepare<[], [unknown, number]>(`${grouped} GROUP BY m.session_id`).raw().all();
  const takenById = new Map(taken.map(([id, count]) => [String(id), count]));
  return { rows: id => byId.get(id) ?? [], inactive: id => takenById.get(id) ?? 0 };
}

/** Only the rows of an instant that has several are compared: texts are long. */
function copiesStatement({ db, catalog }: Store): (id: string) => number {
  const callId = liveColumn(catalog, 'messages', 'tool_call_id', 'm');
  const calls = liveColumn(catalog, 'messages', 'tool_calls', 'm');
  const statement = db
    .prepare<{ id: string }, number>(
      `SELECT COUNT(*) - COUNT(DISTINCT copy) FROM (
       SELECT DENSE_RANK() OVER (ORDER BY m.timestamp, m.role, ${comparedSql('m.content')}, ${comparedSql(callId)},
         ${comparedSql(calls)}) AS copy
       FROM messages m WHERE m.session_id = :id AND ${visibleSql(catalog)} AND m.timestamp IN (
         SELECT i.timestamp FROM messages i WHERE i.session_id = :id GROUP BY i.timestamp HAVING COUNT(*) > 1))`,
    )
    .pluck();
  return id => Number(statement.get({ id }));
}

/** A text; one that is too long to be taken whole is equal to no other. */
function comparedSql(column: string): string {
  return `CASE WHEN octet_length(${column}) > ${String(WHOLE_TEXT_BYTES)} THEN m.id ELSE ${column} END`;
}
