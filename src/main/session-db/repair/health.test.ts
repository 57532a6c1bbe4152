import Database from 'better-sqlite3';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HealthReport as Contract } from '../../../shared/contract/maintenance.ts';
import { damage } from '../../../../test/support/damage.ts';
import { copyFixture, FIXTURE_VERSIONS, temporaryFolder } from '../../../../test/support/fixtures.ts';
import { startForeignWriter } from '../../../../test/support/foreign-writer.ts';
import { openStore } from '../open.ts';
import { checkFileHealth, checkHealth } from './health.ts';
import type { HealthDepth } from './health.ts';

const DEPTHS: readonly HealthDepth[] = ['quick', 'full', 'search-index'];

const check = (path: string, depth: HealthDepth = 'quick') => checkFileHealth(path, { depth });

const containing = (text: string): unknown => expect.stringContaining(text);
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const withCode = (code: string): Error => expect.objectContaining({ code }) as Error;

const bad = (path: string, depth: HealthDepth = 'quick') =>
  check(path, depth).findings.filter(finding => finding.state !== 'ok');

describe('a sound file', () => {
  it.each(FIXTURE_VERSIONS)('%s needs nothing, at any depth, and no byte of it changes', version => {
    const path = copyFixture(version);
    const before = readFileSync(path);
    for (const depth of DEPTHS) {
      const report = check(path, depth);
      expect(report).toMatchObject({ data: 'ok', searchIndex: 'ok', advice: 'nothing' });
      expect(Contract.parse(report)).toEqual(report);
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each(['v11', 'v16', 'v20'] as const)(
    'the substring index of %s, made by an older SQLite, is at most unknown',
    version => {
      const findings = check(copyFixture(version), 'full').findings.filter(
        ({ object }) => object === 'messages_fts_trigram',
      );
      expect(findings).toEqual([
        {
          object: 'messages_fts_trigram',
          kind: 'search-index',
          state: 'unknown',
          detail: containing('malformed'),
        },
      ]);
    },
  );

  it('is looked at table by table', () => {
    const named = check(copyFixture('v23')).findings.map(({ object }) => object);
    expect(named).toEqual(expect.arrayContaining(['sessions', 'messages', 'session_model_usage', 'messages_fts']));
    expect(check(copyFixture('v23'), 'search-index').findings.map(({ object }) => object)).toEqual([
      'messages_fts',
      'messages_fts_trigram',
    ]);
  });
});

describe('a damaged search index', () => {
  it.each([
    ['its lists', (path: string) => damage.searchBlocks(path), 'corruption found'],
    ['its structure', (path: string) => damage.searchStructure(path), 'corrupt structure record'],
    ['its structure, soundly saying that there is nothing', damage.searchEmptied, 'no word at all'],
    ['a table of it', damage.searchTableGone, 'messages_fts'],
  ])('%s: a rebuild is advised, the data is sound', (_name, harm, detail) => {
    const path = copyFixture('v23');
    harm(path);
    for (const depth of DEPTHS) {
      expect(check(path, depth)).toMatchObject({ data: 'ok', searchIndex: 'damaged', advice: 'rebuild' });
    }
    expect(bad(path)).toEqual([
      { object: 'messages_fts', kind: 'search-index', state: 'damaged', detail: containing(detail) },
    ]);
  });

  it('a tree of its tables', () => {
    const path = copyFixture('v23');
    damage.zeroedLeaf(path, 'messages_fts_data', 0);
    expect(check(path)).toMatchObject({ data: 'ok', searchIndex: 'damaged', advice: 'rebuild' });
  });

  it('the substring index counts where a query on it fails', () => {
    const path = copyFixture('v11');
    damage.searchStructure(path, 'messages_fts_trigram');
    expect(check(path)).toMatchObject({ data: 'ok', searchIndex: 'damaged', advice: 'rebuild' });
  });

  it('segments that were lost are found by counting', () => {
    const path = copyFixture('v23');
    const db = new Database(path);
    db.exec("INSERT INTO messages_fts (messages_fts, rank) VALUES ('automerge', 0)");
    const structure = db.prepare('SELECT block FROM messages_fts_data WHERE id = 10').pluck().get();
    const session = db.prepare('SELECT id FROM sessions LIMIT 1').pluck().get();
    db.prepare(
      "INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', 'one more heron', 1)",
    ).run(session);
    db.unsafeMode(true);
    db.prepare('UPDATE messages_fts_data SET block = ? WHERE id = 10').run(structure);
    db.close();
    expect(bad(path, 'full')).toEqual([
      {
        object: 'messages_fts',
        kind: 'search-index',
        state: 'damaged',
        detail: matching(/holds \d+ words where \d+/),
      },
    ]);
  });
});

describe('an incomplete search index', () => {
  it('messages that are not in it', () => {
    const path = copyFixture('v23');
    damage.searchGaps(path);
    expect(check(path)).toMatchObject({ data: 'ok', searchIndex: 'incomplete', advice: 'rebuild' });
    expect(bad(path)[0]?.detail).toMatch(/^\d+ messages are not in it$/);
  });

  it('a trigger that is missing', () => {
    const path = copyFixture('v23');
    damage.searchTrigger(path);
    expect(bad(path)).toEqual([
      { object: 'messages_fts_insert', kind: 'search-index', state: 'incomplete', detail: 'this trigger is missing' },
    ]);
    expect(check(path)).toMatchObject({ searchIndex: 'incomplete', advice: 'rebuild' });
  });

  it('a filling that is under way', () => {
    const path = copyFixture('v23');
    const db = new Database(path);
    db.exec("INSERT INTO state_meta VALUES ('fts_rebuild_high_water', '40'), ('fts_rebuild_progress', '10')");
    db.close();
    expect(bad(path).map(({ object, detail }) => [object, detail])).toEqual([
      ['messages_fts', 'its filling has come to 10 of 40'],
      ['messages_fts_trigram', 'its filling has come to 10 of 40'],
    ]);
  });

  it('none at all', () => {
    const path = copyFixture('v01');
    const db = new Database(path);
    db.exec('DROP TABLE messages_fts');
    db.close();
    expect(check(path)).toMatchObject({ searchIndex: 'none', advice: 'nothing' });
  });
});

describe('damaged data', () => {
  it.each([
    ['a page of messages', (path: string) => damage.zeroedLeaf(path, 'messages'), 'messages', 'data'],
    ['a page of sessions', (path: string) => damage.zeroedLeaf(path, 'sessions', 0), 'sessions', 'data'],
    [
      'an index',
      (path: string) => damage.swappedIndexPages(path, 'idx_messages_session'),
      'idx_messages_session',
      'index',
    ],
  ])('%s: the repair is advised', (_name, harm, object, kind) => {
    const path = copyFixture('v23');
    harm(path);
    expect(check(path, 'full').advice).toBe('repair');
    expect(bad(path, 'full')).toContainEqual({ object, kind, state: 'damaged', detail: matching(/./) });
    expect(check(path, 'full').data).toBe(kind === 'data' ? 'damaged' : 'ok');
  });

  it('is not taken for damage of the search index', () => {
    const path = copyFixture('v23');
    damage.zeroedLeaf(path, 'messages');
    expect(check(path)).toMatchObject({ data: 'damaged', searchIndex: 'ok', advice: 'repair' });
    expect(bad(path, 'search-index').map(({ state }) => state)).toEqual(['unknown', 'unknown']);
  });

  it('a list of free pages', () => {
    const path = copyFixture('v23');
    damage.freeList(path);
    expect(bad(path)).toEqual([
      { object: 'sqlite_master', kind: 'schema', state: 'damaged', detail: containing('Freelist') },
    ]);
    expect(check(path).advice).toBe('repair');
  });

  it('a schema that cannot be read', () => {
    const path = copyFixture('v23');
    damage.doubledObject(path);
    expect(check(path)).toMatchObject({
      data: 'damaged',
      advice: 'repair',
      findings: [{ object: 'sqlite_master', kind: 'schema', state: 'damaged', detail: containing('malformed') }],
    });
  });

  it('a file that was cut short', () => {
    const path = copyFixture('v23');
    damage.truncated(path, 40);
    expect(check(path)).toMatchObject({ advice: matching(/repair|rebuild/) });
  });

  it('what is no database is no finding', () => {
    const path = join(temporaryFolder(), 'state.db');
    writeFileSync(path, 'text\n'.repeat(400));
    expect(() => check(path)).toThrow(withCode('db-not-a-database'));
  });
});

describe('what is no damage', () => {
  it('rows whose session is gone', () => {
    const path = copyFixture('v23');
    const db = new Database(path);
    db.pragma('foreign_keys = OFF');
    db.exec("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('gone', 'user', 'x', 1)");
    db.close();
    expect(bad(path)).toEqual([
      {
        object: 'messages',
        kind: 'keys',
        state: 'incomplete',
        detail: '1 row names a row of sessions that is not there',
      },
    ]);
    expect(check(path)).toMatchObject({ data: 'ok', advice: 'nothing' });
  });

  it('a lock of another program: that is said, and nothing else', async () => {
    const path = copyFixture('v23');
    const store = openStore(path, { readOnly: true });
    onTestFinished(() => {
      store.db.close();
    });
    const writer = startForeignWriter(path);
    await writer.run('PRAGMA locking_mode = EXCLUSIVE');
    await writer.run('BEGIN EXCLUSIVE');
    store.db.pragma('busy_timeout = 10');
    expect(() => checkHealth(store, { depth: 'quick' })).toThrow(withCode('db-locked'));
    await writer.close();
    expect(checkHealth(store, { depth: 'quick' }).advice).toBe('nothing');
  });

  it('can be stopped between two tables', () => {
    const phases = new Set<string>();
    let steps = 0;
    expect(() =>
      checkFileHealth(copyFixture('v23'), {
        depth: 'full',
        onProgress: step => phases.add(step.phase),
        checkCancelled: () => {
          steps += 1;
          if (steps === 4) throw new Error('enough');
        },
      }),
    ).toThrow('enough');
    expect([...phases]).toEqual(['tables']);
  });
});
