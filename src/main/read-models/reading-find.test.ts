import { afterEach, expect, test } from 'vitest';
import { makeCaseDatabase } from '../../../test/support/case-database.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { makeLongLineage } from '../../../test/support/long-lineage.ts';
import type { LaneContext } from '../lanes/context.ts';
import { readingFind } from './reading-find.ts';

const opened: LaneContext[] = [];

afterEach(() => {
  for (const context of opened.splice(0)) context.store.db.close();
});

function openPath(path: string): LaneContext {
  const context = openLaneContext(path);
  opened.push(context);
  return context;
}

const CALLS = JSON.stringify([{ id: 'c', function: { name: 'terminal', arguments: '{"command":"make STRASSE"}' } }]);

/** Two segments; the second repeats the last prompt of the first. */
function conversation(): LaneContext {
  const rows = [
    { session_id: 'r', role: 'user', content: 'Wo ist die Straße?' },
    { session_id: 'r', role: 'assistant', content: null, tool_calls: CALLS },
    { session_id: 'r', role: 'tool', content: 'done: straße 100%', tool_call_id: 'c', tool_name: 'terminal' },
    { session_id: 'r', role: 'user', content: 'Ещё раз: ПОГОДА' },
    { session_id: 't', role: 'user', content: 'Ещё раз: ПОГОДА' },
    { session_id: 't', role: 'assistant', content: '100 % sure' },
  ];
  return openPath(
    makeCaseDatabase({
      fixture: 'v23',
      sessions: [
        { id: 'r', source: 'cli', started_at: 1787000000, ended_at: 1787000500, end_reason: 'compression' },
        { id: 't', source: 'cli', started_at: 1787000500, parent_session_id: 'r' },
      ],
      messages: rows.map((row, at) => ({ id: at + 1, timestamp: 1787000001 + at, ...row })),
    }),
  );
}

test.each([
  ['any case, calls and results', 'strasse', [1, 2, 3], [1, 2, 2]],
  ['a prompt that was carried over once', 'погода', [4], [4]],
  ['signs as they are', '100%', [3], [2]],
  ['nothing', 'nowhere', [], []],
])('finds %s', (_what, text, messages, items) => {
  expect(readingFind(conversation(), { sessionId: 't', text, cursor: 0 })).toEqual({
    messages,
    items,
    places: messages.map(() => 'shown'),
    next: null,
    isCut: false,
  });
});

test('finds whatever can be opened of a message, and says where it is', () => {
  const rows = [
    { role: 'assistant', content: 'a', reasoning: '  ', reasoning_content: 'the heron thinks' },
    { role: 'assistant', content: 'b', reasoning_details: '[{"type":"reasoning.text","text":"a HERON again"}]' },
    { role: 'assistant', content: 'no heron here?', reasoning: 'heron' },
    { role: 'user', content: 'c', api_content: 'c <memory-context>heron</memory-context>' },
    { role: 'user', content: 'd <memory-context>heron</memory-context>' },
    { role: 'user', content: 'e', display_kind: 'model_switch', display_metadata: '"{\\"to\\": \\"heron-4\\"}"' },
    { role: 'tool', content: String.raw`{"output": "one\nh\u0065ron"}`, tool_call_id: 'x' },
    { role: 'user', content: '\0json:[{"type":"image_url","image_url":{"url":"data:image/png;base64,heron"}}]' },
    { role: 'assistant', content: 'f', reasoning: 'shown', reasoning_content: 'heron, which nobody can open' },
  ];
  const context = openPath(
    makeCaseDatabase({
      fixture: 'v30',
      sessions: [{ id: 's', source: 'cli', started_at: 1787000000 }],
      messages: rows.map((row, at) => ({ id: at + 1, session_id: 's', timestamp: 1787000001 + at, ...row })),
    }),
  );
  const { messages, places } = readingFind(context, { sessionId: 's', text: 'Heron', cursor: 0 });
  expect(messages.map((id, at) => [id, places[at]])).toEqual([
    [1, 'reasoning'],
    [2, 'reasoning'],
    [3, 'shown'],
    [4, 'sent'],
    [5, 'stored'],
    [6, 'shown'],
    [7, 'shown'],
  ]);
});

test('stretches together find what a plain reading does, each message once and in order', () => {
  const lineage = makeLongLineage({ segments: 4, messages: 2000 });
  const context = openPath(lineage.path);
  const sessionId = String(context.store.db.prepare('SELECT id FROM sessions LIMIT 1').pluck().get());
  const found: number[] = [];
  let stretches = 0;
  for (let cursor: number | null = 0; cursor !== null; stretches += 1) {
    const answer = readingFind(context, { sessionId, text: '7', cursor });
    found.push(...answer.messages);
    cursor = answer.next;
  }
  const plain = context.store.db.prepare("SELECT id FROM messages WHERE content LIKE '%7%' ORDER BY id").pluck().all();
  expect(stretches).toBeGreaterThan(0);
  expect(new Set(found).size).toBe(found.length);
  expect(found.every(id => plain.includes(id))).toBe(true);
  expect(found.length).toBeGreaterThan(plain.length / 2);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
});
