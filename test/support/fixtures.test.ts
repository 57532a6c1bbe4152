import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { copyFixture, FIXTURE_FORMS, FIXTURE_VERSIONS, fixtureGolden, fixturePath } from './fixtures.ts';

describe('fixtures', () => {
  it.each(FIXTURE_VERSIONS)('%s unpacks to the bytes that were recorded', version => {
    const sha256 = createHash('sha256')
      .update(readFileSync(fixturePath(version)))
      .digest('hex');
    expect(sha256).toBe(fixtureGolden(version).state_db_sha256);
  });

  it.each(FIXTURE_FORMS)('a copy in the form %s has the side files of that form and the same rows', form => {
    const path = copyFixture('v23', form);
    const walBytes = existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0;
    expect(walBytes > 0).toBe(form === 'wal-frames');
    expect(existsSync(`${path}-shm`)).toBe(false);
    const db = new Database(path, { readonly: true });
    const original = new Database(fixturePath('v23'), { readonly: true });
    const count = 'SELECT COUNT(*) AS n, TOTAL(started_at) AS t FROM sessions';
    expect(db.prepare(count).get()).toEqual(original.prepare(count).get());
    expect(db.pragma('journal_mode', { simple: true })).toBe(form === 'plain' ? 'delete' : 'wal');
    db.close();
    original.close();
  });
});
