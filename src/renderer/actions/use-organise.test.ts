import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBridge } from '../../../test/support/fake-bridge.ts';
import { createClient } from '../api/client.ts';
import { dismissAllToasts, useToastStore } from './toasts.ts';
import { forgetAllUndo, newestUndo, rememberUndo } from './undo-stack.ts';
import { createOrganise } from './use-organise.ts';

const shown = () => useToastStore.getState().toasts.map(toast => toast.message);

beforeEach(() => {
  forgetAllUndo();
  dismissAllToasts();
});
afterEach(() => {
  vi.useRealTimers();
});

it('two undos in a row take back two actions, although the first is not back yet', async () => {
  const { bridge, requests } = fakeBridge({ 'organise.undo': () => ({ restored: 1 }) });
  const { undoLast } = createOrganise(createClient(bridge));
  rememberUndo('older');
  rememberUndo('newer');
  await Promise.all([undoLast(), undoLast(), undoLast()]);
  expect(requests.map(({ input }) => (input as { token: string }).token)).toEqual(['newer', 'older']);
  expect(shown()).toEqual(['There is nothing to undo', 'Undone', 'Undone']);
});

it('an undo that may be tried again is kept; one that cannot be is forgotten; a stopped one says where the rest is', async () => {
  const failing = (code: string) => {
    const { bridge } = fakeBridge({});
    const call = () => Promise.resolve({ ok: false as const, error: { code: code as 'conflict', message: 'No.' } });
    return createOrganise(createClient({ ...bridge, call }));
  };
  for (const [code, kept] of [
    ['db-locked', 'token'],
    ['conflict', null],
    ['cancelled', 'token'],
  ] as const) {
    forgetAllUndo();
    rememberUndo('token');
    await failing(code).undoLast();
    expect(newestUndo()).toBe(kept);
  }
  expect(shown().at(-1)).toMatch(/^Stopped\. .* still in the trash/);
});

it('a change that has to wait says so after a second, and no longer than it waits', async () => {
  vi.useFakeTimers();
  const { bridge } = fakeBridge({});
  let answer: (reply: { ok: true; value: unknown }) => void = () => undefined;
  const reply = new Promise<{ ok: true; value: unknown }>(resolve => {
    answer = resolve;
  });
  const { setPinned } = createOrganise(createClient({ ...bridge, call: () => reply }));
  const pinning = setPinned(['a'], true);
  await vi.advanceTimersByTimeAsync(900);
  expect(shown()).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(shown()).toEqual(['Waiting to write to the database…']);
  answer({ ok: true, value: { changed: 1, undoToken: 't' } });
  await pinning;
  expect(shown()).toEqual(['Pinned 1 conversation']);
});
