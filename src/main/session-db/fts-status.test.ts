import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyFixture, FIXTURE_VERSIONS } from '../../../test/support/fixtures.ts';
import { SessionDB } from './index.ts';

function changed(version: (typeof FIXTURE_VERSIONS)[number], sql = ''): SessionDB {
  const path = copyFixture(version);
  const raw = new Database(path);
  raw.exec(sql);
  raw.close();
  const db = new SessionDB(path, { readOnly: true });
  onTestFinished(() => {
    db.close();
  });
  return db;
}

const markers = (high: string, progress: string, prefix = 'fts_rebuild') =>
  `INSERT INTO state_meta VALUES ('${prefix}_high_water', '${high}'), ('${prefix}_progress', '${progress}')`;

describe('the state of the search index', () => {
  it.each(FIXTURE_VERSIONS)('%s: a better layout is offered for every older one', version => {
    expect(changed(version).ftsOptimizeAvailable()).toBe(version !== 'v23');
    expect(changed(version).ftsRebuildStatus()).toBeNull();
  });

  it('an interrupted run is offered again, and says how far it came', () => {
    const db = changed('v23', markers('589', '200'));
    expect(db.ftsOptimizeAvailable()).toBe(true);
    expect(db.ftsRebuildStatus()).toEqual({ pending: true, total: 589, indexed: 200, percent: 33 });
    expect(db.ftsCjkRebuildStatus()).toBeNull();
    expect(changed('v23', 'CREATE TABLE fts_v22_trash_messages_fts_data (id)').ftsOptimizeAvailable()).toBe(true);
  });

  it('odd markers are no numbers to divide by', () => {
    expect(changed('v23', markers('0', '0')).ftsRebuildStatus()).toBeNull();
    expect(changed('v23', markers('text', '5')).ftsRebuildStatus()).toBeNull();
    expect(changed('v23', markers('10', '12', 'fts_cjk_rebuild')).ftsCjkRebuildStatus()).toMatchObject({
      percent: 100,
    });
  });
});
