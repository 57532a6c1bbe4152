import { has } from '../session-db/catalog.ts';
import { SessionDbError } from '../session-db/errors.ts';
import type { Store } from '../session-db/store.ts';
import type { JournalFooter, JournalHeader } from './journal-format.ts';
import type { SqlValue } from './exact-rows.ts';
import { type JournalRecord, readJournal } from './journal-reader.ts';
import { familyOf } from './version-family.ts';

/** Refuses with a reason; nothing was changed. */
export function conflict(reason: string, cause?: unknown): SessionDbError {
  return new SessionDbError('conflict', reason, { cause });
}

/**
 * Why the rows of a journal do not fit into the file as it is now, as far as that is known without looking at any row;
 * null where nothing is known against it.
 */
export function schemaProblem({ catalog }: Store, header: JournalHeader, footer: JournalFooter): string | null {
  if (familyOf(catalog) !== header.family) return 'The database is of another line of Hermes versions now.';
  for (const [table, columns] of Object.entries(footer.used)) {
    if (!has(catalog, table)) return `The table ${table} does not exist any more.`;
    const lost = columns.find(column => !has(catalog, table, column));
    if (lost !== undefined) return `The column ${table}.${lost}, which holds values, does not exist any more.`;
  }
  return null;
}

/**
 * Looks at every row of a journal for one that is in the way.
 *
 * @throws SessionDbError `conflict`, naming the first session that collides.
 */
export function assertNoCollision(store: Store, path: string): void {
  const collision = collisionsIn(store);
  for (const record of readJournal(path)) {
    const reason = record.kind === 'row' ? (collision[record.table.table]?.(record) ?? null) : null;
    if (reason !== null) throw conflict(reason);
  }
}

/** What stands in the way of a row, by table. */
function collisionsIn({ db }: Store): Readonly<Record<string, (record: RowRecord) => string | null>> {
  const session = db.prepare<[string], number>('SELECT 1 FROM sessions WHERE id = ?').pluck();
  const message = db.prepare<[SqlValue], string>('SELECT session_id FROM messages WHERE id = ?').pluck();
  const titled = db.prepare<[string], string>('SELECT id FROM sessions WHERE title = ?').pluck();
  return {
    messages: record => {
      const holder = message.get(valueOf(record, 'id'));
      return holder === undefined ? null : `A message of session ${holder} has taken the place of one of these.`;
    },
    sessions: record => {
      const id = textOf(valueOf(record, 'id')) ?? '';
      if (session.get(id) === 1) return `There is a session ${id} again.`;
      const title = textOf(valueOf(record, 'title'));
      const holder = title === null ? undefined : titled.get(title);
      return holder === undefined ? null : `The title "${title ?? ''}" is now in use by session ${holder}.`;
    },
  };
}

type RowRecord = Extract<JournalRecord, { kind: 'row' }>;

/** Value of a column in a row of a journal; null where the table had no such column. */
export function valueOf({ table, row }: RowRecord, column: string): SqlValue {
  return row.values[table.columns.indexOf(column)] ?? null;
}

/** Bytes as text; null for what has no bytes. */
export function textOf(value: SqlValue): string | null {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : null;
}
