import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/fixtures.ts';
import { SessionDB } from './index.ts';

let clock = 1_780_000_000;
let db: SessionDB;
let first: number;
beforeEach(() => {
  clock = 1_780_000_000;
  db = new SessionDB(join(temporaryFolder(), 'state.db'), { now: () => clock });
  db.createSession({ sessionId: 's', source: 'cli' });
  first = db.appendMessage({ sessionId: 's', role: 'user', content: 'one' });
});
afterEach(() => {
  db.close();
});

const LIVE = `pid=${String(process.ppid)}:tid=1:agent=ab:nonce=00000000`;

/** A process that is certainly gone. */
function deadPid(): number {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return pid;
}

describe('changes of a session that is being compressed', () => {
  const changes: readonly (readonly [string, (options?: object) => unknown])[] = [
    ['clear', options => db.clearMessages('s', options)],
    ['replace', options => db.replaceMessages('s', [{ role: 'user', content: 'new' }], options)],
    ['compact', options => db.archiveAndCompact('s', [{ role: 'user', content: 'summary' }], options)],
    ['rewind', options => db.rewindToMessage('s', first, options)],
    ['restore', options => db.restoreRewound('s', first, options)],
  ];

  it.each(changes)('%s is refused, and nothing is changed', (_name, change) => {
    expect(db.tryAcquireCompressionLock('s', LIVE)).toBe(true);
    const before = [db.getSession('s'), db.getMessages('s', { includeInactive: true })];
    expect(() => change()).toThrow(expect.objectContaining({ code: 'compressing' }));
    expect([db.getSession('s'), db.getMessages('s', { includeInactive: true })]).toEqual(before);
  });

  it.each(changes)('%s goes on where asked to, for the holder, and after the lock', (_name, change) => {
    db.tryAcquireCompressionLock('s', LIVE);
    expect(() => change({ lockHolder: LIVE })).not.toThrow();
    db.replaceMessages('s', [{ role: 'user', content: 'again' }], { lockHolder: LIVE });
    first = db.getMessages('s')[0]?.id ?? 0;
    expect(() => change({ whileCompressing: 'proceed' })).not.toThrow();
    db.replaceMessages('s', [{ role: 'user', content: 'again' }], { lockHolder: LIVE });
    first = db.getMessages('s')[0]?.id ?? 0;
    clock += 301;
    expect(() => change()).not.toThrow();
  });

  it('an append is not refused at the current schema', () => {
    db.tryAcquireCompressionLock('s', LIVE);
    expect(db.appendMessage({ sessionId: 's', role: 'user', content: 'two' })).toBeGreaterThan(first);
  });
});

describe('the lock', () => {
  it('is taken once, and gets no more time by taking it again', () => {
    expect(db.tryAcquireCompressionLock('s', LIVE, { ttlSeconds: 10 })).toBe(true);
    expect(db.tryAcquireCompressionLock('s', 'other')).toBe(false);
    clock += 6;
    expect(db.tryAcquireCompressionLock('s', LIVE, { ttlSeconds: 10 })).toBe(true);
    clock += 5;
    expect(db.getCompressionLockHolder('s')).toBeNull();
    expect(db.refreshCompressionLock('s', LIVE)).toBe(false);
    expect(db.tryAcquireCompressionLock('s', 'other')).toBe(true);
  });

  it('lasts as long as it is refreshed, and only its holder gives it back', () => {
    db.tryAcquireCompressionLock('s', LIVE, { ttlSeconds: 10 });
    clock += 9;
    expect(db.refreshCompressionLock('s', 'other', { ttlSeconds: 10 })).toBe(false);
    expect(db.refreshCompressionLock('s', LIVE, { ttlSeconds: 10 })).toBe(true);
    clock += 9;
    db.releaseCompressionLock('s', 'other');
    expect(db.getCompressionLockHolder('s')).toBe(LIVE);
    db.releaseCompressionLock('s', LIVE);
    db.releaseCompressionLock('s', LIVE);
    expect(db.getCompressionLockHolder('s')).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('of a dead process gives way; any doubt does not', () => {
    db.tryAcquireCompressionLock('s', `pid=${String(deadPid())}:tid=1:agent=ab:nonce=1`);
    expect(db.tryAcquireCompressionLock('s', 'next')).toBe(true);
    for (const holder of ['me', `pid=${String(process.pid)}:tid=1`, 'pid=0:x', 'pid=1', 'xpid=999999999', 'pid=-5']) {
      db.store.db.exec('DELETE FROM compression_locks');
      db.tryAcquireCompressionLock('s', holder);
      expect([holder, db.tryAcquireCompressionLock('s', 'other')]).toEqual([holder, false]);
    }
  });

  it('is not had where the database fails', () => {
    const other = new SessionDB(db.store.path);
    other.store.db.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON compression_locks BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    expect(db.tryAcquireCompressionLock('s', LIVE)).toBe(false);
    other.close();
  });
});
