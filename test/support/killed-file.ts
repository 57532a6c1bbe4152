import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { SessionDB, SessionDbError } from '../../src/main/session-db/index.ts';
import { write } from '../../src/main/session-db/write.ts';
import { temporaryFolder } from './fixtures.ts';
import { ftsProblems } from './table-rows.ts';

/** What the file of {@link killableFile} holds. */
export const GROUPS = 16;
export const SESSIONS_PER_GROUP = 6;
export const MESSAGES_PER_SESSION = 8;
export const ALL_MESSAGES = GROUPS * SESSIONS_PER_GROUP * MESSAGES_PER_SESSION;

/** A new file with old sessions in groups by source (`g0`, `g1` …), and an empty one, `live`. */
export function killableFile(): string {
  const path = join(temporaryFolder(), 'state.db');
  const db = new SessionDB(path);
  write(db.store, raw => {
    for (let at = 0; at < GROUPS * SESSIONS_PER_GROUP; at += 1) {
      const sessionId = `s${String(at)}`;
      db.createSession({ sessionId, source: `g${String(at % GROUPS)}` });
      for (let count = 0; count < MESSAGES_PER_SESSION; count += 1) {
        const numbers = Array.from({ length: 60 }, (_value, word) => (at * 71 + count * 13 + word) ** 2);
        const words = numbers.map(number => `w${number.toString(36)}`).join(' ');
        db.appendMessage({ sessionId, role: 'user', content: `common ${words}` });
      }
      db.endSession(sessionId, 'cli_close');
    }
    raw.exec('UPDATE sessions SET started_at = started_at - 1000000');
    db.createSession({ sessionId: 'live', source: 'cli' });
  });
  db.close();
  // The first open of a file that is there sets the marks of its storage; after it nothing but the work changes rows.
  new SessionDB(path).close();
  return path;
}

/** @returns a function that copies a file that nobody has open, by turns in WAL mode and with the older journal. */
export function copiesInBothModes(original: string): (moment: number) => string {
  const sources = ['wal', 'delete'].map(mode => {
    const path = join(temporaryFolder(), 'state.db');
    copyFileSync(original, path);
    const db = new Database(path);
    db.pragma(`journal_mode = ${mode}`);
    db.close();
    return path;
  });
  return moment => {
    const path = join(temporaryFolder(), 'state.db');
    copyFileSync(sources[moment % 2] ?? '', path);
    return path;
  };
}

/** How many messages a search finds that is for all of them. */
export function foundIn(db: SessionDB, word = 'common'): number {
  return db.searchMessages(word, { limit: -1, includeInactive: true }).length;
}

/**
 * Expects that a file that was left in the middle of something opens for reading and for writing, and is whole.
 *
 * @param look - called with each of the stores.
 */
export function expectSound(path: string, look: (db: SessionDB) => void): void {
  lookBeforeRecovery(path, look);
  const db = new SessionDB(path);
  look(db);
  expect(db.store.db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(ftsProblems(db.store.db)).toEqual([]);
  db.close();
  const reader = new SessionDB(path, { readOnly: true });
  look(reader);
  reader.close();
}

/** Only a writer may play back the older kind of journal; before that, a reader is told so. */
function lookBeforeRecovery(path: string, look: (db: SessionDB) => void): void {
  let reader: SessionDB;
  try {
    reader = new SessionDB(path, { readOnly: true });
  } catch (error) {
    if (!(error instanceof SessionDbError)) throw error;
    expect(error.message).toContain('was left in the middle of a write');
    return;
  }
  look(reader);
  reader.close();
}

/** Expects that every session counts its messages, and that every message has its session. */
export function expectCounted(db: SessionDB): void {
  const wrong = `SELECT id FROM sessions s
      WHERE message_count <> (SELECT COUNT(*) FROM messages m WHERE m.session_id = s.id)
    UNION ALL SELECT session_id FROM messages WHERE session_id NOT IN (SELECT id FROM sessions)`;
  expect(db.store.db.prepare(wrong).all()).toEqual([]);
}
