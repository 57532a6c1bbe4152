import type { Database } from 'better-sqlite3';
import { expectedSchema } from './expected.ts';
import { columnsOf, hasObject, keyOf, quoted } from './live.ts';
import type { SchemaStep } from './step.ts';

/** A table whose key changed in the course of the versions, and how its rows come into the new one. */
interface Rekeyed {
  readonly table: string;
  readonly key: string;
  /** SQL by column for values that the new table does not take as they are. */
  readonly values: Readonly<Record<string, string>>;
  readonly copy: (columns: string, values: string, from: string) => string;
}

const COUNTERS = [
  'api_call_count',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'estimated_cost_usd',
  'actual_cost_usd',
];
const ROUTE = ['billing_provider', 'billing_base_url', 'billing_mode', 'task'];

const USAGE: Rekeyed = {
  table: 'session_model_usage',
  key: 'session_id,model,billing_provider,billing_base_url,billing_mode,task',
  values: {
    model: "COALESCE(model, 'unknown')",
    ...Object.fromEntries(ROUTE.map(name => [name, `COALESCE(${name}, '')`])),
    ...Object.fromEntries(COUNTERS.map(name => [name, `COALESCE(${name}, 0)`])),
  },
  copy: (columns, values, from) =>
    `INSERT OR IGNORE INTO session_model_usage (${columns}) SELECT ${values} FROM ${from}`,
};

const ROUTING: Rekeyed = {
  table: 'gateway_routing',
  key: 'scope,session_key',
  values: {
    scope: "COALESCE(scope, '')",
    entry_json: "COALESCE(entry_json, '{}')",
    updated_at: 'COALESCE(updated_at, 0)',
  },
  copy: (columns, values, from) =>
    `INSERT OR REPLACE INTO gateway_routing (${columns}) SELECT ${values} FROM ${from}
     WHERE session_key IS NOT NULL ORDER BY updated_at`,
};

/** What an interrupted change of the usage key leaves behind. */
const LEFTOVER = 'session_model_usage_v21';

/** Where the rows are while their table is made anew. */
const WAITING = 'hermes_rows_waiting';

/**
 * Gives `session_model_usage` and `gateway_routing` the keys that an upsert names, whatever the version number says,
 * and takes up the rows of an interrupted change; spec: migrations §4.4. Foreign keys must be off: rows whose session
 * is gone are kept.
 */
export function keySteps(db: Database): SchemaStep[] {
  const steps: SchemaStep[] = [];
  if (hasWrongKey(db, USAGE)) {
    steps.push({ name: 'renew the key of session_model_usage', run: live => rekey(live, USAGE) });
  }
  if (hasObject(db, LEFTOVER)) {
    const run = (live: Database) => moveRows(live, USAGE, LEFTOVER);
    steps.push({ name: `move the rows of ${LEFTOVER} into session_model_usage`, mayWait: true, run });
  }
  if (hasWrongKey(db, ROUTING)) {
    steps.push({ name: 'renew the key of gateway_routing', mayWait: true, run: live => rekey(live, ROUTING) });
  }
  return steps;
}

/** The tables that {@link keySteps} drops, and their indexes with them. */
export function tablesToDrop(db: Database): ReadonlySet<string> {
  const rekeyed = [USAGE, ROUTING].filter(each => hasWrongKey(db, each)).map(each => each.table);
  return new Set(hasObject(db, LEFTOVER) ? [...rekeyed, LEFTOVER] : rekeyed);
}

function hasWrongKey(db: Database, { table, key }: Rekeyed): boolean {
  return hasObject(db, table) && keyOf(db, table).join() !== key;
}

/** By way of a copy, not by renaming: SQLite renames nothing while any trigger of the file is broken. */
function rekey(db: Database, rekeyed: Rekeyed): void {
  db.exec(`CREATE TEMP TABLE ${WAITING} AS SELECT * FROM ${rekeyed.table}`);
  db.exec(`DROP TABLE ${rekeyed.table}`);
  db.exec(definitionOf(rekeyed.table));
  moveRows(db, rekeyed, WAITING);
}

function definitionOf(name: string): string {
  const table = expectedSchema().tables.find(each => each.name === name);
  if (table === undefined) throw new Error(`${name} is not a table of the schema`);
  return table.sql;
}

/** Copies the rows of an older table, columns that are not known included, and drops it. */
function moveRows(db: Database, rekeyed: Rekeyed, from: string): void {
  addUnknownColumns(db, rekeyed.table, from);
  const columns = columnsOf(db, from);
  const values = columns.map(name => rekeyed.values[name] ?? quoted(name));
  db.exec(rekeyed.copy(columns.map(quoted).join(', '), values.join(', '), from));
  db.exec(`DROP TABLE ${from}`);
}

function addUnknownColumns(db: Database, table: string, from: string): void {
  const known = new Set(columnsOf(db, table));
  const unknown = db
    .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)')
    .all(from)
    .filter(column => !known.has(column.name));
  for (const { name, type } of unknown) db.exec(`ALTER TABLE ${table} ADD COLUMN ${quoted(name)} ${quoted(type)}`);
}
