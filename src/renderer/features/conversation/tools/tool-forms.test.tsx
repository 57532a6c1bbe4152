import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeBridge } from '../../../../../test/support/fake-bridge.ts';
import type { MessageBody, ToolCall, ToolResult } from '../../../../shared/contract/conversation.ts';
import { createQueryClient } from '../../../api/cache.ts';
import { createClient } from '../../../api/client.ts';
import { ClientContext } from '../../../api/client-context.tsx';
import { MessageArticle } from '../message-article.tsx';
import { ReaderContext } from '../reader-context.tsx';

configure({ asyncUtilTimeout: 5000 });

const CALLED = 1_787_000_000;
const ESC = '\u001b';

function resultOf(text: string, change: Partial<ToolResult> = {}): ToolResult {
  return {
    messageId: 3,
    sessionId: 's',
    toolCallId: 'c3',
    toolName: null,
    timestamp: CALLED + 4,
    parts: [{ kind: 'text', text: { text, bytes: text.length, clipped: false } }],
    bytes: text.length,
    failed: null,
    exitCode: null,
    flags: 0,
    ...change,
  };
}

function callOf(name: string, args: unknown, result: ToolResult | null): ToolCall {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return {
    id: 'c3',
    name,
    arguments: { text, bytes: text.length, clipped: false },
    argumentsValid: true,
    result,
  };
}

function bodyOf(id: number, change: Partial<MessageBody>): MessageBody {
  return {
    id,
    sessionId: 's',
    role: 'assistant',
    timestamp: CALLED,
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

function subagent(sessionId: string, by: string) {
  const cost = {
    ...{ actualUsd: 0, actualCount: 0, estimatedUsd: 0.18, estimatedCount: 1 },
    ...{ includedCount: 0, unknownCount: 0 },
  };
  return {
    ...{ sessionId, label: `about ${sessionId}`, source: 'subagent', model: 'm', startedAt: CALLED + 1 },
    ...{ messages: 12, tokens: 3400, cost, live: true, by, task: null },
  };
}

/** The card of the only call, opened. */
async function openCard(call: ToolCall, answers: Parameters<typeof fakeBridge>[0] = {}) {
  const border = fakeBridge({ 'app.copyText': () => ({}), ...answers });
  const shared = { sessionId: 's', terms: null, hitId: null, folds: new Map<string, boolean>() };
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientContext value={createClient(border.bridge)}>
        <ReaderContext value={shared}>
          <MessageArticle body={bodyOf(1, { toolCalls: [call] })} day={null} />
        </ReaderContext>
      </ClientContext>
    </QueryClientProvider>,
  );
  const card = container.querySelector<HTMLElement>('[data-tool-call-id="c3"]');
  if (card === null) throw new Error('no card');
  await userEvent.click(within(card).getByRole('button', { name: new RegExp(call.name) }));
  return { card, border };
}

function textsOf(card: HTMLElement, selector: string): string[] {
  return [...card.querySelectorAll(selector)].map(element => element.textContent);
}

describe('a call to a terminal', () => {
  it('shows the command, the colours of the output by classes, and how long it took', async () => {
    const output = JSON.stringify({ output: `${ESC}[31mred${ESC}[0m plain\r\n10%\r100%`, exit_code: 1 });
    const { card } = await openCard(callOf('terminal', { command: 'make' }, resultOf(output)));
    expect(textsOf(card, 'pre')).toEqual(['$ make', 'red plain\n100%']);
    expect(textsOf(card, '.fg-red')).toEqual(['red']);
    expect(card.querySelector('[style*="color"]')).toBeNull();
    expect(card.textContent).toContain('1 overwritten progress line is folded');
    expect(card.textContent).toContain('4 s');
  });

  it('shows what is stored on request, and folds nothing then', async () => {
    const { card } = await openCard(callOf('terminal', { command: 'make' }, resultOf('10%\r100%')));
    await userEvent.click(within(card).getByRole('button', { name: 'Raw' }));
    expect(textsOf(card, 'pre')).toEqual(['{"command":"make"}', '10%\n100%']);
  });
});

describe('a call that runs a program', () => {
  it('shows it as code in its language', async () => {
    const program = callOf('execute_code', { code: 'for x in y:\n  print(x)', timeout: 5 }, resultOf('1'));
    const { card } = await openCard(program);
    expect(textsOf(card, 'pre code')).toEqual(['for x in y:\n  print(x)']);
    expect(within(card).getByRole('button', { name: 'Copy code' })).toBeDefined();
    expect(card.textContent).toContain('python');
    expect(card.textContent).toContain('timeout 5');
    cleanup();
    const other = callOf('run_code', { code: 'let x', language: 'typescript' }, null);
    expect((await openCard(other)).card.textContent).toContain('typescript');
  });
});

describe('a call that edits', () => {
  it('shows the lines that came and went', async () => {
    const args = { path: 'a.ts', old_string: 'one\ntwo', new_string: 'one\n2' };
    const { card } = await openCard(callOf('patch', args, resultOf('{"success":true}')));
    expect(within(card).getByRole('group', { name: 'Changes of a.ts' }).textContent).toContain('-two');
    expect(textsOf(card, '[data-kind="added"] code')).toEqual(['2']);
    expect(textsOf(card, '[data-kind="removed"] code')).toEqual(['two']);
  });

  it('shows the diff of the result once, and nothing less', async () => {
    const diff = '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-one\n+two\n';
    const answer = resultOf(JSON.stringify({ success: true, diff }));
    const short = await openCard(callOf('patch', { path: 'a.ts' }, answer));
    expect(textsOf(short.card, '[data-kind="added"] code')).toEqual(['two']);
    expect(short.card.textContent).not.toContain('@@ -1 +1 @@\\n');
    cleanup();

    const long = callOf('patch', { path: 'a.ts' }, answer);
    const cut = { ...long, arguments: { text: '{"path"', bytes: 9_000_000, clipped: true } };
    expect((await openCard(cut)).card.textContent).toContain('+two');
    cleanup();

    const words = resultOf('{"success":true,"diff":"nothing changed"}');
    expect((await openCard(callOf('patch', { path: 'a.ts' }, words))).card.textContent).toContain('nothing changed');
  });

  it('draws few lines of a long file, with the rest to be scrolled to', async () => {
    const content = Array.from({ length: 2000 }, (_, at) => `line ${String(at)}`).join('\n');
    const { card } = await openCard(callOf('write_file', { path: 'a', content }, null));
    expect(card.textContent).toContain('+2,000');
    expect(card.querySelectorAll('*').length).toBeLessThan(100);
  });
});

describe('an answer in JSON', () => {
  it('is a tree whose numbers are exact', async () => {
    const { card } = await openCard(callOf('lookup_thing', { id: 1 }, resultOf('{"n":12345678901234567890,"l":[1]}')));
    const tree = within(card).getByRole('group', { name: 'Output' });
    expect(tree.textContent).toContain('12345678901234567890');
    await userEvent.click(within(tree).getByRole('button', { name: /^l/ }));
    expect(within(tree).getByRole('button', { name: /^l/ }).getAttribute('aria-expanded')).toBe('false');
  });

  it('draws few elements of a large one', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => ({ id: at, name: `n${String(at)}` }));
    const { card } = await openCard(callOf('query', '{}', resultOf(JSON.stringify({ rows }))));
    await userEvent.click(within(card).getByRole('button', { name: /^rows/ }));
    expect(card.querySelectorAll('*').length).toBeLessThan(400);
  });

  it('is a list of hits where a search gave it', async () => {
    const web = Array.from({ length: 100 }, (_, at) => ({ title: `T${String(at)}`, url: `https://x/${String(at)}` }));
    const { card } = await openCard(callOf('web_search', { query: 'x' }, resultOf(JSON.stringify({ data: { web } }))));
    expect(within(card).getAllByRole('listitem')).toHaveLength(30);
    expect(card.querySelector('a')).toBeNull();
    await userEvent.click(within(card).getByRole('button', { name: '70 more results' }));
    expect(card.textContent).toContain('T99  https://x/99');
    expect(card.querySelectorAll('*').length).toBeLessThan(400);
  });
});

describe('arguments', () => {
  it('are copied whole', async () => {
    const { card, border } = await openCard(callOf('terminal', '{"command": "ls"}', null));
    await userEvent.click(within(card).getByRole('button', { name: 'Copy arguments' }));
    expect(border.requests.at(-1)).toMatchObject({ method: 'copyText', input: { text: '{"command": "ls"}' } });
  });
});

describe('a call that delegates', () => {
  const call = callOf('delegate_task', { goal: 'Audit' }, resultOf('{"status":"completed"}'));
  const transcript = {
    'conversation.open': () => ({ skeleton: { ids: Float64Array.from([71, 72]) } }),
    'conversation.bodies': ({ ids }: { ids: number[] }) =>
      ids.map(id =>
        bodyOf(id, {
          sessionId: 'sub',
          parts: [{ kind: 'text', text: { text: `said in ${String(id)}`, bytes: 10, clipped: false } }],
        }),
      ),
  };

  it('opens its subagent in its place', async () => {
    const answer = { certain: [subagent('sub', 'task')], possible: [], more: 0 };
    const { card } = await openCard(call, { 'delegation.subagents': () => answer, ...transcript });
    const inside = await screen.findByRole('region', { name: 'Subagent about sub' });
    expect(inside.textContent).toContain('12 messages');
    expect(inside.textContent).toContain('Live');
    await userEvent.click(within(inside).getByRole('button', { name: 'Open subagent inline' }));
    await within(inside).findByText('said in 72');
    expect([...card.querySelectorAll('article')].map(one => one.dataset['messageId'])).toEqual(['71', '72']);
  });

  it('says so where it is not certain, and lists those that are possible', async () => {
    const answer = { certain: [], possible: [subagent('a', 'time'), subagent('b', 'none')], more: 3 };
    const { card } = await openCard(call, { 'delegation.subagents': () => answer });
    expect(await within(card).findAllByRole('button', { name: 'Open subagent inline' })).toHaveLength(2);
    expect(card.textContent).toContain('Which subagent this call started is not recorded. 5 are possible:');
    expect(card.textContent).toContain('only its time says so');
  });
});
