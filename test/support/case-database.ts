import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { casesPath, temporaryFolder } from './fixtures.ts';

/** A row to insert; columns that are not named keep their defaults. */
export type CaseRow = Readonly<Record<string, unknown>>;

/** What a case puts into its file before anything is asked. */
export interface CaseSetup {
  readonly fixture: string;
  readonly sessions?: readonly CaseRow[];
  readonly messages?: readonly CaseRow[];
  readonly meta?: readonly CaseRow[];
  readonly usage?: readonly CaseRow[];
  readonly sql?: readonly string[];
  readonly needsUnsafe?: boolean;
}

interface CaseFile {
  readonly fixtures: Readonly<Record<string, readonly string[]>>;
  readonly cases: readonly { readonly id: string; readonly setup: CaseSetup }[];
}

const file = JSON.parse(readFileSync(casesPath(), 'utf8')) as CaseFile;

/** The preparation of the case with this id, from the list of cases. */
export function caseSetup(id: string): CaseSetup {
  const found = file.cases.find(one => one.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found.setup;
}

/**
 * Makes a new file as the list of cases says under `loading`, and returns its path.
 *
 * @param fixtures - statements by fixture; those of the repository's own list unless given.
 */
export function makeCaseDatabase(setup: CaseSetup, fixtures: CaseFile['fixtures'] = file.fixtures): string {
  const path = join(temporaryFolder(), 'state.db');
  const db = new Database(path);
  try {
    db.pragma('foreign_keys = OFF');
    db.pragma('journal_mode = WAL');
    for (const statement of fixtures[setup.fixture] ?? []) db.exec(statement);
    insert(db, 'state_meta', setup.meta);
    insert(db, 'sessions', withCounts(setup));
    insert(db, 'messages', setup.messages);
    insert(db, 'session_model_usage', setup.usage);
    if (setup.needsUnsafe === true) db.unsafeMode(true);
    for (const statement of setup.sql ?? []) db.exec(statement);
    return path;
  } finally {
    db.close();
  }
}

function withCounts({ sessions = [], messages = [] }: CaseSetup): CaseRow[] {
  const count = (id: unknown) => messages.filter(message => message['session_id'] === id).length;
  return sessions.map(row => ({ message_count: count(row['id']), ...row }));
}

function insert(db: Database.Database, table: string, rows: readonly CaseRow[] = []): void {
  for (const row of rows) {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(Object.values(row).map(repeated));
  }
}

/** `{"$repeat": [text, n]}` stands for text repeated n times. */
function repeated(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$repeat' in value)) return value;
  const [text, times] = value.$repeat as [string, number];
  return text.repeat(times);
}
