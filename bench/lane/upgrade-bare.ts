import type { Database } from 'better-sqlite3';
import BetterSqlite3 from 'better-sqlite3';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
}

const config = (name: string) => `json_extract(COALESCE(model_config, '{}'), '$.${name}')`;
const NO_MARK = `${config('_branched_from')} IS NULL AND ${config('_delegate_from')} IS NULL`;
const markAs = (value: string) =>
  `UPDATE sessions AS s SET model_config = json_set(COALESCE(model_config, '{}'), '$._delegate_from', ${value}) WHERE ${NO_MARK}`;

/** What an upgrade from 11 does to rows, in plain SQL; spec: migrations §4.1, §4.3. */
const ROW_STEPS = [
  `${markAs('s.parent_session_id')} AND s.parent_session_id IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM sessions p WHERE p.id = s.parent_session_id AND (p.end_reason = 'compression'
       OR (p.end_reason = 'branched' AND s.started_at >= p.ended_at)))`,
  `${markAs("'__orphaned__'")} AND s.parent_session_id IS NULL AND s.title IS NULL AND s.message_count <= 25
     AND EXISTS (SELECT 1 FROM messages m WHERE m.session_id = s.id AND m.role = 'tool')
     AND NOT EXISTS (SELECT 1 FROM sessions c WHERE c.parent_session_id = s.id)`,
  `INSERT INTO session_model_usage (session_id, model, billing_provider, billing_base_url, billing_mode, api_call_count,
     input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, estimated_cost_usd,
     actual_cost_usd, cost_status, cost_source, first_seen, last_seen)
   SELECT id, COALESCE(NULLIF(model, ''), 'unknown'), COALESCE(billing_provider, ''), COALESCE(billing_base_url, ''),
     COALESCE(billing_mode, ''), COALESCE(api_call_count, 0), input_tokens, output_tokens, cache_read_tokens,
     cache_write_tokens, reasoning_tokens, COALESCE(estimated_cost_usd, 0), COALESCE(actual_cost_usd, 0), cost_status,
     cost_source, started_at, COALESCE(ended_at, started_at)
   FROM sessions
   WHERE input_tokens + output_tokens + cache_read_tokens + cache_write_tokens + reasoning_tokens > 0`,
  'UPDATE schema_version SET version = 23',
  "INSERT INTO state_meta (key, value) VALUES ('fts_optimize_available', '1')",
];

/** The statements that make the second file of the first: tables and columns, rows, and then what is indexed or triggered. */
export function statementsBetween(from: string, to: string): string[] {
  const [before, after] = [from, to].map(path => new BetterSqlite3(path, { readonly: true }));
  if (before === undefined || after === undefined) throw new Error('There are two files.');
  try {
    const known = new Set(objectsOf(before).map(({ name }) => name));
    const made = objectsOf(after).filter(({ name }) => !known.has(name));
    const sqlOf = (isTable: boolean) => made.filter(({ type }) => (type === 'table') === isTable).map(({ sql }) => sql);
    return [
      ...sqlOf(true),
      ...['sessions', 'messages'].flatMap(table => added(before, after, table)),
      ...sqlOf(false),
      ...ROW_STEPS,
    ];
  } finally {
    before.close();
    after.close();
  }
}

function objectsOf(db: Database): { type: string; name: string; sql: string }[] {
  return db
    .prepare<[], { type: string; name: string; sql: string }>(
      'SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL',
    )
    .all();
}

function added(before: Database, after: Database, table: string): string[] {
  const columns = (db: Database) =>
    db.prepare<[string], Column>('SELECT name, type, "notnull", dflt_value FROM pragma_table_info(?)').all(table);
  const known = new Set(columns(before).map(({ name }) => name));
  return columns(after)
    .filter(({ name }) => !known.has(name))
    .map(
      column =>
        `ALTER TABLE ${table} ADD COLUMN "${column.name}" ${column.type} ${column.notnull === 1 ? 'NOT NULL' : ''} ${
          column.dflt_value === null ? '' : `DEFAULT ${column.dflt_value}`
        }`,
    );
}
