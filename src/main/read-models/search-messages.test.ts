import { readFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { caseSetup, type CaseSetup, makeCaseDatabase } from '../../../test/support/case-database.ts';
import { casesPath, copyFixture, FIXTURE_VERSIONS } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import type { LaneContext } from '../lanes/context.ts';
import { searchMessages } from './search-messages.ts';

type Input = Parameters<typeof searchMessages>[1];

interface Expected {
  readonly text?: string;
  readonly messageIds?: readonly number[];
  readonly oneOf?: readonly { messageIds?: readonly number[]; saysIndexIncomplete?: true; saysIndexDamaged?: true }[];
}

const cases = (
  JSON.parse(readFileSync(casesPath(), 'utf8')) as {
    cases: { id: string; action: { call: string; args: { text?: string } }[]; expect: { results?: Expected[] } }[];
  }
).cases;

function opened(setup: CaseSetup): LaneContext {
  const context = openLaneContext(makeCaseDatabase(setup));
  onTestFinished(() => void context.store.db.close());
  return context;
}

function ask(context: LaneContext, text: string, options: Partial<Input> = {}) {
  return searchMessages(context, {
    text,
    stage: 'substring',
    sort: 'relevance',
    sources: [],
    roles: [],
    limit: 100,
    ...options,
  });
}

const hitsOf = (answer: ReturnType<typeof ask>) => answer.groups.flatMap(group => group.hits);
const idsOf = (answer: ReturnType<typeof ask>) =>
  hitsOf(answer)
    .map(hit => hit.messageId)
    .sort((a, b) => a - b);
const textOf = (parts: readonly { text: string }[]) => parts.map(part => part.text).join('');
const marked = (parts: readonly { text: string; mark: boolean }[]) =>
  parts.filter(part => part.mark).map(part => part.text);

describe.each(['S-01', 'S-02', 'S-03', 'S-04', 'S-07', 'S-08', 'S-09', 'S-10', 'S-14', 'S-16', 'S-29'])(
  'case %s',
  id => {
    const { action, expect: wanted } = cases.find(one => one.id === id) ?? { action: [], expect: {} };
    test('finds what it says', () => {
      const context = opened(caseSetup(id));
      for (const { call, args } of action) if (call === 'ui.search') ask(context, args.text ?? '');
      for (const { text, messageIds, oneOf } of (wanted.results ?? []).filter(result => result.text !== undefined)) {
        const answer = ask(context, text ?? '');
        const allowed = oneOf?.flatMap(one => (one.messageIds === undefined ? [] : [one.messageIds])) ?? [messageIds];
        expect(allowed, text).toContainEqual(idsOf(answer));
        expect(answer.hits, text).toBe(idsOf(answer).length);
      }
    });
  },
);

test('the word index alone answers the first stage', () => {
  const context = opened(caseSetup('S-04'));
  expect(idsOf(ask(context, 'deploy', { stage: 'full-text' }))).toEqual([4]);
  expect(idsOf(ask(context, '备份', { stage: 'full-text' }))).toEqual([]);
});

test.each(['"', '""', '*', '(', ')', '()', ' ', '\0'])('%j asks for nothing and says so', text => {
  const answer = ask(opened(caseSetup('S-02')), text);
  expect(answer).toMatchObject({ groups: [], hits: 0, conversations: 0, notices: ['nothing-to-search'] });
});

test('S-05: what was taken back stays hidden, copies count once, the live one is shown', () => {
  const context = opened(caseSetup('S-05'));
  const answer = ask(context, 'quokka');
  expect(idsOf(answer)).toEqual([13, 14]);
  expect(answer).toMatchObject({ hits: 2, conversations: 1 });
  const [copied] = hitsOf(answer).filter(hit => hit.messageId === 13);
  expect(copied?.before).toBeNull();
  expect(copied?.after).toEqual({ role: 'assistant', text: 'noted' });
});

test('S-07, S-08: gaps are searched, damage is said', () => {
  expect(ask(opened(caseSetup('S-07')), 'zebra')).toMatchObject({ hits: 1, notices: [] });
  const damaged = opened(caseSetup('S-08'));
  expect(ask(damaged, 'otter')).toMatchObject({ hits: 1, notices: ['index-damaged'] });
  expect(ask(damaged, 'otter', { stage: 'full-text' })).toMatchObject({ hits: 0, notices: ['index-damaged'] });
});

test('without any word index the messages themselves are searched', () => {
  const context = opened({ ...caseSetup('S-01'), sql: ['DROP TABLE messages_fts'] });
  expect(ask(context, 'parser')).toMatchObject({ hits: 1, notices: ['no-index'] });
});

test('S-16: a picture message shows its words and nothing of its form', () => {
  const [hit] = hitsOf(ask(opened(caseSetup('S-16')), 'photo'));
  expect(textOf(hit?.snippet ?? [])).toBe('What is in this photo?');
  expect(marked(hit?.snippet ?? [])).toEqual(['photo']);
});

test('S-29: hostile text is text, marks are parts', () => {
  const hits = hitsOf(ask(opened(caseSetup('S-29')), 'giraffe'));
  expect(hits.map(hit => marked(hit.snippet))).toEqual([['giraffe'], ['giraffe'], ['giraffe']]);
  const texts = hits.map(hit => textOf(hit.snippet)).join('\n');
  for (const part of ['<b>bold</b>', '<mark>giraffe</mark>', '<img src=x']) expect(texts).toContain(part);
});

const rows = (...messages: Record<string, unknown>[]): CaseSetup => ({
  fixture: 'v23',
  sessions: [{ id: 's1', source: 'cli', started_at: 1_787_000_000 }],
  messages: messages.map((message, index) => ({
    id: index + 1,
    session_id: 's1',
    role: 'user',
    timestamp: 1_787_000_001 + index,
    ...message,
  })),
});

test('tool calls are shown as read, and found behind JSON escapes', () => {
  const calls = JSON.stringify([
    { id: 'c1', function: { name: 'terminal', arguments: JSON.stringify({ command: 'cd\nlaunch 备份 now' }) } },
  ]).replace(/[^\0-\x7f]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const context = opened(rows({ role: 'assistant', content: null, tool_calls: calls }));
  for (const text of ['terminal', 'launch', '备份', '备']) {
    const [hit] = hitsOf(ask(context, text));
    expect(marked(hit?.snippet ?? []), text).toEqual([text]);
    expect(textOf(hit?.snippet ?? []), text).toBe('terminal {"command":"cd launch 备份 now"}');
  }
});

test('structured content is found by its words in any script, not by the form it is stored in', () => {
  const parts = String.raw`[{"type": "text", "text": "\u041f\u0440\u0438\u0432\u0435\u0442 \u5929\u6c14"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]`;
  const context = opened(rows({ content: `\0json:${parts}` }));
  expect(idsOf(ask(context, 'привет'))).toEqual([1]);
  expect(idsOf(ask(context, '天'))).toEqual([1]);
  const [hit] = hitsOf(ask(context, 'image_url'));
  expect(textOf(hit?.snippet ?? [])).not.toMatch(/json:|image_url|base64/);
});

test('markers in the text are text', () => {
  const [hit] = hitsOf(ask(opened(rows({ content: 'before >>>fake<<< and heron' })), 'heron'));
  expect(hit?.snippet).toEqual([
    { text: 'before >>>fake<<< and ', mark: false },
    { text: 'heron', mark: true },
  ]);
});

test('a word at the far end of a long tool output is shown', () => {
  const content = `${'line of output\n'.repeat(20_000)}needle at the end`;
  const [hit] = hitsOf(ask(opened(rows({ role: 'tool', content, tool_name: 'terminal' })), 'needle'));
  expect(hit).toMatchObject({ role: 'tool', toolName: 'terminal' });
  expect(marked(hit?.snippet ?? [])).toEqual(['needle']);
  expect(textOf(hit?.snippet ?? []).length).toBeLessThan(260);
});

test('a later version indexes only the beginning of tool output; its end is found all the same', () => {
  const content = `${'line of output\n'.repeat(2000)}needle at the end`;
  const context = opened({ ...rows({ role: 'tool', content }), fixture: 'v30' });
  expect(ask(context, 'needle', { stage: 'full-text' }).hits).toBe(0);
  expect(ask(context, 'needle').hits).toBe(1);
});

test('neighbours stand by time, are visible and are cut to 200 characters', () => {
  const context = opened(
    rows(
      { content: 'first', timestamp: 1_787_000_030 },
      { content: 'heron', timestamp: 1_787_000_020 },
      { content: '🚀'.repeat(300), timestamp: 1_787_000_010, role: 'assistant' },
      { content: 'taken back', timestamp: 1_787_000_025, active: 0 },
    ),
  );
  const [hit] = hitsOf(ask(context, 'heron'));
  expect(hit?.before).toEqual({ role: 'assistant', text: '🚀'.repeat(200) });
  expect(hit?.after).toEqual({ role: 'user', text: 'first' });
});

test('sorts, filters and limits; counts stay true', () => {
  const context = opened({
    ...rows(...Array.from({ length: 40 }, () => ({ content: 'heron' }))),
    sessions: [
      { id: 's1', source: 'cli', started_at: 1_787_000_000 },
      { id: 's2', source: 'cron', started_at: 1_787_000_100, title: 'Nightly' },
    ],
    sql: [
      "UPDATE messages SET session_id = 's2', role = 'assistant' WHERE id > 35",
      "UPDATE messages SET content = 'heron heron heron' WHERE id = 7",
    ],
  });
  const few = ask(context, 'heron', { limit: 12 });
  expect(few).toMatchObject({ hits: 40, conversations: 2, notices: [] });
  expect(few.groups.map(group => [group.conversationId, group.hitCount, group.hits.length])).toEqual([
    ['s1', 35, 7],
    ['s2', 5, 5],
  ]);
  expect(hitsOf(few)[0]?.messageId).toBe(7);
  expect(hitsOf(ask(context, 'heron', { sort: 'oldest' }))[0]?.messageId).toBe(1);
  expect(ask(context, 'heron', { sort: 'newest' }).groups[0]).toMatchObject({ conversationId: 's2', label: 'Nightly' });
  expect(ask(context, 'heron', { sources: ['cron'] })).toMatchObject({ hits: 5, conversations: 1 });
  expect(ask(context, 'heron', { roles: ['user'], sources: ['cron'] })).toMatchObject({ hits: 0, conversations: 0 });
});

test('a prompt that a rotation replayed is one hit', () => {
  const context = opened({
    fixture: 'v23',
    sessions: [
      { id: 'a', source: 'cli', started_at: 1_787_000_000, ended_at: 1_787_000_100, end_reason: 'compression' },
      { id: 'b', source: 'cli', started_at: 1_787_000_100, parent_session_id: 'a' },
    ],
    messages: [
      { id: 1, session_id: 'a', role: 'user', content: 'count the herons', timestamp: 1_787_000_050 },
      { id: 2, session_id: 'b', role: 'user', content: 'count the herons', timestamp: 1_787_000_101 },
      { id: 3, session_id: 'b', role: 'user', content: 'count the herons', timestamp: 1_787_000_102 },
    ],
  });
  const answer = ask(context, 'herons');
  expect(idsOf(answer)).toEqual([1, 3]);
  expect(answer).toMatchObject({ hits: 2, conversations: 1 });
});

test('a message of a session that is gone is found under its own id', () => {
  const context = opened({ ...rows({ content: 'heron', session_id: 'gone' }), sessions: [] });
  expect(ask(context, 'heron').groups).toMatchObject([{ conversationId: 'gone', label: 'gone', hitCount: 1 }]);
});

test('new messages are found at once, by every way of looking', () => {
  const path = makeCaseDatabase(caseSetup('S-04'));
  const reader = openLaneContext(path);
  onTestFinished(() => void reader.store.db.close());
  expect(idsOf(ask(reader, '备份'))).toEqual([2]);
  const db = new BetterSqlite3(path);
  db.prepare(
    "INSERT INTO messages (id, session_id, role, content, timestamp) VALUES (900, 's1', 'user', '再备份x', 1787000900)",
  ).run();
  db.close();
  expect(idsOf(ask(reader, '备份'))).toEqual([2, 900]);
  expect(idsOf(ask(reader, 'x'))).toEqual([900]);
});

describe.each(FIXTURE_VERSIONS)('recorded database %s', version => {
  const context = openLaneContext(copyFixture(version, 'plain'));
  afterAll(() => void context.store.db.close());

  test('both stages find docker, and marks stand in every snippet of words', () => {
    const first = ask(context, 'docker', { stage: 'full-text' });
    const second = ask(context, 'docker');
    expect(first.hits).toBeGreaterThan(0);
    expect(idsOf(second)).toEqual(expect.arrayContaining(idsOf(first)));
    for (const hit of hitsOf(second)) expect(marked(hit.snippet).join().toLowerCase()).toContain('docker');
  });

  test('no text fails', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '"',
        '*',
        'AND',
        'OR',
        'NOT',
        'NEAR(',
        ' ',
        '\0',
        '备份',
        'docker',
        '🚀',
        '-',
        ':',
        '\\',
        "'",
        '\ud800',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('full-text', 'substring'), (pieces, stage) => {
        const answer = ask(context, pieces.join('').slice(0, 3000), { stage: stage, limit: 10 });
        expect(answer.notices).not.toContain('index-damaged');
      }),
      { numRuns: 60 },
    );
  });

  test('a text of 4,000 characters is no trouble', () => {
    expect(ask(context, 'docker '.repeat(570)).notices).not.toContain('index-damaged');
    expect(ask(context, Array.from({ length: 900 }, (_, at) => `w${at}`).join(' ')).notices).not.toContain(
      'index-damaged',
    );
    expect(ask(context, '"docker" OR '.repeat(300)).hits).toBeGreaterThan(0);
  });
});
