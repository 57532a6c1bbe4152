import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import type { MessageBody, ToolCall, ToolResult } from '../../../shared/contract/conversation.ts';
import { createQueryClient } from '../../api/cache.ts';
import { createClient } from '../../api/client.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { MessageArticle } from './message-article.tsx';
import { ReaderContext } from './reader-context.tsx';
import type { Found } from './sought.ts';

// The first render also loads the modules, on a machine that may be busy.
configure({ asyncUtilTimeout: 5000 });

function textPart(text: string, bytes = text.length) {
  return { kind: 'text', text: { text, bytes, clipped: bytes > text.length } } as const;
}

function resultOf(messageId: number, text: string, change: Partial<ToolResult> = {}): ToolResult {
  return {
    messageId,
    sessionId: 's',
    toolCallId: `c${String(messageId)}`,
    toolName: 'terminal',
    timestamp: 1_787_000_000,
    parts: [textPart(text)],
    bytes: text.length,
    failed: null,
    exitCode: null,
    flags: 0,
    ...change,
  };
}

function callOf(name: string, args: string, result: ToolResult | null, valid = true): ToolCall {
  return {
    id: result?.toolCallId ?? null,
    name,
    arguments: { text: args, bytes: args.length, clipped: false },
    argumentsValid: valid,
    result,
  };
}

function bodyWith(change: Partial<MessageBody>): MessageBody {
  return {
    id: 1,
    sessionId: 's',
    role: 'assistant',
    timestamp: 1_787_000_000,
    flags: 0,
    displayKind: null,
    parts: [],
    bytes: 0,
    reasoning: null,
    toolCalls: [],
    unreadableToolCalls: null,
    looseResults: [],
    toolName: null,
    finishReason: null,
    ...change,
  };
}

function renderBody(body: MessageBody, hitId: number | null = null, terms: RegExp | null = null) {
  const border = fakeBridge({
    'conversation.text': ({ offset, length }: { offset: number; length: number }) => {
      const whole = 'line of output\n'.repeat(50_000);
      return { text: whole.slice(offset, offset + length), done: offset + length >= whole.length };
    },
    'conversation.copyMessage': () => ({ length: 5_000_000 }),
  });
  const shared = { sessionId: 's', terms, hitId, folds: new Map<string, boolean>() };
  const client = createClient(border.bridge);
  const queries = createQueryClient();
  const drawn = (foundId: number | null) => (
    <QueryClientProvider client={queries}>
      <ClientContext value={client}>
        <ReaderContext value={{ ...shared, found: foundIn(foundId) }}>
          <MessageArticle body={body} day={null} />
        </ReaderContext>
      </ClientContext>
    </QueryClientProvider>
  );
  const view = render(drawn(null));
  const find = (id: number): void => {
    view.rerender(drawn(id));
  };
  return { ...view, ...border, find };
}

function foundIn(messageId: number | null): Found | null {
  return messageId === null ? null : { messageId, place: 'shown', isMatch: true, isMissed: false };
}

function article(container: HTMLElement, id: number): HTMLElement {
  const found = container.querySelector<HTMLElement>(`article[data-message-id="${String(id)}"]`);
  if (found === null) throw new Error(`no article ${String(id)}`);
  return found;
}

describe('tool calls', () => {
  it('are all shown where the reader is sent to one behind the first', () => {
    const calls = Array.from({ length: 60 }, (_, at) =>
      callOf('terminal', '{}', resultOf(100 + at, 'a.txt', { failed: false, exitCode: 0 })),
    );
    const { container } = renderBody(bodyWith({ toolCalls: calls }), 155);
    expect(article(container, 155).textContent).toContain('a.txt');
  });

  it('open where something is found in them that a closed card does not show', () => {
    const calls = [
      callOf('terminal', '{"command":"ls","reason":"needle"}', resultOf(3, 'a.txt', { failed: false, exitCode: 0 })),
      callOf('read_file', '{"path":"needle"}', resultOf(5, 'alpha', { failed: true })),
    ];
    const { container, find } = renderBody(bodyWith({ toolCalls: calls }), null, /(needle)/gi);
    const isOpen = (id: number) => article(container, id).querySelector('[aria-expanded="true"]') !== null;
    expect([isOpen(3), isOpen(5)]).toEqual([false, false]);
    find(1);
    expect([isOpen(3), isOpen(5)]).toEqual([true, false]);
    find(5);
    expect([isOpen(3), isOpen(5)]).toEqual([true, true]);
  });

  it('hold the article of their result while they are closed', () => {
    const { container } = renderBody(
      bodyWith({
        toolCalls: [
          callOf('terminal', '{"command":"ls"}', resultOf(3, 'a.txt', { failed: false, exitCode: 0 })),
          callOf('read_file', '{"path":"a.txt"}', resultOf(5, 'alpha', { failed: true })),
        ],
      }),
    );
    const first = article(container, 3);
    expect(first.dataset['role']).toBe('tool');
    expect(article(container, 1).contains(first)).toBe(true);
    expect(first.textContent).toContain('terminal');
    expect(first.textContent).toContain('ls');
    expect(first.textContent).toContain('exit 0');
    expect(first.textContent).not.toContain('a.txt');
    expect(article(container, 5).textContent).toContain('failed');
  });

  it('open to arguments over several lines and to the lines of the output', async () => {
    const output = JSON.stringify({ output: 'one\ntwo', exit_code: 1 });
    const { container } = renderBody(
      bodyWith({
        toolCalls: [
          callOf('terminal', '{"command":"ls","timeout":5}', resultOf(3, output, { exitCode: 1, failed: true })),
        ],
      }),
    );
    await userEvent.click(within(article(container, 3)).getByRole('button', { name: /terminal/ }));
    const blocks = [...article(container, 3).querySelectorAll('pre')].map(block => block.textContent);
    expect(blocks).toEqual(['$ ls', 'one\ntwo']);
    expect(article(container, 3).textContent).toContain('timeout 5');
    expect(article(container, 3).textContent).toContain('exit_code 1');
  });

  it('are open where a search led to the result', () => {
    const { container } = renderBody(bodyWith({ toolCalls: [callOf('terminal', '{}', resultOf(3, 'found it'))] }), 3);
    expect(article(container, 3).textContent).toContain('found it');
  });

  it('say that no result was recorded', () => {
    renderBody(bodyWith({ toolCalls: [callOf('terminal', '{}', null)] }));
    expect(screen.getByText('no result recorded')).toBeTruthy();
  });

  it('show broken arguments and unreadable calls as they are', () => {
    const { container } = renderBody(
      bodyWith({
        toolCalls: [callOf('terminal', '{"cmd": "ls', null, false)],
        unreadableToolCalls: { text: '[{"id":"c2","function"', bytes: 22, clipped: false },
      }),
    );
    expect(container.textContent).toContain('{"cmd": "ls');
    expect(container.textContent).toContain('Unreadable tool call');
    expect(container.textContent).toContain('[{"id":"c2","function"');
  });

  it('show a long output cut, with its size, and the whole on request', async () => {
    const result = resultOf(6, 'x', { parts: [textPart('line of output\n', 750_000)], bytes: 750_000 });
    const { container } = renderBody(bodyWith({ id: 6, role: 'tool', looseResults: [result] }));
    expect(container.querySelectorAll('article')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 750 KB' }));
    const whole = await screen.findByLabelText('Whole text');
    await waitFor(() => expect(whole.textContent.split('line of output').length - 1).toBe(50_000));
    expect(whole.querySelectorAll('*').length).toBeLessThan(100);
  });

  it('copy the whole message, however long', async () => {
    const { container, requests } = renderBody(bodyWith({ id: 6, role: 'tool', looseResults: [resultOf(6, 'x')] }));
    await userEvent.click(within(article(container, 6)).getByRole('button', { name: 'Copy message' }));
    expect(requests.map(request => [request.method, request.input])).toEqual([['copyMessage', { messageId: 6 }]]);
  });

  it('wait for a click where there are very many', async () => {
    const calls = Array.from({ length: 300 }, (_, at) => callOf('terminal', '{}', resultOf(100 + at, 'x')));
    const { container } = renderBody(bodyWith({ toolCalls: calls }));
    expect(container.querySelectorAll('article').length).toBe(41);
    await userEvent.click(screen.getByRole('button', { name: 'Show 260 more calls' }));
    expect(container.querySelectorAll('article').length).toBe(301);
  });
});
