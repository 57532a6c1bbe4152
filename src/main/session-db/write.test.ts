import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyFixture, temporaryFolder } from '../../../test/support/fixtures.ts';
import { lockFor } from '../../../test/support/write-lock.ts';
import { SessionDB } from './index.ts';
import { pruneSessions } from './prune-sessions.ts';
import { write, writeStatistics } from './write.ts';

function opened(path = join(temporaryFolder(), 'state.db')): SessionDB {
  const db = new SessionDB(path);
  onTestFinished(() => {
    db.close();
  });
  return db;
}

describe('write', () => {
  it.each(['plain', 'wal-closed'] as const)('waits until another process lets go of the lock (%s)', async form => {
    const db = opened(copyFixture('v23', form));
    await lockFor(db.store.path, 2500);
    const before = performance.now();
    expect(db.setSessionTitle('20260727_084535_3fd36d', 'patience')).toBe(true);
    expect(performance.now() - before).toBeGreaterThan(1000);
    expect(db.getSessionTitle('20260727_084535_3fd36d')).toBe('patience');
  });

  it('takes everything back where the change fails, and is ready for the next', () => {
    const db = opened();
    db.createSession({ sessionId: 's', source: 'cli' });
    const failing = () =>
      write(db.store, () => {
        db.endSession('s', 'inner');
        throw new Error('on purpose');
      });
    expect(failing).toThrow('on purpose');
    expect(db.getSession('s')).toMatchObject({ ended_at: null, end_reason: null });
    expect(db.store.db.inTransaction).toBe(false);
    db.endSession('s', 'later');
    expect(db.getSession('s')).toMatchObject({ end_reason: 'later' });
  });

  it('runs a change once more where the lock was lost to another, not where it failed by itself', () => {
    const db = opened();
    let runs = 0;
    const result = write(db.store, () => {
      runs += 1;
      if (runs < 3) throw Object.assign(new Error('busy'), { code: 'SQLITE_BUSY_SNAPSHOT' });
      return runs;
    });
    expect(result).toBe(3);
    const broken = () => {
      runs += 1;
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    };
    expect(() => write(db.store, broken)).toThrow('full');
    expect(runs).toBe(4);
  });

  it('gives up after 15 attempts', () => {
    const db = opened();
    let runs = 0;
    const busy = () => {
      runs += 1;
      throw Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' });
    };
    expect(() => write(db.store, busy)).toThrow('is locked by another program');
    expect(runs).toBe(15);
  });

  it('says that the disk is full, loses nothing, and goes on when there is space', () => {
    const db = opened();
    db.createSession({ sessionId: 's', source: 'cli' });
    const pages = Number(db.store.db.pragma('page_count', { simple: true }));
    db.store.db.pragma(`max_page_count = ${String(pages)}`);
    const append = () => db.appendMessage({ sessionId: 's', role: 'user', content: 'heron '.repeat(5000) });
    expect(append).toThrow(expect.objectContaining({ code: 'db-full' }) as Error);
    expect(db.messageCount('s')).toBe(0);
    db.store.db.pragma('max_page_count = 1000000');
    append();
    expect(db.messageCount('s')).toBe(1);
  });

  it('counts attempts and keeps the longest', () => {
    const db = opened();
    let runs = 0;
    const failingFirst = () => {
      runs += 1;
      if (runs < 3) throw Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' });
    };
    write(db.store, failingFirst);
    write(db.store, () => {
      db.setMeta('browser:a', '1');
    });
    expect(() => write(db.store, () => void JSON.parse('{'))).toThrow(SyntaxError);
    const { byAttempts, longestMs } = writeStatistics(db.store);
    expect(byAttempts).toEqual([1, 0, 1]);
    expect(longestMs).toBeGreaterThanOrEqual(40);
  });

  it('knows what another process changed in the schema since the file was opened', () => {
    const path = copyFixture('v23');
    const [mine, other] = [opened(path), opened(path)];
    expect(mine.getSession('20260727_084535_3fd36d')).not.toHaveProperty('pinned');
    const prunable = mine.listPruneCandidates({ olderThanDays: null }).map(({ id }) => id);
    const { store } = mine;
    for (const id of prunable) other.setSessionPinned(id, true);
    expect(prunable.length).toBeGreaterThan(0);
    // A store that was handed out before has no call to look at the schema in, but a write does.
    expect(pruneSessions(store, { olderThanDays: null })).toBe(0);
    expect(mine.getSession(prunable[0] ?? '')).toHaveProperty('pinned', 1);
  });

  it('joins a running change', () => {
    const db = opened();
    write(db.store, () => {
      db.setMeta('browser:a', '1');
      db.setMeta('browser:b', '2');
      expect(db.store.db.inTransaction).toBe(true);
    });
    expect([db.getMeta('browser:a'), db.getMeta('browser:b')]).toEqual(['1', '2']);
  });

  it('keeps the log short', () => {
    const db = opened(copyFixture('v23', 'wal-closed'));
    for (let at = 0; at < 49; at += 1) db.setMeta('browser:count', String(at));
    const pages = () => (db.store.db.pragma('wal_checkpoint(PASSIVE)') as { log: number }[])[0]?.log ?? 0;
    db.setMeta('browser:count', 'fiftieth');
    db.setMeta('browser:count', 'first of a new log');
    expect(pages()).toBeLessThan(10);
  });
});
