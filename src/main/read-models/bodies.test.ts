import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { makeCaseDatabase, type CaseRow } from '../../../test/support/case-database.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import type { MessageBody } from '../../shared/contract/conversation.ts';
import type { LaneContext } from '../lanes/context.ts';
import { readBodies } from './bodies.ts';

const opened: LaneContext[] = [];

afterEach(() => {
  for (const context of opened.splice(0)) context.store.db.close();
});

/** The bodies of a session that holds these rows; `sql` runs after they were put in. */
function bodiesOf(rows: readonly CaseRow[], sql: readonly string[] = []): MessageBody[] {
  const messages = rows.map((row, index) => ({
    id: index + 1,
    session_id: 's1',
    role: 'user',
    timestamp: 1787000001 + index,
    ...row,
  }));
  const path = makeCaseDatabase({
    fixture: 'v23',
    sessions: [{ id: 's1', source: 'cli', started_at: 1787000000 }],
    messages,
    sql,
  });
  const context = openLaneContext(path);
  opened.push(context);
  const ids = context.store.db.prepare<[], number>('SELECT id FROM messages ORDER BY id').pluck().all();
  return readBodies(context, ['s1'], ids);
}

function shownText(body: MessageBody | undefined): string {
  return (body?.parts ?? []).map(part => (part.kind === 'text' ? part.text.text : `<${part.kind}>`)).join('|');
}

/** Units shown, bytes of the whole and whether it was cut, of each text part. */
function lengths(body: MessageBody | undefined): unknown[] {
  const parts = body?.looseResults[0]?.parts ?? body?.parts ?? [];
  return parts.flatMap(part =>
    part.kind === 'text' ? [[part.text.text.length, part.text.bytes, part.text.clipped]] : [],
  );
}

describe('texts', () => {
  it('keeps hostile content as the text that it is', () => {
    const hostile = [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '[x](javascript:alert(1)) {{constructor}} \u202Ereversed',
      '\u001b[31mred\u001b]8;;https://example.org\u0007link\u001b]8;;\u0007',
      '`'.repeat(10_000),
      'before\u0000after',
    ];
    expect(bodiesOf(hostile.map(content => ({ content }))).map(shownText)).toEqual(hostile);
  });

  it('takes out what was injected from memory, however long the text', () => {
    const fence = '<memory-context>\nsecret\n</memory-context>';
    const long = `${'a'.repeat(30_000)}${fence}${'b'.repeat(60_000)}`;
    const [short, cut, tool] = bodiesOf([
      { content: `${fence}hello` },
      { content: long },
      { role: 'tool', content: `${fence}output` },
    ]);
    expect(shownText(short)).toBe('hello');
    expect(lengths(cut)).toEqual([[24_576, 90_000, true]]);
    expect(tool?.looseResults[0]?.parts).toMatchObject([{ text: { text: `${fence}output` } }]);
  });

  it('tells no text from empty text in neither parts nor bytes', () => {
    expect(bodiesOf([{ content: null }, { content: '' }]).map(body => [body.parts, body.bytes])).toEqual([
      [[], 0],
      [[], 0],
    ]);
  });

  it('reads bytes and broken UTF-8 with replacement characters', () => {
    const bodies = bodiesOf(
      [{ content: Buffer.from('naïve bytes') }, { content: 'x' }, { content: '' }],
      [
        "UPDATE messages SET content = CAST(x'61eda08062' AS TEXT) WHERE id = 2",
        "UPDATE messages SET content = x'c3' WHERE id = 3",
      ],
    );
    expect(bodies.map(shownText)).toEqual(['naïve bytes', 'a\ufffd\ufffd\ufffdb', '\ufffd']);
  });

  it('replaces lone surrogates that JSON brought along', () => {
    const [body] = bodiesOf([
      {
        role: 'assistant',
        content: '\u0000json:[{"type":"text","text":"a\\ud800b"}]',
        tool_calls: '[{"id":"c\\udfff","function":{"name":"n\\ud83d","arguments":"\\ude00"}}]',
      },
    ]);
    expect(shownText(body)).toBe('a\ufffdb');
    expect(body?.toolCalls[0]).toMatchObject({ id: 'c\ufffd', name: 'n\ufffd', arguments: { text: '\ufffd' } });
  });

  it('cuts long texts at a code point and gives their true length', () => {
    const [body] = bodiesOf([
      {
        role: 'assistant',
        content: 'é'.repeat(40_000),
        reasoning: 'я'.repeat(10_000),
        tool_calls: JSON.stringify([{ id: 'c', function: { name: 'f', arguments: 'x'.repeat(9000) } }]),
      },
    ]);
    expect(body).toMatchObject({
      bytes: 80_000,
      parts: [{ text: { text: 'é'.repeat(12_288), bytes: 80_000, clipped: true } }],
      reasoning: { text: 'я'.repeat(4096), bytes: 20_000, clipped: true },
      toolCalls: [{ arguments: { text: 'x'.repeat(4096), bytes: 9000, clipped: true }, argumentsValid: false }],
    });
  });

  it('shows the provider’s reasoning where there is no other, and nothing for its blank markers', () => {
    const reasonings = bodiesOf([
      { role: 'assistant', reasoning: 'own', reasoning_content: 'native' },
      { role: 'assistant', reasoning: '', reasoning_content: 'native' },
      { role: 'assistant', reasoning_content: ' ' },
    ]).map(body => body.reasoning?.text ?? null);
    expect(reasonings).toEqual(['own', 'native', null]);
  });

  it('reads 20 MB rows by their beginning, in time', () => {
    const huge = [
      'DROP TRIGGER messages_fts_update',
      "UPDATE messages SET content = replace(hex(zeroblob(5000000)), '0', 'я')",
    ];
    const bodies = bodiesOf([{}, { role: 'assistant' }, { role: 'tool' }], huge);
    expect(bodies.flatMap(lengths)).toEqual([
      [12_288, 20_000_000, true],
      [12_288, 20_000_000, true],
      [2048, 20_000_000, true],
    ]);
    expect(bodies.map(shownText).join('')).toMatch(/^я*$/);
    const start = performance.now();
    for (const context of opened) readBodies(context, ['s1'], [1, 2, 3]);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('decodes structured content of more than 8 MB, images included', () => {
    const image = `data:image/png;base64,${'A'.repeat(4_000_000)}`;
    const part = { type: 'image_url', image_url: { url: image } };
    const [body] = bodiesOf([{ content: `\u0000json:${JSON.stringify([part, part, part])}` }]);
    expect(shownText(body)).toBe('<image>|<image>|<image>');
    expect(body?.bytes).toBeGreaterThan(8 * 1024 * 1024);
  });

  it('shows the beginning of tool calls that are too long to be read', () => {
    const [body] = bodiesOf([{ role: 'assistant', tool_calls: `["${'x'.repeat(9_000_000)}"]` }]);
    expect(body?.toolCalls).toEqual([]);
    expect(body?.unreadableToolCalls).toEqual({ text: `["${'x'.repeat(4094)}`, bytes: 9_000_004, clipped: true });
  });
});

describe('results', () => {
  it('say what the output says of its success', () => {
    const filler = 'x'.repeat(100_000);
    const outcomes = bodiesOf([
      { role: 'tool', content: '{"output": "x", "exit_code": 2}' },
      { role: 'tool', content: `{"output": "${filler}", "exit_code": 3, "error": null}` },
      { role: 'tool', content: `${filler}\nexit code 0` },
      { role: 'tool', content: 'plain' },
    ]).map(({ looseResults: [result] }) => [result?.failed, result?.exitCode]);
    expect(outcomes).toEqual([
      [true, 2],
      [true, 3],
      [false, 0],
      [null, null],
    ]);
  });

  it('carry the fields of their row', () => {
    const [body] = bodiesOf([
      { role: 'tool', content: 'x', tool_name: 'terminal', tool_call_id: 'c', timestamp: 5, finish_reason: 'stop' },
    ]);
    expect(body).toMatchObject({
      role: 'tool',
      timestamp: null,
      toolName: 'terminal',
      finishReason: 'stop',
      parts: [],
    });
    expect(body?.looseResults).toMatchObject([
      { messageId: 1, sessionId: 's1', toolCallId: 'c', toolName: 'terminal', timestamp: null, bytes: 1 },
    ]);
  });
});

describe('old and odd files', () => {
  it('reads a version 1 file, whose columns are fewer', () => {
    const path = makeCaseDatabase({
      fixture: 'v1',
      sessions: [{ id: 's1', source: 'cli', started_at: 1700000000 }],
      messages: [
        {
          id: 1,
          session_id: 's1',
          role: 'assistant',
          tool_calls: '{"name":"f","arguments":{}}',
          timestamp: 1700000001,
        },
        { id: 2, session_id: 's1', role: 'tool', content: 'done', timestamp: 1700000002 },
      ],
    });
    const context = openLaneContext(path);
    opened.push(context);
    const [body] = readBodies(context, ['s1'], [1]);
    expect(body?.toolCalls).toMatchObject([{ name: 'f', arguments: { text: '{}' }, result: { messageId: 2 } }]);
  });

  it('sees what another connection wrote since', () => {
    const path = makeCaseDatabase({
      fixture: 'v23',
      sessions: [{ id: 's1', source: 'cli', started_at: 1787000000 }],
      messages: [{ id: 1, session_id: 's1', role: 'user', content: 'one', timestamp: 1787000001 }],
    });
    const context = openLaneContext(path);
    opened.push(context);
    expect(readBodies(context, ['s1'], [1, 2])).toHaveLength(1);
    const writer = new Database(path);
    writer.exec("INSERT INTO messages(session_id, role, content, timestamp) VALUES ('s1', 'user', 'two', 1787000002)");
    writer.close();
    expect(readBodies(context, ['s1'], [1, 2]).map(shownText)).toEqual(['one', 'two']);
  });
});
