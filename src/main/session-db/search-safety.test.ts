import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyFixture, fixturePath } from '../../../test/support/fixtures.ts';
import { SessionDB } from './index.ts';

/** A copy whose index is broken behind SQLite's back. */
function damaged(statement: string): string {
  const path = copyFixture('v23');
  const db = new Database(path);
  db.unsafeMode(true);
  db.exec(statement);
  db.close();
  return path;
}

const DAMAGES: Readonly<Record<string, string>> = {
  'its structure record is gone': 'DELETE FROM messages_fts_data WHERE id = 10',
  'its pages are overwritten': "UPDATE messages_fts_data SET block = X'DEADBEEF00' WHERE id > 10",
  'its pages are gone': 'DELETE FROM messages_fts_data WHERE id > 10',
  'its rows are gone from the messages':
    'DELETE FROM messages_fts_docsize; DROP TRIGGER messages_fts_delete; DELETE FROM messages WHERE id % 2',
  'its format is unknown': "UPDATE messages_fts_config SET v = 99 WHERE k = 'version'",
  'a table of it is missing': "PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'messages_fts_data'",
};

const syntax = fc.constantFrom(
  ...['"', "'", '*', '(', ')', '{', '}', '^', ':', '+', '-', '.', ',', '_', '\\', '%', '/', '#', '\u0000', '\n', ' '],
  ...[' AND ', ' OR ', ' NOT ', 'NEAR(', 'content:', 'docker', '大', '项目', '한국어', '😀', '\ud83d', '\u0301', 'Ünï'],
);

/** At most 3,000 code points: arbitrary ones, the alphabet of the query syntax, and long runs of either. */
const query = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3000 }),
  fc.array(syntax, { maxLength: 200 }).map(pieces => pieces.join('')),
  fc
    .tuple(fc.array(syntax, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 3000 }))
    .map(([pieces, times]) => [...pieces.join('').repeat(times)].slice(0, 3000).join('')),
);

const options = fc.record({
  limit: fc.constantFrom(-1, 0, 1, 20),
  offset: fc.constantFrom(0, 3),
  sort: fc.constantFrom('newest', 'oldest', 'nonsense', null),
  roleFilter: fc.constantFrom(null, [], ['tool'], ['user', '\ud800']),
  includeInactive: fc.boolean(),
  retryQuoted: fc.boolean(),
});

function neverThrows(path: string, runs: number): void {
  const db = new SessionDB(path, { readOnly: true });
  try {
    fc.assert(
      fc.property(query, options, (text, given) => {
        for (const hit of db.searchMessages(text, given)) {
          expect(hit.id).toBeGreaterThan(0);
          for (const near of hit.context) expect(Array.from(near.content).length).toBeLessThanOrEqual(200);
        }
      }),
      { numRuns: runs },
    );
  } finally {
    db.close();
  }
}

describe('searchMessages', () => {
  it.each(['v23', 'v11', 'v01'] as const)(
    'never throws, whatever is typed (%s)',
    version => {
      neverThrows(fixturePath(version), 250);
    },
    120_000,
  );

  it.each(Object.keys(DAMAGES))(
    'answers from the messages themselves where %s',
    damage => {
      const path = damaged(DAMAGES[damage] ?? '');
      const db = new SessionDB(path, { readOnly: true });
      const hits = db.searchMessages('photosynthesis', { sort: 'oldest' });
      const stored = db.store.db.prepare("SELECT COUNT(*) FROM messages WHERE content LIKE '%photosynthesis%'").pluck();
      expect(hits).toHaveLength(Number(stored.get()));
      expect(hits.length).toBeGreaterThan(0);
      db.close();
      neverThrows(path, 40);
    },
    60_000,
  );

  it('does without an index whose tokenizer is not here', () => {
    const path = damaged(`
      CREATE VIRTUAL TABLE messages_fts_cjk USING fts5(content, content='messages', content_rowid='id', tokenize='unicode61');
      INSERT INTO messages_fts_cjk(messages_fts_cjk) VALUES ('rebuild');
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, 'unicode61', 'cjk_unicode61') WHERE name = 'messages_fts_cjk'`);
    const db = new SessionDB(path, { readOnly: true });
    const plain = new SessionDB(fixturePath('v23'), { readOnly: true });
    expect(db.store.catalog.fts.cjk).toMatchObject({ exists: true, readable: false });
    for (const text of ['数据库', '项目', 'youer', '大', 'docker']) {
      expect(db.searchMessages(text)).toEqual(plain.searchMessages(text));
      expect(db.searchMessages(text).length).toBeGreaterThan(0);
    }
    db.close();
    plain.close();
  });
});
