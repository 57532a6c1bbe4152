import { afterEach, describe, expect, it } from 'vitest';
import { makeCaseDatabase, type CaseRow } from '../../../test/support/case-database.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import type { TextPart } from '../../shared/contract/conversation.ts';
import type { LaneContext } from '../lanes/context.ts';
import { messageText, wholeMessageText } from './message-text.ts';

const opened: LaneContext[] = [];

afterEach(() => {
  for (const context of opened.splice(0)) context.store.db.close();
});

/** A file whose only message, with id 1, has these columns. */
function message(row: CaseRow): LaneContext {
  const path = makeCaseDatabase({
    fixture: 'v23',
    sessions: [{ id: 's1', source: 'cli', started_at: 1787000000 }],
    messages: [{ id: 1, session_id: 's1', role: 'assistant', timestamp: 1787000001, ...row }],
  });
  const context = openLaneContext(path);
  opened.push(context);
  return context;
}

function whole(context: LaneContext, part: TextPart): string {
  return messageText(context, { messageId: 1, part, offset: 0, length: 1_000_000 }).text;
}

describe('messageText', () => {
  it('gives a text in stretches that join to the whole', () => {
    const text = 'aя😀'.repeat(700_000);
    const context = message({ content: text });
    let joined = '';
    for (let done = false; !done;) {
      const stretch = messageText(context, {
        messageId: 1,
        part: { kind: 'content' },
        offset: joined.length,
        length: 999_999,
      });
      expect(stretch.text.length).toBeLessThanOrEqual(999_999);
      joined += stretch.text;
      done = stretch.done;
    }
    expect(joined).toBe(text);
  });

  it('gives an image however large, and no other part for one', () => {
    const url = `data:image/png;base64,${'A'.repeat(6_000_000)}`;
    const parts = [
      { type: 'text', text: 'look' },
      { type: 'image_url', image_url: { url } },
    ];
    const context = message({ role: 'user', content: `\0json:${JSON.stringify(parts)}` });
    const image = (index: number, offset: number) =>
      messageText(context, { messageId: 1, part: { kind: 'image', index }, offset, length: 1_000_000 });
    expect(image(1, 0)).toEqual({ text: url.slice(0, 1_000_000), done: false });
    expect(image(1, 6_000_000)).toEqual({ text: url.slice(6_000_000), done: true });
    expect(image(0, 0)).toEqual({ text: '', done: true });
    expect(image(2, 0)).toEqual({ text: '', done: true });
  });

  it('says at once that a text ends within the stretch', () => {
    const context = message({ content: 'four' });
    const part = { kind: 'content' } as const;
    expect(messageText(context, { messageId: 1, part, offset: 0, length: 4 })).toEqual({ text: 'four', done: true });
    expect(messageText(context, { messageId: 1, part, offset: 2, length: 1 })).toEqual({ text: 'u', done: false });
    expect(messageText(context, { messageId: 1, part, offset: 9, length: 1 })).toEqual({ text: '', done: true });
  });

  it('knows every text of a message', () => {
    const calls = JSON.stringify([
      { id: 'a', function: { name: 'f', arguments: '{"x": 1}' } },
      { id: 'b', function: { name: 'g', arguments: { y: 2 } } },
    ]);
    const context = message({
      content: '\u0000json:[{"type":"text","text":"one"},{"type":"image"},{"type":"text","text":"two"}]',
      reasoning: ' ',
      reasoning_content: 'thought',
      tool_calls: calls,
    });
    expect(whole(context, { kind: 'content' })).toBe('one\n\ntwo');
    expect(whole(context, { kind: 'reasoning' })).toBe('thought');
    expect(whole(context, { kind: 'tool-calls' })).toBe(calls);
    expect(whole(context, { kind: 'arguments', index: 0 })).toBe('{"x": 1}');
    expect(whole(context, { kind: 'arguments', index: 1 })).toBe('{"y":2}');
    expect(whole(context, { kind: 'arguments', index: 2 })).toBe('');
  });

  it('shows people what they said, without what was injected', () => {
    const content = '<memory-context>old</memory-context> hello ';
    expect(whole(message({ content }), { kind: 'content' })).toBe('hello');
    expect(whole(message({ role: 'tool', content }), { kind: 'content' })).toBe(content);
  });

  it('says that a message is gone', () => {
    const context = message({ content: 'x' });
    const missing = { messageId: 2, part: { kind: 'content' }, offset: 0, length: 1 } as const;
    expect(() => messageText(context, missing)).toThrow(expect.objectContaining({ code: 'not-found' }));
    expect(() => wholeMessageText(context, { messageId: 2 })).toThrow(expect.objectContaining({ code: 'not-found' }));
  });
});

describe('messageText of very long texts', () => {
  it('reads little more than it was asked for, and joins to the whole', () => {
    const text = '€'.repeat(3_000_000);
    const context = message({ content: text, role: 'tool' });
    const part = { kind: 'content' } as const;
    const first = messageText(context, { messageId: 1, part, offset: 0, length: 1_000_000 });
    expect([first.text === text.slice(0, 1_000_000), first.done]).toEqual([true, false]);
    const last = messageText(context, { messageId: 1, part, offset: 2_000_000, length: 1_000_000 });
    expect([last.text === text.slice(2_000_000), last.done]).toEqual([true, true]);
  });
});

describe('wholeMessageText', () => {
  it('takes five megabytes in well under a second', () => {
    const context = message({ role: 'tool', content: 'x'.repeat(5_000_000) });
    const start = performance.now();
    expect(wholeMessageText(context, { messageId: 1 })).toHaveLength(5_000_000);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('reads texts over 8 MB in slices without breaking a character', () => {
    const text = 'a' + '€'.repeat(4_000_000);
    expect(wholeMessageText(message({ content: text }), { messageId: 1 })).toBe(text);
  });

  it('gives the calls of a message that has no text, readable or not', () => {
    const calls = JSON.stringify([
      { id: 'a', function: { name: 'terminal', arguments: '{"cmd":"ls"}' } },
      { name: 'stop' },
    ]);
    expect(wholeMessageText(message({ tool_calls: calls }), { messageId: 1 })).toBe('terminal {"cmd":"ls"}\n\nstop');
    expect(wholeMessageText(message({ tool_calls: '[{"id":' }), { messageId: 1 })).toBe('[{"id":');
    expect(wholeMessageText(message({}), { messageId: 1 })).toBe('');
  });
});
