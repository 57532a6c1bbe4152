import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cjkTokenizerPath } from '../../../../test/support/cjk-tokenizer.ts';
import { expectWholeIndex, indexedIds } from '../../../../test/support/fts-index.ts';
import { readCatalog } from '../catalog.ts';
import { FTS_OBJECTS } from '../fts-schema.ts';
import { TABLES } from '../schema.ts';
import type { Store } from '../store.ts';
import { write } from '../write.ts';
import { ftsCjkRebuildStep, ftsRebuildStep } from './backfill.ts';
import { ensureShape } from './build.ts';
import { CJK_KEYS, WORD_KEYS } from './marker-keys.ts';
import { readMarkers } from './markers.ts';
import { ftsStorageSteps, optimizeFtsStorage } from './optimize-storage.ts';
import { INLINE } from './shapes.ts';
import { ftsTeardownStep } from './teardown.ts';

const ROLES = ['user', 'assistant', 'tool'] as const;
const WORDS = [
  'docker',
  'gateway corrupt',
  '大別山',
  '',
  'read_file "x"',
  '\u0000json:[{"type": "text", "text": "wombat"}]',
];

/** Ids lie 97 apart, so that a few messages need several steps of 500 ids. */
function template(): Buffer {
  const db = new Database(':memory:');
  db.exec(TABLES);
  ensureShape(db, INLINE.base);
  ensureShape(db, INLINE.trigram);
  db.exec("INSERT INTO sessions (id, source, started_at) VALUES ('s', 'cli', 1.0)");
  db.exec('INSERT INTO schema_version VALUES (23)');
  const insert = db.prepare(
    "INSERT INTO messages (id, session_id, role, content, timestamp) VALUES (?, 's', ?, ?, 1.0)",
  );
  for (let at = 1; at <= 25; at += 1) insert.run(at * 97, ROLES[at % 3], WORDS[at % WORDS.length]);
  const bytes = db.serialize();
  db.close();
  return bytes;
}

function storeOf(db: Database.Database): Store {
  return { db, path: 'memory', readOnly: false, catalog: readCatalog(db), now: () => 1 };
}

interface RowChange {
  readonly kind: 'append' | 'rewrite' | 'become';
  readonly at: number;
  readonly role: number;
  readonly word: number;
}
interface RowRemoval {
  readonly kind: 'remove';
  readonly at: number;
}
interface Step {
  readonly kind: 'fill' | 'fill-cjk' | 'tear-down';
}
type Action = RowChange | RowRemoval | Step;

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('append' as const, 'rewrite' as const, 'become' as const),
    at: fc.nat(40),
    role: fc.nat(2),
    word: fc.nat(WORDS.length - 1),
  }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(40) }),
  fc.record({ kind: fc.constantFrom('fill' as const, 'fill-cjk' as const, 'tear-down' as const) }),
);

function perform(store: Store, done: Action): void {
  if ('at' in done) {
    write(store, db => {
      change(db, done);
    });
  } else if (done.kind === 'fill') ftsRebuildStep(store);
  else if (done.kind === 'fill-cjk') ftsCjkRebuildStep(store);
  else ftsTeardownStep(store);
}

function change(db: Database.Database, done: RowChange | RowRemoval): void {
  const ids = db.prepare<[], number>('SELECT id FROM messages ORDER BY id').pluck().all();
  const id = ids[done.at % Math.max(1, ids.length)] ?? 0;
  if (done.kind === 'remove') db.prepare('DELETE FROM messages WHERE id = ?').run(id);
  else if (done.kind === 'rewrite')
    db.prepare('UPDATE messages SET content = ? WHERE id = ?').run(WORDS[done.word], id);
  else if (done.kind === 'become') db.prepare('UPDATE messages SET role = ? WHERE id = ?').run(ROLES[done.role], id);
  else {
    db.prepare(
      "INSERT INTO messages (session_id, role, content, tool_name, timestamp) VALUES ('s', ?, ?, 'grep', 1.0)",
    ).run(ROLES[done.role], WORDS[done.word]);
  }
}

/** What an index has to hold at this moment: all of it but the gap that the backfill has not reached. */
function expectReached(db: Database.Database, table: string, keys: typeof WORD_KEYS): void {
  const gap = readMarkers(db, keys) ?? { highWater: -1, progress: -1 };
  const rows = table === 'messages_fts' ? '1' : "role <> 'tool'";
  const expected = db
    .prepare<[number, number], number>(`SELECT id FROM messages WHERE ${rows} AND (id > ? OR id <= ?) ORDER BY id`)
    .pluck()
    .all(gap.highWater, gap.progress);
  expect(indexedIds(db, table)).toEqual(expected);
}

describe('a backfill', () => {
  it('ends with every message indexed once, whatever is written meanwhile', () => {
    const bytes = template();
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), actions => {
        const db = new Database(bytes);
        try {
          db.loadExtension(cjkTokenizerPath());
          const store = storeOf(db);
          ftsStorageSteps(store).next();
          for (const done of actions) {
            perform(store, done);
            expectReached(db, 'messages_fts', WORD_KEYS);
            expectReached(db, 'messages_fts_trigram', WORD_KEYS);
            expectReached(db, 'messages_fts_cjk', CJK_KEYS);
          }
          optimizeFtsStorage(store, { rest: () => undefined, vacuum: false });
          expectWholeIndex(db, ['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk']);
          expect([readMarkers(db, WORD_KEYS), readMarkers(db, CJK_KEYS)]).toEqual([null, null]);
        } finally {
          db.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('goes on from every single step of an optimisation', () => {
    const bytes = template();
    for (let stop = 0; ; stop += 1) {
      const first = new Database(bytes);
      const run = ftsStorageSteps(storeOf(first), { vacuum: false });
      let isDone = false;
      for (let at = 0; at <= stop; at += 1) isDone = run.next().done === true;
      const left = first.serialize();
      first.close();
      const second = new Database(left);
      second.exec('DELETE FROM messages WHERE id IN (SELECT id FROM messages ORDER BY id LIMIT 1 OFFSET 12)');
      second.exec("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s', 'user', 'late', 1.0)");
      optimizeFtsStorage(storeOf(second), { rest: () => undefined, vacuum: false });
      expectWholeIndex(second);
      const objects = second.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'fts_v22_trash_%'").all();
      expect([objects, second.prepare('SELECT key, value FROM state_meta').raw().all()]).toEqual([
        [],
        [['fts_storage_version', '1']],
      ]);
      second.close();
      if (isDone) {
        expect(stop).toBeGreaterThan(40);
        return;
      }
    }
  });

  function opened(): Store {
    const db = new Database(template());
    onTestFinished(() => {
      db.close();
    });
    const store = storeOf(db);
    ftsStorageSteps(store).next();
    return store;
  }

  it('takes 500 ids a step, and rows that came in meanwhile are there already', () => {
    const store = opened();
    const progress: (number | undefined)[] = [];
    for (let more = true; more;) {
      more = ftsRebuildStep(store);
      progress.push(readMarkers(store.db, WORD_KEYS)?.progress);
    }
    expect(progress).toEqual([500, 1000, 1500, 2000, undefined]);
    expect(ftsRebuildStep(store)).toBe(false);
  });

  it('steps over ids that do not exist', () => {
    const store = opened();
    store.db.exec("UPDATE state_meta SET value = '900000000' WHERE key = 'fts_rebuild_high_water'");
    store.db.exec(
      "INSERT INTO messages (id, session_id, role, content, timestamp) VALUES (899999999, 's', 'user', 'far', 1.0)",
    );
    let steps = 1;
    while (ftsRebuildStep(store)) steps += 1;
    expect(steps).toBeLessThan(10);
    expectWholeIndex(store.db);
  });

  it('indexes what fell between the markers and the triggers', () => {
    const store = opened();
    store.db.exec('DROP TRIGGER messages_fts_insert');
    store.db.exec('DROP TRIGGER messages_fts_trigram_insert');
    store.db.exec("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s', 'user', 'seam', 1.0)");
    while (ftsRebuildStep(store));
    expectWholeIndex(store.db);
  });

  it('takes a missing progress for none', () => {
    const store = opened();
    ftsRebuildStep(store);
    store.db.exec("DELETE FROM state_meta WHERE key = 'fts_rebuild_progress'");
    while (ftsRebuildStep(store));
    expectWholeIndex(store.db);
  });

  it('does nothing where none is under way, or where the index has an older layout', () => {
    const fresh = new Database(':memory:');
    fresh.exec(TABLES);
    fresh.exec(FTS_OBJECTS);
    expect(ftsRebuildStep(storeOf(fresh))).toBe(false);
    fresh.close();
    const older = new Database(template());
    older.exec("INSERT INTO state_meta VALUES ('fts_rebuild_high_water', '2425'), ('fts_rebuild_progress', '0')");
    expect(ftsRebuildStep(storeOf(older))).toBe(false);
    expect(indexedIds(older, 'messages_fts')).toHaveLength(25);
    optimizeFtsStorage(storeOf(older), { rest: () => undefined });
    expectWholeIndex(older);
    older.close();
  });
});
