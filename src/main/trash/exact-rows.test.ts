import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { exactRows, RowInserter, sameValues, shapeOf } from './exact-rows.ts';
import type { JournalHeader } from './journal-format.ts';
import { JournalDamageError, readJournal, readJournalSummary, verifyJournal } from './journal-reader.ts';
import { JournalWriter } from './journal-writer.ts';

const HEADER: JournalHeader = {
  format: 1,
  action: 'delete',
  actionId: 'a',
  part: 0,
  runId: 'r',
  createdAt: 1,
  database: '/state.db',
  family: 'classic',
  conversations: 1,
  sessions: 1,
  messages: 0,
  names: ['Name, 名前'],
  orphans: [],
  transcripts: [],
};

function memory(sql: string): Database.Database {
  const db = new Database(':memory:');
  onTestFinished(() => {
    db.close();
  });
  db.exec(sql);
  return db;
}

/** Any value that SQLite can store, and how to say it: text as bytes that need not be UTF-8. */
const anyValue = fc.oneof(
  fc.constant({ sql: 'NULL', value: null }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(value => ({ sql: '?', value: value })),
  fc.double({ noNaN: true }).map(value => ({ sql: 'CAST(? AS REAL)', value: value })),
  fc.constantFrom(Infinity, -Infinity, 5e-324, 1e308).map(value => ({ sql: '?', value: value })),
  fc.uint8Array({ maxLength: 40 }).map(bytes => ({ sql: 'CAST(? AS TEXT)', value: Buffer.from(bytes) })),
  fc.uint8Array({ maxLength: 40 }).map(bytes => ({ sql: '?', value: Buffer.from(bytes) })),
  fc.string({ unit: 'binary' }).map(text => ({ sql: 'CAST(? AS TEXT)', value: Buffer.from(`\0${text}`) })),
);

const TABLE = 'CREATE TABLE t (a TEXT, b INTEGER, c REAL, d BLOB, e, "odd ""name" NUMERIC)';
const DUMP = `SELECT rowid, ${['a', 'b', 'c', 'd', 'e', '"odd ""name"'].map(c => `typeof(${c}), hex(CAST(${c} AS BLOB)), CASE typeof(${c}) WHEN 'real' THEN ${c} END`).join(', ')} FROM t ORDER BY rowid`;

test('rows of any values come out of a journal and back into a table byte for byte', () => {
  const folder = tempFolder();
  let count = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), fc.array(anyValue, { minLength: 6, maxLength: 6 })),
        { maxLength: 8 },
      ),
      rows => {
        const [from, to] = [memory(TABLE), memory(TABLE)];
        for (const [rowid, values] of rows) {
          from
            .prepare(
              `INSERT OR IGNORE INTO t (rowid, a, b, c, d, e, "odd ""name") VALUES (?, ${values.map(({ sql }) => sql).join(', ')})`,
            )
            .run(rowid, ...values.filter(({ sql }) => sql !== 'NULL').map(({ value }) => value));
        }
        count += 1;
        const path = join(folder, String(count));
        const shape = shapeOf(from, 't');
        const writer = new JournalWriter(path, HEADER);
        for (const row of exactRows(from, shape, '1', {})) writer.row(shape, row);
        const footer = writer.finish();
        expect(footer.rows['t'] ?? 0).toBe(from.prepare('SELECT COUNT(*) FROM t').pluck().get());
        expect(verifyJournal(path)).toMatchObject({ header: HEADER, footer });
        const inserter = new RowInserter(to, shape);
        for (const record of readJournal(path))
          if (record.kind === 'row') inserter.insert(record.row, record.row.rowid);
        const dump = (db: Database.Database) => db.prepare(DUMP).raw().safeIntegers().all();
        expect(dump(to)).toEqual(dump(from));
        const [before, after] = [from, to].map(db => [...exactRows(db, shape, '1', {})]);
        expect(before!.every((row, at) => sameValues(row, after![at]!))).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});

function journal(size: number): string {
  const path = join(tempFolder(), 'journal');
  const db = memory('CREATE TABLE t (id INTEGER PRIMARY KEY, x BLOB)');
  db.prepare('INSERT INTO t (x) VALUES (?)').run(Buffer.alloc(size, 'abc'));
  db.prepare('INSERT INTO t (x) VALUES (?)').run('short');
  const shape = shapeOf(db, 't');
  const writer = new JournalWriter(path, HEADER);
  for (const row of exactRows(db, shape, '1', {})) writer.row(shape, row);
  writer.cell({
    table: 't',
    id: '1',
    column: 'x',
    before: { kind: 'r', value: 1.5 },
    after: { kind: 'n', value: null },
  });
  writer.finish();
  return path;
}

test('a value that is longer than a chunk is put together again', () => {
  const path = journal(5_000_000);
  const records = [...readJournal(path)];
  expect(records.map(({ kind }) => kind)).toEqual(['row', 'row', 'cell']);
  const first = records[0];
  expect(first?.kind === 'row' && first.row.values[1]).toEqual(Buffer.alloc(5_000_000, 'abc'));
  expect(readJournalSummary(path).footer).toMatchObject({ rows: { t: 2 }, cells: 1, used: { t: ['id', 'x'] } });
});

test('a journal with any byte changed, or cut anywhere, is found out', () => {
  const path = journal(3000);
  const sound = readFileSync(path);
  fc.assert(
    fc.property(fc.nat({ max: sound.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const bytes = Buffer.from(sound);
      bytes[at] = (bytes[at] ?? 0) ^ change;
      writeFileSync(path, bytes);
      expect(() => verifyJournal(path)).toThrow(JournalDamageError);
      writeFileSync(path, sound);
      truncateSync(path, at);
      expect(() => verifyJournal(path)).toThrow(JournalDamageError);
    }),
    { numRuns: 300 },
  );
});
