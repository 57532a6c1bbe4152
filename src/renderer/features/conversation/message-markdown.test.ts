import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import type { ClippedText, MessageBody } from '../../../shared/contract/conversation.ts';
import { createClient } from '../../api/client.ts';
import { fenced, messageMarkdown } from './message-markdown.ts';

function clipped(text: string, isClipped = false): ClippedText {
  return { text, bytes: text.length, clipped: isClipped };
}

const BODY: MessageBody = {
  ...{ id: 7, sessionId: 's', role: 'assistant', timestamp: null, flags: 0, displayKind: null, bytes: 1 },
  ...{ reasoning: null, unreadableToolCalls: null, looseResults: [], toolName: null, finishReason: null },
  parts: [{ kind: 'text', text: clipped('Look:\n\n```js\nlet a\n```') }],
  toolCalls: [
    {
      ...{ id: 'c', name: 'terminal', argumentsValid: true, arguments: clipped('{"command":"ls"}') },
      result: {
        ...{ messageId: 8, sessionId: 's', toolCallId: 'c', toolName: 'terminal', timestamp: null, bytes: 9 },
        ...{ failed: false, exitCode: 0, flags: 0 },
        parts: [{ kind: 'text', text: clipped('a ``` b', true) }],
      },
    },
  ],
};

describe('a message as Markdown', () => {
  it('has its role, its text as written, and calls and whole results as blocks', async () => {
    const { bridge, requests } = fakeBridge({
      'conversation.text': () => ({ text: 'a ```` b and the rest', done: true }),
    });
    expect(await messageMarkdown(createClient(bridge), BODY)).toBe(
      [
        '## Assistant',
        'Look:\n\n```js\nlet a\n```',
        '**terminal**',
        '```json\n{\n  "command": "ls"\n}\n```',
        '`````\na ```` b and the rest\n`````\n',
      ].join('\n\n'),
    );
    expect(requests).toHaveLength(1);
  });

  it('is refused where the clipboard could not take it', async () => {
    const { bridge } = fakeBridge({ 'conversation.text': () => ({ text: 'x'.repeat(4_000_001), done: true }) });
    await expect(messageMarkdown(createClient(bridge), BODY)).rejects.toThrow(/too long/);
  });
});

it('no text ends its own block', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('`', '```', 'a', '\n', ' ')), pieces => {
      const text = pieces.join('');
      const [first = '', ...rest] = fenced(text, '').split('\n');
      expect(first).toMatch(/^`{3,}$/);
      expect(rest.filter(line => line.trim() === first)).toHaveLength(1);
      expect(rest.at(-1)).toBe(first);
    }),
  );
});
