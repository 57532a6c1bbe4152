import { SessionDbError } from './errors.ts';
import { hasLocks } from './locked-sessions.ts';
import { wellFormed } from './python-text.ts';
import { sqliteFailure } from './sqlite-errors.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** What a change of a transcript does about a session that somebody is compressing; spec: concurrency §9. */
export interface CompressionGuard {
  /**
   * `refuse` (default) throws while another holder has a live lock on the session. `proceed` changes it all the same,
   * which is Hermes's way.
   */
  readonly whileCompressing?: 'refuse' | 'proceed';
  /** Who asks: a lock of this holder does not count. */
  readonly lockHolder?: string;
}

/** Bound variables of one statement; older SQLites allow 999; spec: compat-notes 66. */
const IDS_PER_STATEMENT = 900;

/**
 * Refuses to go on while any of the sessions is being compressed. Call it inside the transaction of the change.
 *
 * @throws SessionDbError `compressing`, naming the session.
 */
export function assertNotCompressing(store: Store, ids: readonly string[], guard: CompressionGuard = {}): void {
  if (guard.whileCompressing === 'proceed' || !hasLocks(store.catalog)) return;
  const own = wellFormed(guard.lockHolder ?? '');
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    const chunk = ids.slice(start, start + IDS_PER_STATEMENT).map(wellFormed);
    const locked = store.db
      .prepare<unknown[], string>(
        `SELECT session_id FROM compression_locks
         WHERE expires_at >= ? AND holder <> ? AND session_id IN (${chunk.map(() => '?').join(', ')}) LIMIT 1`,
      )
      .pluck()
      .get(store.now(), own, ...chunk);
    if (locked !== undefined) throw compressing(locked);
  }
}

function compressing(id: string): SessionDbError {
  return new SessionDbError('compressing', `Session ${id} is being compressed.`, {
    hint: 'Try again when the agent has finished compressing it.',
  });
}

/** Seconds that a lock lasts unless it is refreshed; spec: concurrency §9. */
const LOCK_SECONDS = 300;

/** How long a lock is to last. */
export interface LockDuration {
  /** Seconds, 300 unless given. */
  readonly ttlSeconds?: number;
}

/**
 * Takes the lock under which one process compresses a session. A lock that has expired, or whose process is gone, gives
 * way. The holder of the lock gets true again, and no longer time.
 *
 * @returns false where another holder has it, and where the database fails; spec: concurrency §9.
 */
export function tryAcquireCompressionLock(
  store: Store,
  id: string,
  holder: string,
  { ttlSeconds = LOCK_SECONDS }: LockDuration = {},
): boolean {
  if (!hasLocks(store.catalog)) return false;
  const [session, own] = [wellFormed(id), wellFormed(holder)];
  try {
    return write(store, () => {
      removeStaleLock(store, session);
      store.db
        .prepare(
          `INSERT OR IGNORE INTO compression_locks (session_id, holder, acquired_at, expires_at) VALUES (?, ?, ?, ?)`,
        )
        .run(session, own, store.now(), store.now() + ttlSeconds);
      return storedLock(store, session)?.holder === own;
    });
  } catch (error) {
    // Whoever cannot tell whether it has the lock must not compress.
    if (sqliteFailure(error) !== null) return false;
    throw error;
  }
}

interface StoredLock {
  readonly holder: string;
  readonly expires_at: number;
}

function storedLock(store: Store, session: string): StoredLock | undefined {
  return store.db
    .prepare<[string], StoredLock>('SELECT holder, expires_at FROM compression_locks WHERE session_id = ?')
    .get(session);
}

function removeStaleLock(store: Store, session: string): void {
  const lock = storedLock(store, session);
  if (lock === undefined || (lock.expires_at >= store.now() && !isDead(lock.holder))) return;
  store.db.prepare('DELETE FROM compression_locks WHERE session_id = ? AND holder = ?').run(session, lock.holder);
}

/** Dead only where the system says that there is no such process; any doubt waits for the time to run out. */
function isDead(holder: string): boolean {
  if (process.platform === 'win32') return false;
  const pid = Number(/(?:^|:)pid=(\d+)(?::|$)/.exec(holder)?.[1] ?? 0);
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** Gives the lock of this holder its full time again; false where it is another's, or has run out. */
export function refreshCompressionLock(
  store: Store,
  id: string,
  holder: string,
  { ttlSeconds = LOCK_SECONDS }: LockDuration = {},
): boolean {
  if (!hasLocks(store.catalog)) return false;
  return write(
    store,
    db =>
      db
        .prepare('UPDATE compression_locks SET expires_at = ? WHERE session_id = ? AND holder = ? AND expires_at >= ?')
        .run(store.now() + ttlSeconds, wellFormed(id), wellFormed(holder), store.now()).changes > 0,
  );
}

/** Gives back the lock of this holder; another's stays. */
export function releaseCompressionLock(store: Store, id: string, holder: string): void {
  if (!hasLocks(store.catalog)) return;
  write(store, db =>
    db
      .prepare('DELETE FROM compression_locks WHERE session_id = ? AND holder = ?')
      .run(wellFormed(id), wellFormed(holder)),
  );
}
