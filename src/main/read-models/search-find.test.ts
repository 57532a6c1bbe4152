import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CaseRow, makeCaseDatabase } from '../../../test/support/case-database.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { findEverything, findFirst } from './search-find.ts';
import { parseQuery } from './search-query.ts';
import { matcherOf } from './search-scan.ts';
import { messageTexts, textColumns, type TextRow } from './search-rows.ts';
import { sideIndex } from './search-side-index.ts';

const WORDS = [
  'deploy',
  'Docker',
  'node',
  'modules',
  'привет',
  'Погода',
  'cafés',
  '备份',
  '数据库',
  '页',
  '登录',
  'サーバー',
  'の',
  '서버',
  '🚀',
  '++',
];
const GLUE = [' ', ' ', '', '', '-', '_', '，', '\n', '/'];

/** Python writes JSON in ASCII alone. */
const asciiJson = (value: unknown) =>
  JSON.stringify(value).replace(/[^\0-\x7f]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

const isGlued = (word: string) => /[^\0-\u04ff]/.test(word) || /[^\p{L}]/u.test(word);

/** Words of two alphabets in one are split by JSON escapes for the word index, but not for a reader: there are none. */
const anyText = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...GLUE)), { minLength: 1, maxLength: 8 })
  .map(pieces =>
    pieces
      .map(
        ([word, glue], at) =>
          word + (glue === '' && !isGlued(word) && !isGlued(pieces[at + 1]?.[0] ?? '备') ? ' ' : glue),
      )
      .join(''),
  );

const anyRow: fc.Arbitrary<CaseRow> = fc.oneof(
  anyText.map(content => ({ role: 'user', content })),
  anyText.map(content => ({ role: 'tool', tool_name: 'docker', content })),
  anyText.map(text => ({ role: 'user', content: `\0json:${asciiJson([{ type: 'text', text }])}` })),
  anyText.map(text => ({
    role: 'assistant',
    content: null,
    tool_calls: asciiJson([{ id: 'c', function: { name: 'terminal', arguments: asciiJson({ text }) } }]),
  })),
);

function anyRows(seed: number): CaseRow[] {
  return fc.sample(anyRow, { numRuns: 400, seed }).map((row, index) => ({
    id: index * 3 + 1,
    session_id: 's1',
    timestamp: 1_787_000_000 + index,
    ...row,
  }));
}

const QUERIES = [
  ...[
    'deploy',
    'docker',
    'node_modules',
    '"node modules"',
    'modules-node',
    'dep*',
    'привет',
    'ПОГОДА',
    'cafes',
    'CAFÉS',
  ],
  ...[
    '备',
    '备份',
    '备份数据库',
    '数据库备份',
    '页',
    '登录页',
    'サーバ',
    'の',
    '서버',
    '서',
    '🚀',
    '++',
    '备份-登录',
    'deploy备份',
    '份deploy',
  ],
  ...[
    'deploy 备份',
    'deploy NOT 备份',
    'docker NOT deploy',
    '备份 NOT 登录',
    'deploy OR 页',
    '备 页',
    '🚀 deploy',
    '🚀 备',
    'привет サーバー',
  ],
  ...['"备份 登录"', 'node OR modules NOT 备份', '"deploy docker"', 'terminal 备份'],
];

const DROP_TRIGGERS = ['messages_fts_insert', 'messages_fts_trigram_insert'].map(name => `DROP TRIGGER ${name}`);
const REBUILD = "INSERT INTO messages_fts(messages_fts) VALUES ('delete-all')";

const FILES: readonly (readonly [name: string, fixture: string, sql: readonly string[]])[] = [
  ['whole index', 'v23', []],
  [
    'index with gaps',
    'v23',
    [
      ...DROP_TRIGGERS,
      'INSERT INTO messages (session_id, role, content, timestamp) SELECT session_id, role, content, timestamp FROM messages WHERE id % 7 = 1',
    ],
  ],
  ['empty index', 'v23', [REBUILD]],
  ['no index', 'v23', ['DROP TABLE messages_fts']],
  ['later version', 'v30', []],
  ['oldest version', 'v1', []],
];

describe.each(FILES)('%s', (_, fixture, sql) => {
  test.each([1, 2])('every query finds what looking at every message finds (seed %i)', seed => {
    const path = makeCaseDatabase({
      fixture,
      sessions: [{ id: 's1', source: 'cli', started_at: 1_787_000_000 }],
      messages: anyRows(seed),
      sql,
    });
    const context = openLaneContext(path);
    onTestFinished(() => void context.store.db.close());
    const rows = context.store.db
      .prepare<[], TextRow>(`SELECT m.id, ${textColumns(context, 'm')} FROM messages m`)
      .raw()
      .all();
    const messages = rows.map(messageTexts);
    let total = 0;
    for (const text of QUERIES) {
      const query = parseQuery(text);
      const matcher = matcherOf(query.any);
      const expected = messages.filter(({ texts }) => matcher.matches(texts)).map(({ id }) => id);
      const { scores, notices } = findEverything(context, query);
      expect({ text, ids: [...scores.keys()].sort((a, b) => a - b) }).toEqual({ text, ids: expected });
      expect(notices.has('no-index')).toBe(sql.includes('DROP TABLE messages_fts'));
      for (const id of findFirst(context, query).scores.keys()) expect(expected).toContain(id);
      total += expected.length;
    }
    expect(total).toBeGreaterThan(500);
  });
});

test('a stopped request leaves the side index as far as it was', () => {
  const path = makeCaseDatabase({
    fixture: 'v23',
    sessions: [{ id: 's1', source: 'cli', started_at: 1_787_000_000 }],
    messages: Array.from({ length: 2500 }, (_, index) => ({
      session_id: 's1',
      role: 'user',
      content: '备份',
      timestamp: 1_787_000_000 + index,
    })),
  });
  const context = openLaneContext(path);
  onTestFinished(() => void context.store.db.close());
  const side = sideIndex(context);
  let left = 1500;
  const checkCancelled = () => {
    left -= 1;
    if (left === 0) throw new Error('stopped');
  };
  expect(() => {
    side.extend({ ...context, checkCancelled });
  }).toThrow('stopped');
  expect(side.low).toBe(1501);
  expect(side.ask('c*', 5000)).toHaveLength(1000);
  expect(side.isReady(context)).toBe(false);
  side.extend(context);
  expect(side.isReady(context)).toBe(true);
  expect(side.ask('c*', 5000)).toHaveLength(2500);
});
