import { sqliteFailure } from '../session-db/sqlite-errors.ts';
import type { Store } from '../session-db/store.ts';
import { readSessions, type Session } from './edges.ts';

/** All rows of `sessions`, or those that a damaged file still gives. */
export interface SessionReading {
  readonly sessions: Session[];
  /** What is missing, one sentence; null where nothing is. */
  readonly damage: string | null;
}

/** True where SQLite found the file itself to be damaged. */
export function isDamage(error: unknown): boolean {
  return sqliteFailure(error)?.family === 'CORRUPT';
}

/**
 * Reads all sessions; of a damaged file without the times of their messages, or only as many as come before the damage.
 *
 * @throws what SQLite throws where it is no damage, or where no session can be read at all.
 */
export function readAllSessions(store: Store): SessionReading {
  try {
    return { sessions: readSessions(store, { kind: 'all' }), damage: null };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return readDamaged(store);
  }
}

function readDamaged(store: Store): SessionReading {
  const sessions: Session[] = [];
  try {
    readSessions(store, { kind: 'all' }, { lastMessages: false, into: sessions });
    return { sessions, damage: 'some messages cannot be read, so sessions stand in the order of their start.' };
  } catch (error) {
    if (!isDamage(error) || sessions.length === 0) throw error;
    return { sessions, damage: `only the first ${String(sessions.length)} sessions can be read.` };
  }
}
