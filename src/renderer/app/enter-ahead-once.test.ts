import { QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { DatabaseState } from '../../shared/contract/database.ts';
import type { AppClient } from '../../shared/contract/index.ts';
import { acceptDatabaseState, createQueryClient } from '../api/cache.ts';
import { AHEAD_KEY, enterKey, enterQuery } from '../features/conversation/enter-query.ts';
import { shownRows, USUAL } from '../features/conversation/reader-preferences.ts';
import { enterAhead } from './enter-ahead.ts';
import { prepareOpening } from './openings.ts';
import { useUiStore } from './ui-store.ts';

/** Answers each opening with the message that was asked for, and with where reading stopped where none was. */
function enteringClient(): AppClient {
  const enter = ({ messageId }: { messageId: number | null }) =>
    Promise.resolve({ place: { messageId: messageId ?? 0, offset: 0 }, opened: null });
  return { reading: { enter } } as unknown as AppClient;
}

/** What a reader of the session `s` is given; it goes as soon as it has been given something. */
async function readOnce(client: AppClient, queries: ReturnType<typeof createQueryClient>, messageId: number | null) {
  const entry = { sessionId: 's', messageId, shown: shownRows(USUAL) };
  const observer = new QueryObserver(queries, enterQuery(client, queries, entry));
  const leave = observer.subscribe(() => undefined);
  await vi.waitFor(() => {
    expect(observer.getCurrentResult().isSuccess).toBe(true);
  });
  leave();
  useUiStore.getState().back();
  return observer.getCurrentResult().data?.place?.messageId;
}

it('what was read ahead is given to one opening, and not to the next one of the same conversation', async () => {
  const [client, queries] = [enteringClient(), createQueryClient()];
  onTestFinished(enterAhead(client, queries));
  onTestFinished(() => {
    useUiStore.getState().reset();
    queries.clear();
  });
  const { navigate } = useUiStore.getState();
  const open = (messageId: number | null): Promise<number | undefined> => {
    navigate({ screen: 'sessions', sessionId: 's', messageId });
    return readOnce(client, queries, messageId);
  };
  navigate({ screen: 'search' });
  prepareOpening({ sessionId: 's', messageId: 1 });
  await vi.waitFor(() => {
    expect(queries.getQueriesData({ queryKey: AHEAD_KEY }).map(([, read]) => read)).not.toContain(undefined);
  });
  navigate({ screen: 'sessions', sessionId: 's', messageId: 1 });
  expect(queries.getQueryData(enterKey('s'))).toBeDefined();
  expect(await readOnce(client, queries, 1)).toBe(1);
  expect(await open(2)).toBe(2);
  expect(await open(null)).toBe(0);
});

it('what was read ahead is forgotten when the same file is opened anew', async () => {
  const [client, queries] = [enteringClient(), createQueryClient()];
  onTestFinished(enterAhead(client, queries));
  const state = { kind: 'open', facts: { path: '/a/state.db' } } as DatabaseState;
  await acceptDatabaseState(queries, state);
  prepareOpening({ sessionId: 's', messageId: 1 });
  await acceptDatabaseState(queries, state);
  expect(queries.getQueriesData({ queryKey: AHEAD_KEY })).toEqual([]);
});
