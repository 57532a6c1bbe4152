import Database from 'better-sqlite3';
import { copyFixture, type FixtureVersion } from './fixtures.ts';
import { rebuildIndexes } from './table-content.ts';

const DAY = 86_400;
/** Columns that hold times, by table. */
const TIMES = {
  sessions: ['started_at', 'ended_at', 'last_activity_at'],
  messages: ['timestamp'],
  session_model_usage: ['first_seen', 'last_seen'],
} as const;

/**
 * Copies a fixture with its times moved so that its last session began a day and a half ago, whatever the date is, and
 * with search indexes of the linked SQLite. Returns the path of its `state.db`.
 */
export function copyFixtureOfToday(version: FixtureVersion): string {
  const path = copyFixture(version);
  const db = new Database(path);
  try {
    const latest = Number(db.prepare('SELECT MAX(started_at) FROM sessions').pluck().get());
    const shift = Date.now() / 1000 - 1.5 * DAY - latest;
    for (const [table, columns] of Object.entries(TIMES)) {
      const known = new Set(db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table));
      const moved = columns
        .filter(column => known.has(column))
        .map(column => `${column} = ${column} + ${String(shift)}`);
      if (moved.length > 0) db.exec(`UPDATE ${table} SET ${moved.join(', ')}`);
    }
    rebuildIndexes(db);
  } finally {
    db.close();
  }
  return path;
}
