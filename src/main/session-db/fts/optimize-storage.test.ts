import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyFixture, FIXTURE_VERSIONS, readFixtureJson } from '../../../../test/support/fixtures.ts';
import type { FixtureVersion } from '../../../../test/support/fixtures.ts';
import { expectWholeIndex, indexedIds, integrityProblem, tamper } from '../../../../test/support/fts-index.ts';
import { lockFor } from '../../../../test/support/write-lock.ts';
import { SessionDB } from '../index.ts';
import type { OpenOptions } from '../index.ts';
import type { FtsStorageProgress } from './optimize-storage.ts';

interface RecordedObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

interface RecordedRun {
  readonly available_before: boolean;
  readonly available_after: boolean;
  readonly result: unknown;
  readonly progress: readonly unknown[];
  readonly steps: number;
  readonly schema_version: readonly number[];
  readonly state_meta: readonly (readonly [string, string])[];
  readonly fts: Readonly<Record<string, { readonly rows_indexed: number }>>;
  readonly objects: readonly RecordedObject[];
  readonly row_counts: Readonly<Record<string, number>>;
}

const noRest = () => undefined;

function opened(path: string, options: OpenOptions = {}): SessionDB {
  const db = new SessionDB(path, options);
  onTestFinished(() => {
    db.close();
  });
  return db;
}

const recordedRun = (version: FixtureVersion) =>
  (readFixtureJson(version, 'migrated.json') as { after_optimize: RecordedRun }).after_optimize;

const withoutBlanks = ({ type, name, sql }: RecordedObject) => ({ type, name, sql: (sql ?? '').replace(/\s+/g, '') });
const asTuple = ({ phase, percent, indexed, total }: FtsStorageProgress) => [phase, percent, indexed, total];

/** Pages of an index, whose number depends on the SQLite that wrote it, are not compared. */
const isComparable = (table: string) => !/^messages_fts.*_(?:data|idx)$/.test(table);

function rowCounts(db: Database.Database, tables: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(tables.map(table => [table, db.prepare(`SELECT COUNT(*) FROM "${table}"`).pluck().get()]));
}

/** Where a search of every kind finds what. */
function answers(db: SessionDB): unknown {
  const queries = ['docker', 'gateway OR corrupt', '"health check"', 'read_file', '大别山', '東京', 'ploy', 'ナ'];
  return queries.map(query =>
    db
      .searchMessages(query, { limit: -1 })
      .map(hit => hit.id)
      .sort(),
  );
}

describe('optimizeFtsStorage', () => {
  it.each(FIXTURE_VERSIONS)('%s: does and says what Hermes does and says', version => {
    const recorded = recordedRun(version);
    const db = opened(copyFixture(version));
    const raw = db.store.db;
    expect(db.ftsOptimizeAvailable()).toBe(recorded.available_before);
    const progress: unknown[] = [];
    const result = db.optimizeFtsStorage({
      rest: noRest,
      progress: report => progress.push(asTuple(report)),
    });
    expect(result).toEqual(recorded.result);
    expect(progress).toHaveLength(recorded.steps);
    const reports = recorded.progress.filter(report => report !== '...');
    expect([...progress.slice(0, 3), ...progress.slice(-3)]).toEqual(reports);
    expect(db.ftsOptimizeAvailable()).toBe(recorded.available_after);
    expect(raw.prepare('SELECT key, value FROM state_meta ORDER BY key').raw().all()).toEqual(recorded.state_meta);
    expect(raw.prepare('SELECT version FROM schema_version').pluck().all()).toEqual(recorded.schema_version);
    const objects = raw
      .prepare<[], RecordedObject>(
        "SELECT type, name, sql FROM sqlite_master WHERE name LIKE '%fts%' AND type <> 'index' ORDER BY type, name",
      )
      .all();
    expect(objects.map(withoutBlanks)).toEqual(recorded.objects.map(withoutBlanks));
    const counted = Object.keys(recorded.row_counts).filter(isComparable);
    expect(rowCounts(raw, counted)).toEqual(
      Object.fromEntries(counted.map(table => [table, recorded.row_counts[table]])),
    );
    for (const [table, { rows_indexed: rows }] of Object.entries(recorded.fts)) {
      expect(indexedIds(raw, table)).toHaveLength(rows);
    }
    expect(integrityProblem(raw, 'messages_fts')).toBeNull();
    // Nothing was rebuilt in v23, whose trigrams an older SQLite wrote: recorded as a problem of the newer one, too.
    expect(integrityProblem(raw, 'messages_fts_trigram') === null).toBe(version !== 'v23');
  });

  it.each([
    ['v04', [1, 2, 3]],
    ['v10', [4, 6, 9]],
    ['v20', [5, 20, 50]],
  ] as const)('%s: goes on after a stop, whichever transaction was the last', (version, stops) => {
    for (const stop of stops) {
      const path = copyFixture(version);
      const first = new SessionDB(path);
      const run = first.ftsStorageSteps();
      for (let at = 0; at < stop; at += 1) run.next();
      first.close();
      const second = opened(path);
      const late = second.createSession({ sessionId: 'late', source: 'cli' });
      second.appendMessage({ sessionId: late, role: 'user', content: 'quokka' });
      expect(second.searchMessages('quokka')).toHaveLength(1);
      expect(second.optimizeFtsStorage({ rest: noRest, vacuum: false })).toEqual({ ok: true, vacuumed: null });
      expectWholeIndex(second.store.db);
      expect(second.ftsOptimizeAvailable()).toBe(false);
      expect([second.getMeta('fts_storage_version'), second.getMeta('fts_optimize_available')]).toEqual(['1', null]);
    }
  });

  it.each(['v01', 'v16'] as const)('%s: search finds everything meanwhile', version => {
    const db = opened(copyFixture(version));
    const before = db
      .searchMessages('docker', { limit: -1 })
      .map(hit => hit.id)
      .sort();
    expect(before.length).toBeGreaterThan(10);
    for (const step of db.ftsStorageSteps()) {
      const now = db.searchMessages('docker', { limit: -1 }).map(hit => hit.id);
      expect(now).toEqual(expect.arrayContaining(before));
      expect(new Set(now).size).toBe(now.length);
      expect(step.restMs === 0 || step.restMs >= 200).toBe(true);
    }
    const after = answers(db);
    db.rebuildFts();
    expect(answers(db)).toEqual(after);
  });

  it('rests between two transactions for at least 0.2 s and four times their length', () => {
    const db = opened(copyFixture('v20'));
    const rests: number[] = [];
    db.optimizeFtsStorage({ rest: milliseconds => rests.push(milliseconds), vacuum: false });
    expect(rests.length).toBeGreaterThan(20);
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(200);
  });

  it('begins in one transaction: before it the old layout is whole, after it the new one with its markers', () => {
    const path = copyFixture('v16');
    const db = opened(path);
    const highest = db.store.db.prepare('SELECT MAX(id) FROM messages').pluck().get();
    const run = db.ftsStorageSteps();
    run.next();
    expect(db.ftsRebuildStatus()).toEqual({ pending: true, total: highest, indexed: 0, percent: 0 });
    expect(db.getMeta('fts_optimize_available')).toBeNull();
    const other = new Database(path, { readonly: true });
    const trash = other
      .prepare("SELECT name FROM sqlite_master WHERE name LIKE 'fts_v22_trash_%' ORDER BY rowid")
      .pluck();
    expect(trash.all()).toEqual(
      ['messages_fts', 'messages_fts_trigram'].flatMap(table =>
        ['data', 'idx', 'content', 'docsize', 'config'].map(part => `fts_v22_trash_${table}_${part}`),
      ),
    );
    other.close();
    expect(() => db.store.db.exec("DELETE FROM sqlite_master WHERE name = 'sessions'")).toThrow('may not be modified');
  });

  it('leaves the old layout where the beginning fails', () => {
    const db = opened(copyFixture('v16'));
    db.store.db.exec('CREATE TABLE messages_fts_trigram_src (id)');
    const before = answers(db);
    expect(() => db.optimizeFtsStorage({ rest: noRest })).toThrow('messages_fts_trigram_src');
    expect(answers(db)).toEqual(before);
    expect(db.ftsRebuildStatus()).toBeNull();
    db.store.db.exec('DROP TABLE messages_fts_trigram_src');
    expect(db.optimizeFtsStorage({ rest: noRest })).toMatchObject({ ok: true });
    expectWholeIndex(db.store.db);
  });

  it('finds an index that a crash of another build left empty, and fills it', () => {
    const path = tamper(
      copyFixture('v23'),
      "INSERT INTO messages_fts(messages_fts) VALUES('delete-all')",
      "INSERT INTO messages_fts_trigram(messages_fts_trigram) VALUES('delete-all')",
      "DELETE FROM state_meta WHERE key LIKE 'fts%'",
    );
    const db = opened(path);
    expect(db.getMeta('fts_storage_version')).toBeNull();
    expect(db.ftsOptimizeAvailable()).toBe(true);
    expect(db.searchMessages('docker').length).toBeGreaterThan(10);
    db.optimizeFtsStorage({ rest: noRest });
    expectWholeIndex(db.store.db);
    expect(db.ftsOptimizeAvailable()).toBe(false);
  });

  it('never lowers the number of a later layout', () => {
    const db = opened(
      tamper(copyFixture('v23'), "UPDATE state_meta SET value = '3' WHERE key = 'fts_storage_version'"),
    );
    db.optimizeFtsStorage({ rest: noRest });
    expect(db.getMeta('fts_storage_version')).toBe('3');
  });

  it('says where the file cannot be compacted, and is done all the same', async () => {
    const db = opened(copyFixture('v16'));
    const run = db.ftsStorageSteps();
    let next = run.next();
    while (next.done !== true && next.value.progress?.phase !== 'vacuum') next = run.next();
    // Longer than the compaction waits, shorter than the marks do that are written after it.
    await lockFor(db.store.path, 3000);
    expect(run.next()).toMatchObject({ value: { progress: { phase: 'done' } } });
    expect(run.next()).toEqual({ done: true, value: { ok: true, vacuumed: false } });
    expectWholeIndex(db.store.db);
  });

  it('is refused for reading only and for a file of a later version', () => {
    const reader = opened(copyFixture('v16'), { readOnly: true });
    expect(reader.optimizeFtsStorage()).toEqual({ ok: false, reason: 'read_only' });
    const newer = opened(tamper(copyFixture('v23'), 'UPDATE schema_version SET version = 31'), { writeToNewer: true });
    expect(() => newer.optimizeFtsStorage()).toThrow(expect.objectContaining({ code: 'db-newer' }));
    expect(newer.ftsOptimizeAvailable()).toBe(false);
    expect(() => newer.ftsRebuildStep()).toThrow(expect.objectContaining({ code: 'db-newer' }));
  });
});
