import fc from 'fast-check';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { checkSequence, sequenceOf, type SequenceTally } from '../support/class-sequence.ts';
import { copyFixture, temporaryFolder, type FixtureVersion } from '../support/fixtures.ts';
import { rebuildIndexes } from '../support/table-content.ts';

const LENGTH = 200;
const PATIENCE_MS = 900_000;

/** A new file, or a migrated one whose indexes are of the linked SQLite; some have the older layout of the indexes. */
function subject(version: FixtureVersion | 'new', mode: string): string {
  const path = version === 'new' ? join(temporaryFolder(), 'state.db') : copyFixture(version);
  new SessionDB(path).close();
  const db = new Database(path);
  db.pragma(`journal_mode = ${mode}`);
  rebuildIndexes(db);
  db.exec('DELETE FROM messages WHERE session_id NOT IN (SELECT id FROM sessions)');
  db.close();
  return path;
}

test.each([
  { version: 'new', mode: 'wal', runs: 4 },
  { version: 'new', mode: 'delete', runs: 2 },
  { version: 'v01', mode: 'wal', runs: 1 },
  { version: 'v07', mode: 'delete', runs: 1 },
  { version: 'v11', mode: 'wal', runs: 2 },
  { version: 'v16', mode: 'delete', runs: 1 },
  { version: 'v20', mode: 'wal', runs: 2 },
  { version: 'v23', mode: 'wal', runs: 2 },
] as const)(
  'two processes do whatever the class can, and the file stays right ($version, $mode)',
  async ({ version, mode, runs }) => {
    const tally: SequenceTally = { done: 0, refused: 0, overlapped: 0 };
    await fc.assert(
      fc.asyncProperty(sequenceOf(LENGTH), steps => checkSequence(subject(version, mode), steps, tally)),
      { numRuns: runs, endOnFailure: true },
    );
    console.log(`SEQUENCES ${version}, ${mode}: ${JSON.stringify(tally)} in ${String(runs)} runs`);
    expect(tally.done).toBeGreaterThan((runs * LENGTH) / 2);
    expect(tally.overlapped).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
