import { afterEach, describe, expect, it } from 'vitest';
import { caseSetup, makeCaseDatabase, type CaseRow, type CaseSetup } from '../../../test/support/case-database.ts';
import { fixtureGolden, fixturePath } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import type { ContentPart, MessageBody } from '../../shared/contract/conversation.ts';
import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import type { LaneContext } from '../lanes/context.ts';
import { conversationBodies, conversationLocate, conversationOpen } from './conversation-open.ts';

const opened: LaneContext[] = [];

afterEach(() => {
  for (const context of opened.splice(0)) context.store.db.close();
});

function open(setup: CaseSetup): LaneContext {
  return openPath(makeCaseDatabase(setup));
}

function openPath(path: string): LaneContext {
  const context = openLaneContext(path);
  opened.push(context);
  return context;
}

/** A file with one session `s1` that holds these messages, ids from 1. */
function session(...messages: CaseRow[]): LaneContext {
  const rows = messages.map((row, index) => ({
    id: index + 1,
    session_id: 's1',
    role: 'user',
    timestamp: 1787000001 + index,
    ...row,
  }));
  return open({ fixture: 'v23', sessions: [{ id: 's1', source: 'cli', started_at: 1787000000 }], messages: rows });
}

const calls = (...ids: string[]) =>
  JSON.stringify(ids.map(id => ({ id, type: 'function', function: { name: 'terminal', arguments: '{}' } })));

function scroll(context: LaneContext, sessionId = 's1', shown: { rewound?: boolean; bookkeeping?: boolean } = {}) {
  return conversationOpen(context, {
    sessionId,
    showRewound: shown.rewound ?? false,
    showBookkeeping: shown.bookkeeping ?? false,
  });
}

function bodies(context: LaneContext, ids: number[], sessionId = 's1'): MessageBody[] {
  return conversationBodies(context, { sessionId, ids });
}

const textOf = (parts: readonly ContentPart[]) =>
  parts.map(part => (part.kind === 'text' ? part.text.text : part.kind));
const resultIds = (body: MessageBody | undefined) => body?.toolCalls.map(call => call.result?.messageId ?? null);

describe('cases', () => {
  it('S-05: carried-forward copies are one item, taken-back messages are hidden', () => {
    const context = open(caseSetup('S-05'));
    const { skeleton, hidden } = scroll(context);
    expect([...skeleton.ids]).toEqual([10, 12, 14]);
    expect(hidden).toMatchObject({ rewound: 1, bookkeeping: 0, copies: 1 });
    expect([...skeleton.flags]).toEqual([0, MESSAGE_FLAG.compacted, 0]);
    expect([...scroll(context, 's1', { rewound: true }).skeleton.ids]).toEqual([10, 11, 12, 14]);
    const place = { sessionId: 's1', messageId: 13, showRewound: false, showBookkeeping: false };
    expect(conversationLocate(context, place)).toEqual({ index: 0, itemId: 10 });
    expect(conversationLocate(context, { ...place, messageId: 11 })).toEqual({ index: -1, itemId: null });
  });

  it.each([
    ['S-08', 's1', [1, 2]],
    ['S-09', 'old1', [1, 2]],
    ['S-10', 'n1', [1]],
    ['S-12', 't', [1, 2]],
    ['S-13', 't', [1, 2]],
  ])('%s: shows the messages of the whole chain in order', (id, sessionId, ids) => {
    expect([...scroll(open(caseSetup(id)), sessionId).skeleton.ids]).toEqual(ids);
  });

  it('S-14: every session of a loop opens with its message', () => {
    const context = open(caseSetup('S-14'));
    for (const [sessionId, messageId] of [
      ['d', 1],
      ['c', 2],
      ['a', 3],
      ['b', 4],
    ] as const) {
      expect([...scroll(context, sessionId).skeleton.ids]).toContain(messageId);
    }
  });

  it('S-16: a picture message is its words and its picture', () => {
    const [body] = bodies(open(caseSetup('S-16')), [1]);
    expect(textOf(body?.parts ?? [])).toEqual(['What is in this photo?', 'image']);
  });

  it('S-17: order is that of writing, each result stands with its call', () => {
    const context = open(caseSetup('S-17'));
    expect([...scroll(context).skeleton.ids]).toEqual([1, 2, 4, 6]);
    expect(bodies(context, [2, 4]).map(resultIds)).toEqual([[3], [5]]);
  });

  it('S-18: broken and doubly packed calls are shown', () => {
    const context = open(caseSetup('S-18'));
    const ids = [...scroll(context).skeleton.ids];
    expect(ids).toEqual([1, 2, 3, 4, 5, 7]);
    const shown = bodies(context, ids);
    expect(shown.map(body => body.toolCalls.map(call => call.name))).toEqual([
      ['terminal'],
      [],
      ['read_file'],
      [],
      [],
      [],
    ]);
    expect(shown.map(resultIds)).toEqual([[6], [], [null], [], [], []]);
    expect(shown[0]?.toolCalls[0]).toMatchObject({ argumentsValid: false, arguments: { text: '{"cmd": "ls' } });
    expect(shown.map(body => body.unreadableToolCalls?.text ?? null)).toEqual([
      null,
      '[{"id":"c2","function":{"name":"read_file"',
      null,
      null,
      null,
      null,
    ]);
    expect(shown.map(body => textOf(body.parts).join(''))).toEqual([
      '',
      'reading',
      '',
      'odd',
      '\u0000json:{broken',
      'fine',
    ]);
  });

  it('S-30: a five-megabyte output comes cut short with its size', () => {
    const context = open(caseSetup('S-30'));
    expect(scroll(context).skeleton.ids).toHaveLength(1200);
    const [body] = bodies(context, [600]);
    expect(body?.looseResults).toHaveLength(1);
    expect(body?.looseResults[0]).toMatchObject({ messageId: 600, bytes: 5_000_000 });
    expect(body?.looseResults[0]?.parts).toEqual([
      { kind: 'text', text: { text: 'x'.repeat(4096), bytes: 5_000_000, clipped: true } },
    ]);
  });
});

describe('items', () => {
  it('takes parallel results in any order, each once, and keeps loose ones', () => {
    const context = session(
      { role: 'assistant', tool_calls: calls('a', 'b', 'b') },
      { role: 'tool', tool_call_id: 'b', content: 'one' },
      { role: 'tool', tool_call_id: 'a', content: 'two' },
      { role: 'tool', tool_call_id: 'b', content: 'three' },
      { role: 'tool', tool_call_id: 'b', content: 'four' },
      { role: 'tool', tool_call_id: null, content: 'five' },
    );
    expect([...scroll(context).skeleton.ids]).toEqual([1]);
    const [body] = bodies(context, [1]);
    expect(resultIds(body)).toEqual([3, 2, 4]);
    expect(body?.looseResults.map(result => result.messageId)).toEqual([5, 6]);
  });

  it('finds the call of a result that other messages came before', () => {
    const context = session(
      { role: 'assistant', tool_calls: calls('a', 'b') },
      { role: 'tool', tool_call_id: 'a' },
      { content: 'wait' },
      { role: 'tool', tool_call_id: 'b' },
      { role: 'tool', tool_call_id: 'nobody asked' },
    );
    expect([...scroll(context).skeleton.ids]).toEqual([1, 3, 5]);
    expect(resultIds(bodies(context, [1])[0])).toEqual([2, 4]);
    expect(bodies(context, [5])[0]?.looseResults.map(result => result.messageId)).toEqual([5]);
    expect(
      conversationLocate(context, { sessionId: 's1', messageId: 4, showRewound: false, showBookkeeping: false }),
    ).toEqual({ index: 0, itemId: 1 });
  });

  it('never mixes rows that a rewind took back with rows that it left', () => {
    const context = session(
      { role: 'assistant', tool_calls: calls('a') },
      { role: 'tool', tool_call_id: 'a', active: 0 },
      { role: 'assistant', tool_calls: calls('b'), active: 0 },
      { role: 'tool', tool_call_id: 'b', active: 0 },
    );
    const { skeleton, hidden } = scroll(context);
    expect([...skeleton.ids]).toEqual([1]);
    expect(hidden.rewound).toBe(3);
    expect(resultIds(bodies(context, [1])[0])).toEqual([null]);
    const all = scroll(context, 's1', { rewound: true });
    expect([...all.skeleton.ids]).toEqual([1, 2, 3]);
    expect([...all.skeleton.flags]).toEqual([0, MESSAGE_FLAG.rewound, MESSAGE_FLAG.rewound]);
  });

  it('hides bookkeeping and counts it, tool results of it included', () => {
    const context = session(
      { role: 'system', content: 'rules' },
      { role: 'session_meta' },
      { content: 'summary', display_kind: 'hidden' },
      { content: '  Review the conversation above and consider saving to memory if there is anything.' },
      { role: 'assistant', tool_calls: calls('a') },
      { role: 'tool', tool_call_id: 'a' },
      { content: 'Model changed', display_kind: 'model_switch' },
      { content: 'overheard', observed: 1 },
      { content: 'hello' },
    );
    const { skeleton, hidden } = scroll(context);
    expect([...skeleton.ids]).toEqual([7, 8, 9]);
    expect([...skeleton.flags]).toEqual([MESSAGE_FLAG.event, MESSAGE_FLAG.observed, 0]);
    expect(hidden).toMatchObject({ rewound: 0, bookkeeping: 6, copies: 0 });
    expect([...scroll(context, 's1', { bookkeeping: true }).skeleton.ids]).toEqual([1, 2, 3, 4, 5, 7, 8, 9]);
  });

  it('keeps the same text sent twice as two messages', () => {
    const same = { content: 'go on', timestamp: 1787000100 };
    expect([...scroll(session(same, { ...same, timestamp: 1787000100.5 })).skeleton.ids]).toEqual([1, 2]);
    expect([...scroll(session(same, { ...same, content: 'no on' })).skeleton.ids]).toEqual([1, 2]);
    const later = session({ ...same, active: 0, compacted: 1 }, same, { ...same, timestamp: 1787000200 });
    expect([...scroll(later).skeleton.ids]).toEqual([1, 3]);
  });

  it('takes a changed tool output after a compaction for another message of the same call', () => {
    const call = { role: 'assistant', tool_calls: calls('a'), timestamp: 1787000100 };
    const result = { role: 'tool', tool_call_id: 'a', timestamp: 1787000101 };
    const context = session(
      { ...call, active: 0, compacted: 1 },
      { ...result, content: 'long output', active: 0, compacted: 1 },
      call,
      { ...result, content: '[cleared]' },
    );
    expect([...scroll(context).skeleton.ids]).toEqual([1]);
    const [body] = bodies(context, [1]);
    expect(resultIds(body)).toEqual([2]);
    expect(body?.looseResults.map(found => found.messageId)).toEqual([4]);
  });

  it('shows a prompt that a rotation repeated once, where it stood first', () => {
    const context = open({
      fixture: 'v23',
      sessions: [
        { id: 'r', source: 'cli', started_at: 1787000000, ended_at: 1787000500, end_reason: 'compression' },
        { id: 't', source: 'cli', started_at: 1787000500, parent_session_id: 'r' },
      ],
      messages: [
        { id: 1, session_id: 'r', role: 'user', content: 'first', timestamp: 1787000001 },
        { id: 2, session_id: 'r', role: 'user', content: 'do it', timestamp: 1787000002 },
        { id: 3, session_id: 'r', role: 'assistant', content: 'working', timestamp: 1787000003 },
        { id: 4, session_id: 't', role: 'assistant', content: 'summary', timestamp: 1787000501 },
        { id: 5, session_id: 't', role: 'user', content: 'do it', timestamp: 1787000502 },
        { id: 6, session_id: 't', role: 'user', content: 'do it', timestamp: 1787000503 },
      ],
    });
    const { skeleton, hidden, segments } = scroll(context, 'r');
    expect([...skeleton.ids]).toEqual([1, 2, 3, 4, 6]);
    expect(hidden.copies).toBe(1);
    expect(segments.map(({ sessionId, start, count }) => [sessionId, start, count])).toEqual([
      ['r', 0, 3],
      ['t', 3, 2],
    ]);
    expect(
      conversationLocate(context, { sessionId: 't', messageId: 5, showRewound: false, showBookkeeping: false }),
    ).toEqual({
      index: 1,
      itemId: 2,
    });
  });

  it('does not take the summary that opens a segment for a prompt', () => {
    const summary = '[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns';
    const context = open({
      fixture: 'v23',
      sessions: [
        { id: 'r', source: 'cli', started_at: 1787000000, ended_at: 1787000500, end_reason: 'compression' },
        { id: 't', source: 'cli', started_at: 1787000500, parent_session_id: 'r' },
      ],
      messages: [
        { id: 1, session_id: 'r', role: 'user', content: 'do it', timestamp: 1787000001 },
        { id: 2, session_id: 'r', role: 'user', content: summary, timestamp: 1787000002 },
        { id: 3, session_id: 't', role: 'user', content: summary, timestamp: 1787000501 },
        { id: 4, session_id: 't', role: 'user', content: 'do it', timestamp: 1787000502 },
      ],
    });
    expect([...scroll(context, 't').skeleton.ids]).toEqual([1, 2, 3]);
  });

  it('shows the replayed prompt of a recorded store once', () => {
    const context = openPath(fixturePath('v23'));
    const chain = fixtureGolden('v23').notes['replayed'] as string[];
    const [root = '', tip = ''] = chain;
    const { skeleton, hidden, segments } = scroll(context, tip);
    expect(segments.map(segment => segment.sessionId)).toEqual(chain);
    expect(hidden.copies).toBe(2);
    const shown = bodies(context, [...skeleton.ids], root);
    expect(shown.filter(body => textOf(body.parts).includes('What was the last question?'))).toHaveLength(1);
  });

  it('knows no unknown session', () => {
    const context = session({ content: 'x' });
    expect(() => scroll(context, 'nothing')).toThrow(expect.objectContaining({ code: 'not-found' }));
    expect(bodies(context, [1, 99])).toHaveLength(1);
  });

  it('has a fingerprint that notices changes of earlier rows', () => {
    const setup = { fixture: 'v23', sessions: [{ id: 's1', source: 'cli', started_at: 1787000000 }] };
    const messages = [1, 2, 3].map(id => ({
      id,
      session_id: 's1',
      role: 'user',
      content: 'x',
      timestamp: 1787000000 + id,
    }));
    const prints = [
      '',
      'UPDATE messages SET active = 0 WHERE id = 2',
      'UPDATE messages SET active = 0, compacted = 1 WHERE id = 2',
      'DELETE FROM messages WHERE id = 2',
      'UPDATE sessions SET rewind_count = 1',
    ].map(sql => scroll(open({ ...setup, messages, sql: sql === '' ? [] : [sql] })).fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
  });
});
