import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionDB } from '../session-db/index.ts';
import { makeSample } from './make-sample.ts';

const NOW = 1_790_000_000;
let folder = '';
let db: SessionDB;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sample-'));
  makeSample(join(folder, 'sample', 'state.db'), NOW);
  db = new SessionDB(join(folder, 'sample', 'state.db'), { readOnly: true });
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

describe('makeSample', () => {
  it('makes about sixty sessions and leaves nothing unfinished beside them', () => {
    const count = db.sessionCount({ includeArchived: true });
    expect(count).toBeGreaterThanOrEqual(50);
    expect(count).toBeLessThanOrEqual(70);
    expect(existsSync(join(folder, 'sample', 'state.db.unfinished'))).toBe(false);
  });

  it('has a chain of three segments whose tip is pinned and open', () => {
    const tip = db.getSessionByTitle('Fix Docker build on arm64 #3');
    const lineage = db.getCompressionLineage(String(tip?.id));
    expect(lineage).toHaveLength(3);
    expect(tip).toMatchObject({ pinned: 1, ended_at: null });
  });

  it('ends before now and finds words in four scripts', () => {
    const newest = db.listSessions({ orderByLastActive: true, limit: 1 })[0];
    expect(newest?.last_active).toBeLessThan(NOW);
    for (const word of ['arm64', 'зонта', '文字化け', 'payment']) {
      expect(db.searchMessages(word), word).not.toHaveLength(0);
    }
  });

  it('holds every cost state', () => {
    const states = db.store.db.prepare('SELECT DISTINCT cost_status FROM sessions ORDER BY 1').pluck().all();
    expect(states).toEqual([null, 'actual', 'estimated', 'included', 'unknown']);
  });
});
