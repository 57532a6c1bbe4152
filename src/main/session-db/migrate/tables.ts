import type { Database } from 'better-sqlite3';
import { SessionDbError } from '../errors.ts';
import { sqliteFailure } from '../sqlite-errors.ts';
import { expectedSchema } from './expected.ts';
import type { ExpectedColumn } from './expected.ts';
import { columnsOf, hasObject, quoted } from './live.ts';
import type { SchemaStep } from './step.ts';

/** Tables that only other parts of Hermes write. */
const OTHERS = new Set(['gateway_routing', 'async_delegations']);

/** Without it no lock is there; one that cannot be read might hold some. */
const LOCKS = 'compression_locks';

/**
 * Creates the tables that are missing; spec: migrations §2.
 *
 * @throws SessionDbError `db-not-hermes` where something else has the name of one.
 */
export function tableSteps(db: Database): SchemaStep[] {
  const { tables } = expectedSchema();
  for (const { name } of tables) assertNameIsFree(db, name);
  return tables
    .filter(table => !hasObject(db, table.name))
    .map(table => ({
      name: `create the table ${table.name}`,
      mayWait: OTHERS.has(table.name) || table.name === LOCKS,
      run: live => live.exec(table.sql),
    }));
}

/** A view reads like a table, and nothing can be written to it. */
function assertNameIsFree(db: Database, table: string): void {
  const other = db
    .prepare<[string], string>("SELECT type FROM sqlite_master WHERE name = ? AND type <> 'table'")
    .pluck()
    .get(table);
  if (other === undefined) return;
  throw new SessionDbError('db-not-hermes', `The file has no table ${table}, but a ${other} of that name.`, {
    hint: 'Somebody changed the tables of Hermes. Open the file read-only.',
  });
}

/**
 * Adds the columns that are missing from tables that exist. Nothing is dropped, retyped or reordered, and columns that
 * are not known stay; spec: migrations §3.
 */
export function columnSteps(db: Database): SchemaStep[] {
  return expectedSchema().tables.flatMap(table => {
    const live = new Set(columnsOf(db, table.name).map(name => name.toLowerCase()));
    const missing = table.columns.filter(column => !live.has(column.name.toLowerCase()));
    if (live.size === 0 || missing.length === 0) return [];
    return [{ name: naming(table.name, missing), mayWait: OTHERS.has(table.name), run: adding(table.name, missing) }];
  });
}

function naming(table: string, columns: readonly ExpectedColumn[]): string {
  const names = columns.map(column => `${table}.${column.name}`).join(', ');
  return columns.length === 1 ? `add the column ${names}` : `add ${String(columns.length)} columns: ${names}`;
}

function adding(table: string, columns: readonly ExpectedColumn[]): (db: Database) => void {
  return db => {
    for (const column of columns) addColumn(db, table, column);
  };
}

/**
 * The lock is held and the columns were read under it, so no other program can have been faster.
 *
 * @throws SessionDbError `db-not-hermes` where the rows of the table leave no room for the column.
 */
function addColumn(db: Database, table: string, { name, definition }: ExpectedColumn): void {
  try {
    db.exec(`ALTER TABLE ${quoted(table)} ADD COLUMN ${quoted(name)} ${definition}`);
  } catch (error) {
    if (sqliteFailure(error)?.family !== 'ERROR') throw error;
    throw new SessionDbError('db-not-hermes', `The table ${table} cannot take the column ${name} that it lacks.`, {
      hint: 'The table is not the one of Hermes. Open the file read-only.',
      cause: error,
    });
  }
}
