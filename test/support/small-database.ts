import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { casesPath, temporaryFolder } from './fixtures.ts';

/** Columns of one row; those left out keep their defaults. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows of a small database; `fixture` names one of the sets of table definitions of the cases. */
export interface SmallDatabase {
  readonly fixture?: string;
  readonly sessions: readonly Row[];
  readonly messages?: readonly Row[];
  readonly usage?: readonly Row[];
  readonly sql?: readonly string[];
}

interface CaseFile {
  readonly fixtures: Readonly<Record<string, readonly string[]>>;
  readonly cases: readonly { readonly id: string; readonly setup: SmallDatabase }[];
}

let caseFile: CaseFile | undefined;

function readCases(): CaseFile {
  caseFile ??= JSON.parse(readFileSync(casesPath(), 'utf8')) as CaseFile;
  return caseFile;
}

/** Rows that a case begins with. */
export function caseRows(id: string): SmallDatabase {
  const found = readCases().cases.find(entry => entry.id === id);
  if (found === undefined) throw new Error(`there is no case ${id}`);
  return found.setup;
}

/** Writes a database file as the cases are loaded (foreign keys off, WAL, counters from the rows); returns its path. */
export function writeSmallDatabase({
  fixture = 'v23b',
  sessions,
  messages = [],
  usage = [],
  sql = [],
}: SmallDatabase): string {
  const path = join(temporaryFolder(), 'state.db');
  const db = new Database(path);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('foreign_keys = OFF');
    for (const statement of readCases().fixtures[fixture] ?? []) db.exec(statement);
    const counts = new Map<unknown, number>();
    for (const { session_id: id } of messages) counts.set(id, (counts.get(id) ?? 0) + 1);
    const write = db.transaction(() => {
      for (const session of sessions) {
        insert(db, 'sessions', { message_count: counts.get(session['id']) ?? 0, ...session });
      }
      for (const message of messages) insert(db, 'messages', message);
      for (const row of usage) insert(db, 'session_model_usage', row);
    });
    write();
    for (const statement of sql) db.exec(statement);
  } finally {
    db.close();
  }
  return path;
}

/** Inserts one row. */
export function insert(db: Database.Database, table: string, row: Row): void {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(...Object.values(row));
}
