import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { fakeBridge } from '../../../test/support/fake-bridge.ts';
import { createQueryClient, watchChanges } from '../api/cache.ts';
import { createClient } from '../api/client.ts';
import { enterKey, preparedKey } from '../features/conversation/enter-query.ts';
import { enterAhead } from './enter-ahead.ts';
import { prepareOpening } from './openings.ts';
import { useUiStore } from './ui-store.ts';

/** A conversation as it opens, with nothing in it to format. */
function entered({ messageId }: { messageId: number }) {
  const opened = {
    row: { id: 's1' },
    skeleton: { ids: Float64Array.of(messageId) },
    segments: [{ start: 0, count: 1 }],
    bodies: [],
    itemId: messageId,
    isPart: true,
  };
  return { place: null, opened };
}

function start() {
  const { bridge, requests, cancelled, announce } = fakeBridge({ 'reading.enter': entered });
  const queries = createQueryClient();
  const client = createClient(bridge);
  const ends = [watchChanges(bridge, client, queries), enterAhead(client, queries)];
  onTestFinished(() => {
    for (const end of ends) end();
    queries.clear();
  });
  const asked = () => requests.map(({ input }) => (input as { messageId: number }).messageId);
  return { queries, asked, cancelled, announce };
}

function open(sessionId: string, messageId: number): void {
  useUiStore.getState().navigate({ screen: 'sessions', sessionId, messageId });
}

/** Lets what was asked be answered. */
function answered(): Promise<void> {
  return new Promise(done => setTimeout(done, 5));
}

afterEach(() => {
  useUiStore.getState().reset();
});

describe('entering a conversation', () => {
  it('asks in the moment that it is opened', async () => {
    const { asked } = start();
    open('s1', 1);
    await answered();
    expect(asked()).toEqual([1]);
  });

  it('takes what was read ahead at once, and does not ask again; ready is it in a turn of its own', async () => {
    const { queries, asked } = start();
    prepareOpening({ sessionId: 's1', messageId: 1 });
    await answered();
    open('s1', 1);
    expect(queries.getQueryData(enterKey('s1'))).toMatchObject({ opened: { itemId: 1 } });
    expect(queries.getQueryData(preparedKey('s1'))).toMatchObject({ isReady: false });
    await expect.poll(() => queries.getQueryData(preparedKey('s1'))).toMatchObject({ isReady: true });
    expect(asked()).toEqual([1]);
  });

  it('waits for what is being read ahead instead of asking a second time', async () => {
    const { queries, asked } = start();
    prepareOpening({ sessionId: 's1', messageId: 1 });
    open('s1', 1);
    await expect.poll(() => queries.getQueryData(preparedKey('s1'))).toMatchObject({ isReady: true });
    expect(asked()).toEqual([1]);
  });

  it('forgets what was read ahead when the file changes, when something else is likelier, and after its opening', async () => {
    const { asked, announce } = start();
    prepareOpening({ sessionId: 's1', messageId: 1 });
    await answered();
    announce({ topic: 'data' });
    open('s1', 1);
    await answered();
    expect(asked()).toEqual([1, 1]);
    useUiStore.getState().navigate({ screen: 'search' });
    prepareOpening({ sessionId: 's1', messageId: 2 });
    prepareOpening({ sessionId: 's1', messageId: 3 });
    await answered();
    open('s1', 2);
    await answered();
    expect(asked()).toEqual([1, 1, 2, 3, 2]);
    useUiStore.getState().navigate({ screen: 'search' });
    await answered();
    open('s1', 3);
    await answered();
    useUiStore.getState().navigate({ screen: 'search' });
    await answered();
    open('s1', 3);
    await answered();
    expect(asked()).toEqual([1, 1, 2, 3, 2, 3]);
  });

  it('asks itself where reading ahead was given up on the way', async () => {
    const { queries, asked, announce } = start();
    prepareOpening({ sessionId: 's1', messageId: 1 });
    open('s1', 1);
    announce({ topic: 'data' });
    await expect.poll(() => queries.getQueryData(preparedKey('s1'))).toMatchObject({ isReady: true });
    expect(asked()).toEqual([1, 1]);
  });
});
