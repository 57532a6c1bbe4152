import type { Database } from 'better-sqlite3';
import { messageOf } from './outcome.ts';
import { isRecord } from './recorded-values.ts';

/** State of one full-text table in the short form: rows indexed, FTS5's own check, the same against the content. */
export type FtsState = readonly [rows: number, check: string, againstContent: string];

/** State of each of these full-text tables; a table that is missing has none. */
export function ftsStates(db: Database, tables: readonly string[]): Record<string, FtsState> {
  const live = tables.filter(table => exists(db, table));
  return Object.fromEntries(live.map(table => [table, stateOf(db, table)]));
}

function exists(db: Database, table: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) !== undefined;
}

function stateOf(db: Database, table: string): FtsState {
  const rows = db.prepare<[], number>(`SELECT COUNT(*) FROM "${table}_docsize"`).pluck().get() ?? 0;
  return [rows, check(db, table, ''), check(db, table, ', rank')];
}

function check(db: Database, table: string, rank: '' | ', rank'): string {
  try {
    db.exec(`INSERT INTO "${table}" ("${table}"${rank}) VALUES ('integrity-check'${rank === '' ? '' : ', 1'})`);
    return 'ok';
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * Recorded states, in the long form of `migrated.json` or the short one of `writes.json`, in the short form. A table that
 * is recorded without a state was missing.
 */
export function recordedFtsStates(recorded: unknown): Record<string, FtsState> {
  if (!isRecord(recorded)) return {};
  const live = Object.entries(recorded).filter(([, state]) => isRecord(state) || Array.isArray(state));
  return Object.fromEntries(live.map(([table, state]) => [table, shortForm(state)]));
}

function shortForm(state: unknown): FtsState {
  if (isRecord(state)) {
    return [
      Number(state['rows_indexed']),
      String(state['integrity_check']),
      String(state['integrity_check_against_content']),
    ];
  }
  const parts: readonly unknown[] = Array.isArray(state) ? state : [];
  return [Number(parts[0]), String(parts[1]), String(parts[2])];
}
