import { SessionDbError } from '../session-db/errors.ts';
import { sessionTables } from '../session-db/session-tables.ts';
import type { Store } from '../session-db/store.ts';
import { quoted } from './exact-rows.ts';

/** Rows of a table that go when sessions go. */
export interface DependentRows {
  readonly table: string;
  /** SQL after WHERE, on the table's alias `t`. Its one parameter, `ids`, is a JSON array of the ids of the sessions. */
  readonly where: string;
}

interface Reference {
  readonly table: string;
  readonly parent: string;
  readonly from: string;
  readonly to: string | null;
  readonly action: string;
}

const IS_GOING = 'IN (SELECT value FROM json_each(:ids))';
/** References of references; deeper than any build is known to go. */
const MAX_DEPTH = 4;

/**
 * Everything that goes with sessions, `sessions` itself first: what a deletion takes, and what SQLite takes with it by
 * cascading foreign keys, at any distance.
 *
 * @throws SessionDbError `db-newer` where a foreign key would change rows in another way: that could not be undone.
 */
export function dependentRows(store: Store): DependentRows[] {
  const sessions: DependentRows = { table: 'sessions', where: `t.id ${IS_GOING}` };
  const owned = sessionTables(store).map(({ table, column }) => ({ table, where: `t.${quoted(column)} ${IS_GOING}` }));
  const references = allReferences(store);
  refuseStrange(references.filter(({ parent, table }) => parent === 'sessions' && table !== 'sessions'));
  const messages = owned.filter(({ table }) => table === 'messages');
  const others = owned.filter(({ table }) => table !== 'messages');
  const all = [sessions, ...messages, ...others];
  return merged([...all, ...[...messages, ...others].flatMap(rows => cascaded(store, references, rows, 1))]);
}

/** Rows that SQLite deletes because rows they refer to go. */
function cascaded(
  store: Store,
  references: readonly Reference[],
  ...[{ table: parent, where }, depth]: [DependentRows, number]
): DependentRows[] {
  if (depth > MAX_DEPTH) return [];
  const own = references.filter(reference => reference.parent === parent);
  refuseStrange(own);
  return own
    .filter(({ action, table }) => action === 'CASCADE' && table !== parent)
    .flatMap(({ table, from, to }) => {
      const key = quoted(to ?? primaryKey(store, parent));
      const rows = { table, where: `t.${quoted(from)} IN (SELECT t.${key} FROM ${quoted(parent)} t WHERE ${where})` };
      return [rows, ...cascaded(store, references, rows, depth + 1)];
    });
}

/** A reference without action stops the deletion by itself. */
function refuseStrange(references: readonly Reference[]): void {
  const strange = references.find(({ action }) => action.startsWith('SET'));
  if (strange === undefined) return;
  throw new SessionDbError('db-newer', `The table ${strange.table} would be changed in a way that cannot be undone.`, {
    hint: 'Delete with the version of Hermes that made the file.',
  });
}

function allReferences({ db }: Store): Reference[] {
  return db
    .prepare<[], Reference>(
      `SELECT m.name AS "table", lower(f."table") AS parent, f."from" AS "from", f."to" AS "to", f.on_delete AS action
       FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
    )
    .all();
}

function primaryKey({ db }: Store, table: string): string {
  const sql = 'SELECT name FROM pragma_table_info(?) WHERE pk = 1';
  return db.prepare<[string], string>(sql).pluck().get(table) ?? 'rowid';
}

/** One entry a table, so that no row is copied twice. */
function merged(rows: readonly DependentRows[]): DependentRows[] {
  const byTable = new Map<string, string[]>();
  for (const { table, where } of rows) byTable.set(table, [...(byTable.get(table) ?? []), `(${where})`]);
  return [...byTable].map(([table, conditions]) => ({ table, where: conditions.join(' OR ') }));
}
