import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SessionDB } from '../../src/main/session-db/index.ts';
import type { OpenOptions } from '../../src/main/session-db/index.ts';
import { temporaryFolder } from './fixtures.ts';

type Row = Readonly<Record<string, string | number | Buffer | null>>;

/** Rows as they are stored; what is left out has its default, `cli` as source and 1 as time. */
export interface Rows {
  readonly sessions: readonly Row[];
  readonly messages?: readonly Row[];
}

/** A new database with these rows, put there past the methods and without foreign keys. Closed when the test ends. */
export function databaseOf(rows: Rows, options: OpenOptions = {}): SessionDB {
  const db = new SessionDB(join(temporaryFolder(), 'state.db'), options);
  onTestFinished(() => {
    db.close();
  });
  const raw = db.store.db;
  raw.pragma('foreign_keys = OFF');
  raw.transaction(() => {
    for (const row of rows.sessions) insert(db, 'sessions', { source: 'cli', started_at: 1, ...row });
    for (const row of rows.messages ?? []) insert(db, 'messages', { role: 'user', timestamp: 1, ...row });
  })();
  raw.pragma('foreign_keys = ON');
  return db;
}

function insert(db: SessionDB, table: string, row: Row): void {
  const columns = Object.keys(row);
  db.store.db
    .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(name => `:${name}`).join(', ')})`)
    .run(row);
}
