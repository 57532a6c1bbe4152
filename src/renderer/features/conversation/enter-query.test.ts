import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { MessageBody } from '../../../shared/contract/conversation.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { aheadQuery, enterQuery, preparedKey } from './enter-query.ts';
import type { Opened } from './enter-query.ts';
import { EVERYTHING } from './reader-preferences.ts';

/** A thread that never answers, as one that has much to do. */
class SilentWorker {
  readonly onmessage = null;
  postMessage(): void {
    return undefined;
  }
  terminate(): void {
    return undefined;
  }
}

function openedWith(text: string): Opened {
  const body = { id: 1, role: 'assistant', flags: 0, parts: [{ kind: 'text', text: { text } }] };
  return {
    row: { id: 's1' },
    skeleton: { ids: Float64Array.of(1) },
    segments: [{ start: 0, count: 1 }],
    bodies: [body as MessageBody],
    itemId: null,
    isPart: true,
  } as unknown as Opened;
}

it('a conversation that was left and opened again is ready, though what was opened before takes longer', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const answers = [openedWith('# slow'), openedWith('nothing to format')];
  const [first, second] = answers;
  const client = { reading: { enter: () => Promise.resolve({ place: null, opened: answers.shift() }) } };
  const queries = new QueryClient();
  const { signal } = new AbortController();
  const enter = (messageId: number) =>
    enterQuery(client as unknown as AppClient, queries, { sessionId: 's1', messageId, shown: EVERYTHING });
  const prepared = () => queries.getQueryData(preparedKey('s1'));
  await enter(1).queryFn({ signal });
  expect(prepared()).toEqual({ opened: first, isReady: false });
  await enter(2).queryFn({ signal });
  await vi.waitFor(() => {
    expect(prepared()).toEqual({ opened: second, isReady: true });
  });
  // Longer than what was opened first is waited for.
  await new Promise(done => setTimeout(done, 100));
  expect(prepared()).toEqual({ opened: second, isReady: true });
});

it('what could not be read ahead is asked for once more, not twice', async () => {
  const enter = vi.fn(() => Promise.reject(new Error('locked')));
  const client = { reading: { enter } } as unknown as AppClient;
  const queries = new QueryClient();
  const entry = { sessionId: 's1', messageId: 1, shown: EVERYTHING };
  await expect(queries.query(aheadQuery(client, entry))).rejects.toThrow('locked');
  const { signal } = new AbortController();
  await expect(enterQuery(client, queries, entry).queryFn({ signal })).rejects.toThrow('locked');
  expect(enter).toHaveBeenCalledTimes(2);
});

it('a conversation that was left while it was read ahead does not take the place of the next opening of it', async () => {
  const [first, second] = [openedWith('first'), openedWith('second')];
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const answers = [promise, Promise.resolve({ place: null, opened: second })];
  const client = { reading: { enter: () => answers.shift() } } as unknown as AppClient;
  const queries = new QueryClient();
  const entryAt = (messageId: number) => ({ sessionId: 's1', messageId, shown: EVERYTHING });
  void queries.query(aheadQuery(client, entryAt(1)));
  const left = new AbortController();
  const entering = enterQuery(client, queries, entryAt(1)).queryFn({ signal: left.signal });
  left.abort();
  await enterQuery(client, queries, entryAt(2)).queryFn({ signal: new AbortController().signal });
  resolve({ place: null, opened: first });
  await expect(entering).rejects.toThrow('abort');
  expect(queries.getQueryData(preparedKey('s1'))).toHaveProperty('opened', second);
});
