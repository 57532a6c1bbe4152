import type { Database } from 'better-sqlite3';
import { expectedSchema } from './expected.ts';
import { columnsOf, hasObject } from './live.ts';
import type { SchemaStep } from './step.ts';

/**
 * Creates the indexes that are missing. One of the same name stays, whatever it is on; spec: migrations §2.
 *
 * @param dropped - tables that an earlier step of the same transaction drops.
 */
export function indexSteps(db: Database, dropped: ReadonlySet<string>): SchemaStep[] {
  return expectedSchema()
    .indexes.filter(index => isMissing(db, index.name, dropped))
    .map(index => ({ name: `create the index ${index.name}`, mayWait: true, run: live => live.exec(index.sql) }));
}

function isMissing(db: Database, index: string, dropped: ReadonlySet<string>): boolean {
  const table = db.prepare<[string], string>('SELECT tbl_name FROM sqlite_master WHERE name = ?').pluck().get(index);
  return table === undefined || dropped.has(table);
}

/**
 * Creates the index that keeps titles unique. Of sessions with the same title the one that was stored last keeps it,
 * the others lose theirs; no session is deleted; spec: migrations §7.
 */
export function titleSteps(db: Database): SchemaStep[] {
  const { name, sql } = expectedSchema().titleIndex;
  if (hasObject(db, name)) return [];
  const repeated = countRepeatedTitles(db);
  const run = (live: Database) => {
    live.exec(`UPDATE sessions SET title = NULL WHERE title IS NOT NULL AND rowid NOT IN (
      SELECT MAX(rowid) FROM sessions WHERE title IS NOT NULL GROUP BY title)`);
    live.exec(sql);
  };
  const clearing = repeated === 0 ? '' : `, clearing ${String(repeated)} repeated titles`;
  return [{ name: `create the index ${name}${clearing}`, mayWait: true, run }];
}

function countRepeatedTitles(db: Database): number {
  if (!columnsOf(db, 'sessions').includes('title')) return 0;
  return Number(db.prepare('SELECT COUNT(title) - COUNT(DISTINCT title) FROM sessions').pluck().get());
}

/**
 * Messages without a state, which an old build left and which would hide a whole transcript; spec: migrations §2.
 * Looks only where the index makes looking free; without it the index is made first, and then this is asked again.
 */
export function healSteps(db: Database): SchemaStep[] {
  const isIndexed = hasObject(db, 'idx_messages_active_null') && columnsOf(db, 'messages').includes('active');
  if (!isIndexed || db.prepare('SELECT 1 FROM messages WHERE active IS NULL LIMIT 1').get() === undefined) return [];
  return [
    {
      name: 'mark messages without a state as active',
      mayWait: true,
      run: live => live.exec('UPDATE messages SET active = 1 WHERE active IS NULL'),
    },
  ];
}
