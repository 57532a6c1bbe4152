import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expressionOf } from './search-index.ts';
import { compileMatcher } from './search-matcher.ts';
import { parseQuery } from './search-query.ts';

const found = (query: string, text: string) => compileMatcher(parseQuery(query)).matches([text]);
const marks = (query: string, text: string) =>
  compileMatcher(parseQuery(query))
    .ranges(text)
    .map(({ start, end }) => text.slice(start, end));

test.each([
  ['spare-part', 'renamed spare-part to main-part', true],
  ['spare-part', 'the part is spare', false],
  ['spare-part', 'spare / part', true],
  ['2026-02-17', '17 items, 02 owners, 2026', false],
  ['rock', 'rocket', true],
  ['rock x', 'rocket x', false],
  ['rock', 'shamrock', false],
  ['"rock"', 'rocket', false],
  ['deploy', '调整deploy脚本', true],
  ['deploy 端口', '调整deploy脚本的端口', true],
  ['deploy 端口', 'deploy notes', false],
  ['登录 页面', '今早修好了登录页面', true],
  ['备份数据库', '先备份数据库，再重启', true],
  ['备份数据库', '备份，数据库', false],
  ['日本-語', '日本 語', true],
  ['деНЬ', 'Добрый День', true],
  ['cafe', 'Café', true],
  ['café', 'CAFE', true],
  ['cafe', 'cafe\u0301', true],
  ['и', 'й', false],
  ['rock NOT roll', 'rock and roll', false],
  ['rock NOT roll', 'rock garden', true],
  ['x OR rock', 'rock', true],
  ['🚀', 'ship it 🚀 tonight', true],
  ['c++', 'Port C', true],
  ['++', 'C++', true],
])('%s in %j: %s', (query, text, expected) => {
  expect(found(query, text)).toBe(expected);
});

test('all words may stand in different texts of one message', () => {
  expect(compileMatcher(parseQuery('docker terminal')).matches(['docker build', 'terminal'])).toBe(true);
});

test('marks cover whole words and stand in the text as it is', () => {
  expect(marks('rock', 'Rock and rockets, shamrock')).toEqual(['Rock', 'rockets']);
  expect(marks('cafe', 'ein Café, zwei cafés')).toEqual(['Café', 'cafés']);
  expect(marks('spare-part', 'a spare_part b')).toEqual(['spare_part']);
  expect(marks('deploy 脚本', '调整deploy脚本')).toEqual(['deploy', '脚本']);
  expect(marks('(a.b)', 'a.b')).toEqual(['a.b']);
});

const alphabet = [
  'rock',
  'Rocket',
  'roll',
  'a',
  'b2',
  'é',
  'É',
  'привет',
  'ПРИВЕТ',
  'день',
  'שלום',
  'ไทย',
  'ß',
  'Ωmega',
  'ñandú',
  '1',
];
const glue = [' ', ' ', ' ', '-', '_', '.', ', ', '/', '\n', '🚀', "'", '__', 'x'];
const text = fc
  .array(fc.tuple(fc.constantFrom(...alphabet), fc.constantFrom(...glue)), { maxLength: 12 })
  .map(pieces => pieces.flat().join(''));
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(...alphabet, '"a b2"', '"rock roll"', 'AND', 'OR', 'NOT', 'roc*'),
      fc.constantFrom(' ', ' ', '-', '.', '_'),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map(pieces => pieces.flat().join('').slice(0, -1));

test('agrees with the word index of SQLite on any text without Chinese, Japanese or Korean', () => {
  const db = new BetterSqlite3(':memory:');
  db.exec('CREATE VIRTUAL TABLE words USING fts5(text)');
  const insert = db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 20, maxLength: 40 }),
      fc.array(query, { minLength: 5, maxLength: 10 }),
      (texts, queries) => {
        db.exec('DELETE FROM words');
        for (const [index, one] of texts.entries()) insert.run(index, one);
        for (const one of queries) {
          const parsed = parseQuery(one);
          if (parsed.any.some(({ all, none }) => [...all, ...none].some(term => term.kind !== 'word'))) continue;
          const indexed = db
            .prepare('SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid')
            .pluck()
            .all(parsed.any.map(expressionOf).join(' OR '));
          const matcher = compileMatcher(parsed);
          const matched = texts.flatMap((candidate, index) => (matcher.matches([candidate]) ? [index] : []));
          expect({ query: one, found: matched }).toEqual({ query: one, found: indexed });
          for (const index of matched) expect(matcher.ranges(texts[index] ?? '').length).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 60 },
  );
  db.close();
});

test('no pair of inputs fails, and what is marked is inside the text and in order', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 400 }),
      (input, haystack) => {
        const matcher = compileMatcher(parseQuery(input));
        let at = 0;
        for (const { start, end } of matcher.ranges(haystack)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(haystack.length);
          at = end;
        }
      },
    ),
    { numRuns: 300 },
  );
});
