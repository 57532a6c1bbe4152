import Database from 'better-sqlite3';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RepairReport as Contract } from '../../../shared/contract/maintenance.ts';
import { damage } from '../../../../test/support/damage.ts';
import {
  copyDatabase,
  copyFixture,
  FIXTURE_VERSIONS,
  fixturePath,
  temporaryFolder,
} from '../../../../test/support/fixtures.ts';
import { startForeignWriter } from '../../../../test/support/foreign-writer.ts';
import { SessionDB } from '../session-db.ts';
import { checkFileHealth } from './health.ts';
import { repair } from './repair.ts';

type Row = Record<string, unknown>;

/** Every row of sessions and messages with its rowid. */
function rowsOf(path: string): { sessions: Row[]; messages: Row[] } {
  const db = new Database(path, { readonly: true });
  try {
    const all = (table: string) =>
      db.prepare<[], Row>(`SELECT rowid AS position, * FROM ${table} ORDER BY rowid`).all();
    return { sessions: all('sessions'), messages: all('messages') };
  } finally {
    db.close();
  }
}

/** Hits of a word in the word index, and of a part of it in the substring index where there is one. */
function hits(path: string): unknown[] {
  const db = new Database(path, { readonly: true });
  try {
    return ['messages_fts', 'messages_fts_trigram'].map(table =>
      db.prepare(`SELECT count(*) FROM ${table} WHERE ${table} MATCH 'the'`).pluck().get(),
    );
  } finally {
    db.close();
  }
}

const beside = (path: string) =>
  readdirSync(dirname(path))
    .filter(name => name !== basename(path))
    .sort();

const withCode = (code: string): Error => expect.objectContaining({ code }) as Error;

describe('a sound file', () => {
  it.each(FIXTURE_VERSIONS)('%s is left alone', version => {
    const path = copyFixture(version);
    const before = readFileSync(path);
    const report = repair(path);
    expect(report).toEqual({
      repaired: true,
      strategy: 'already_healthy',
      backupPath: null,
      salvagedPath: null,
      detail: null,
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(beside(path)).toEqual([]);
  });

  it('is left alone though other programs have it open', async () => {
    const path = copyFixture('v23');
    const writer = startForeignWriter(path);
    await writer.run("INSERT INTO state_meta VALUES ('other', 'x')");
    expect(repair(path).strategy).toBe('already_healthy');
    await writer.close();
  });
});

describe('the ladder', () => {
  it.each([
    ['the lists of the search index', 'rebuild_fts', (path: string) => damage.searchBlocks(path)],
    ['its structure', 'rebuild_fts', (path: string) => damage.searchStructure(path)],
    ['its structure, soundly', 'rebuild_fts', damage.searchEmptied],
    ['an index', 'reindex_btree', (path: string) => damage.swappedIndexPages(path, 'idx_messages_session')],
    [
      'an index and the search index',
      'reindex_btree',
      (path: string) => {
        damage.swappedIndexPages(path, 'idx_messages_session');
        damage.searchBlocks(path);
      },
    ],
    ['a doubled search table', 'dedup_schema', (path: string) => damage.doubledObject(path)],
    ['a doubled index', 'dedup_schema', (path: string) => damage.doubledObject(path, 'idx_sessions_source')],
    ['a table of the search index that is gone', 'drop_fts_rebuild', damage.searchTableGone],
    [
      'both',
      'drop_fts_rebuild',
      (path: string) => {
        damage.searchTableGone(path);
        damage.doubledObject(path);
      },
    ],
  ] as const)('%s: %s', (_name, strategy, harm) => {
    const path = copyFixture('v23');
    const [rows, found] = [rowsOf(path), hits(path)];
    harm(path);
    const broken = readFileSync(path);
    const report = repair(path, { now: () => new Date(2026, 0, 2, 3, 4, 5).getTime() / 1000 });
    expect(report).toMatchObject({ repaired: true, strategy, salvagedPath: null, detail: null });
    expect(Contract.parse(report)).toEqual(report);
    expect(basename(report.backupPath ?? '')).toBe('state.db.malformed-backup-20260102_030405');
    expect(readFileSync(report.backupPath ?? '').equals(broken)).toBe(true);
    expect(rowsOf(path)).toEqual(rows);
    // The substring index of the fixture is of another SQLite, which cuts some texts otherwise.
    expect(hits(path)[0]).toBe(found[0]);
    expect(Math.abs(Number(hits(path)[1]) - Number(found[1]))).toBeLessThanOrEqual(1);
    expect(checkFileHealth(path, { depth: 'full' })).toMatchObject({
      data: 'ok',
      searchIndex: 'ok',
      advice: 'nothing',
    });

    const db = new SessionDB(path, { olderFile: 'refuse' });
    const [first] = rows.sessions;
    db.appendMessage({ sessionId: String(first?.['id']), role: 'user', content: 'a heron after the repair' });
    expect(db.searchMessages('heron after').length).toBeGreaterThan(0);
    db.close();
    expect(checkFileHealth(path, { depth: 'full' }).advice).toBe('nothing');
  });

  it('rebuilds the copy that an older file keeps, and makes the newest index where that copy is gone', () => {
    const path = copyFixture('v11');
    const rows = rowsOf(path);
    damage.searchBlocks(path);
    expect(repair(path)).toMatchObject({ repaired: true, strategy: 'rebuild_fts' });
    damage.searchTableGone(path);
    expect(repair(path)).toMatchObject({ repaired: true, strategy: 'drop_fts_rebuild' });
    expect(rowsOf(path)).toEqual(rows);
    expect(hits(path)[0]).toBeGreaterThan(0);
    const db = new Database(path);
    expect(db.prepare("SELECT sql FROM sqlite_master WHERE name = 'messages_fts'").pluck().get()).toContain(
      'tool_name',
    );
    db.close();
  });

  it('makes an index that files without a table of keys can serve', () => {
    const path = copyFixture('v01');
    damage.searchTableGone(path);
    expect(repair(path)).toMatchObject({ repaired: true, strategy: 'drop_fts_rebuild' });
    const db = new Database(path);
    db.prepare(
      "INSERT INTO messages (session_id, role, content, timestamp) SELECT id, 'user', 'heron', 1 FROM sessions LIMIT 1",
    ).run();
    expect(db.prepare("SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'heron'").pluck().get()).toBe(1);
    db.close();
  });

  it.each(['v11', 'v16', 'v20'] as const)('the substring index of %s alone is no reason to climb', version => {
    const path = copyFixture(version);
    expect(checkFileHealth(path, { depth: 'full' }).findings).toContainEqual(
      expect.objectContaining({ object: 'messages_fts_trigram', state: 'unknown' }),
    );
    expect(repair(path).strategy).toBe('already_healthy');
  });

  it('finishes what was broken off in the middle of a write', () => {
    const path = interrupted();
    expect(existsSync(`${path}-journal`)).toBe(true);
    const report = repair(path);
    expect(report).toMatchObject({ repaired: true, strategy: 'already_healthy' });
    expect(existsSync(`${report.backupPath ?? ''}-journal`)).toBe(true);
    expect(rowsOf(path)).toEqual(rowsOf(fixturePath('v23')));
  });

  it('keeps the mode and the log of a file in WAL mode', () => {
    const path = join(temporaryFolder(), 'state.db');
    copyDatabase(fixturePath('v23'), path, 'wal-closed');
    damage.searchBlocks(path);
    const report = repair(path);
    expect(report.strategy).toBe('rebuild_fts');
    const db = new Database(path, { readonly: true });
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    db.close();
  });
});

/** A file whose journal is still beside it, as a program leaves it that ends in the middle of a write. */
function interrupted(): string {
  const source = copyFixture('v23');
  const path = join(temporaryFolder(), 'state.db');
  const db = new Database(source);
  db.pragma('cache_size = 10');
  db.exec("BEGIN IMMEDIATE; UPDATE sessions SET source = 'half'; UPDATE messages SET finish_reason = 'half'");
  const [bytes, journal] = [readFileSync(source), readFileSync(`${source}-journal`)];
  db.exec('ROLLBACK');
  db.close();
  writeFileSync(path, bytes);
  writeFileSync(`${path}-journal`, journal);
  return path;
}

describe('saving rows into a new file', () => {
  it.each([
    ['a page of messages', (path: string) => damage.zeroedLeaf(path, 'messages', 3), 'messages'],
    ['the last page of messages', (path: string) => damage.zeroedLeaf(path, 'messages', -1), 'messages'],
    ['a page of sessions', (path: string) => damage.zeroedLeaf(path, 'sessions', 0), 'sessions'],
    ['the root of messages', (path: string) => damage.garbageRoot(path, 'messages'), 'messages'],
  ] as const)('%s: all other rows are there, as they were', (_name, harm, table) => {
    const path = copyFixture('v23');
    const rows = rowsOf(path);
    harm(path);
    const broken = readFileSync(path);
    const report = repair(path);
    expect(report).toMatchObject({ repaired: false, strategy: 'dump_reload' });
    expect(readFileSync(path).equals(broken)).toBe(true);
    expect(readFileSync(report.backupPath ?? '').equals(broken)).toBe(true);

    const salvaged = report.salvagedPath ?? '';
    expect(basename(salvaged)).toMatch(/^state\.db\.salvaged-\d{8}-\d{6}$/);
    expect(checkFileHealth(salvaged, { depth: 'full' })).toMatchObject({
      data: 'ok',
      searchIndex: 'ok',
      advice: 'nothing',
    });
    const saved = rowsOf(salvaged);
    const other = table === 'messages' ? 'sessions' : 'messages';
    expect(saved[other]).toEqual(rows[other]);
    const readable = new Set(readableIds(path, table));
    expect(saved[table]).toEqual(rows[table].filter(row => readable.has(Number(row['position']))));
    expect(saved[table].length).toBeLessThan(rows[table].length);
    expect(report.detail).toContain(`${table} ${String(saved[table].length)} (up to `);
    const db = new Database(salvaged, { readonly: true });
    expect(db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'messages'").pluck().get()).toBe(
      rows.messages.at(-1)?.['position'],
    );
    db.close();
  });

  it('a file that was cut short keeps what is left', () => {
    const path = copyFixture('v23');
    const rows = rowsOf(path);
    damage.truncated(path, 40);
    const report = repair(path);
    expect(report.strategy).toBe('dump_reload');
    const saved = rowsOf(report.salvagedPath ?? '');
    for (const table of ['sessions', 'messages'] as const) {
      const all = new Map(rows[table].map(row => [row['position'], row]));
      for (const row of saved[table]) expect(row).toEqual(all.get(row['position']));
    }
    expect(saved.messages.length).toBeGreaterThan(rows.messages.length / 2);
  });

  it('a free list that is wrong', () => {
    const path = copyFixture('v23');
    const rows = rowsOf(path);
    damage.freeList(path);
    const report = repair(path);
    expect(report).toMatchObject({ repaired: false, strategy: 'dump_reload' });
    expect(rowsOf(report.salvagedPath ?? '')).toEqual(rows);
    expect(hits(report.salvagedPath ?? '')[0]).toEqual(hits(fixturePath('v23'))[0]);
  });

  it.each(['v01', 'v10', 'v16'] as const)('a file of an older version (%s) keeps its shape', version => {
    const path = copyFixture(version);
    const rows = rowsOf(path);
    damage.zeroedLeaf(path, 'messages', 2);
    const report = repair(path);
    const saved = rowsOf(report.salvagedPath ?? '');
    expect(saved.sessions).toEqual(rows.sessions);
    expect(saved.messages.length).toBeGreaterThan(rows.messages.length / 2);
    expect(checkFileHealth(report.salvagedPath ?? '', { depth: 'full' }).advice).toBe('nothing');
    new SessionDB(report.salvagedPath ?? '', { readOnly: true }).close();
  });
});

/** Ids of a damaged table that a reader gets, asked one by one. */
function readableIds(path: string, table: string): number[] {
  const db = new Database(path, { readonly: true });
  const one = db.prepare<[number], Row>(`SELECT * FROM ${table} NOT INDEXED WHERE rowid = ?`);
  try {
    return Array.from({ length: 2000 }, (_, id) => id).filter(id => {
      try {
        return one.get(id) !== undefined;
      } catch {
        return false;
      }
    });
  } finally {
    db.close();
  }
}

describe('what is refused before anything is touched', () => {
  it.each([
    ['zeros', (path: string) => damage.zeroed(path), 'db-not-a-database'],
    ['text', (path: string) => writeFileSync(path, 'text\n'.repeat(400)), 'db-not-a-database'],
    ['nothing', (path: string) => writeFileSync(path, ''), 'db-empty'],
    ['no file', (path: string) => rmSync(path), 'db-missing'],
  ])('%s', (_name, harm, code) => {
    const path = copyFixture('v23');
    harm(path);
    const before = existsSync(path) ? readFileSync(path) : null;
    expect(() => repair(path)).toThrow(withCode(code));
    expect(existsSync(path) ? readFileSync(path) : null).toEqual(before);
    expect(beside(path)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('a file that another program has open, by name', async () => {
    const path = copyFixture('v23');
    damage.searchBlocks(path);
    const before = readFileSync(path);
    const writer = startForeignWriter(path);
    await writer.run('SELECT count(*) FROM sessions');
    expect(() => repair(path)).toThrow(withCode('db-locked'));
    expect(() => repair(path)).toThrow(/open in \w+ \(\d+\)/);
    await writer.close();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(beside(path)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('a file that this program has open', () => {
    const path = copyFixture('v23');
    damage.searchBlocks(path);
    const db = new Database(path, { readonly: true });
    onTestFinished(() => {
      db.close();
    });
    db.prepare('SELECT count(*) FROM sessions').get();
    expect(() => repair(path)).toThrow(/open in this program/);
  });

  it('an end that is asked for leaves the file as it was', () => {
    const path = copyFixture('v23');
    damage.searchTableGone(path);
    const before = readFileSync(path);
    let phase = '';
    expect(() =>
      repair(path, {
        onProgress: step => (phase = step.phase),
        checkCancelled: () => {
          if (phase === 'drop_fts_rebuild') throw new Error('enough');
        },
      }),
    ).toThrow('enough');
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
