import { QueryObserver } from '@tanstack/react-query';
import type { QueryMeta } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeBridge } from '../../../test/support/fake-bridge.ts';
import { createQueryClient, watchChanges } from './cache.ts';
import { createClient } from './client.ts';

/** A window in which `queryKey` is shown, with answers that the test gives. */
function watchedWindow() {
  const { bridge, announce } = fakeBridge({});
  const queries = createQueryClient();
  onTestFinished(watchChanges(bridge, createClient(bridge), queries));
  onTestFinished(() => {
    queries.clear();
  });
  const show = (queryKey: readonly string[], meta?: QueryMeta) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const read = vi.fn(() => Promise.resolve(2)).mockReturnValueOnce(promise);
    const observer = new QueryObserver(queries, { queryKey, queryFn: read, ...(meta === undefined ? {} : { meta }) });
    onTestFinished(observer.subscribe(() => undefined));
    return { observer, read, resolve };
  };
  return { queries, announce, show };
}

it('what was being read for the first time when the file changed is read again', async () => {
  const { announce, show } = watchedWindow();
  const { observer, read, resolve } = show(['list']);
  announce({ topic: 'data' });
  announce({ topic: 'data' });
  resolve(1);
  await vi.waitFor(() => {
    expect(observer.getCurrentResult()).toMatchObject({ data: 2, fetchStatus: 'idle' });
  });
  expect(read).toHaveBeenCalledTimes(2);
});

it('what came with a conversation that was being opened when the file changed is read again', async () => {
  const { queries, announce, show } = watchedWindow();
  const entering = show(['conversation', 'enter'], { still: true, opens: true });
  announce({ topic: 'data' });
  queries.setQueryData(['conversation', 'open'], 1);
  const whole = show(['conversation', 'open']);
  expect(whole.read).not.toHaveBeenCalled();
  entering.resolve(1);
  whole.resolve(2);
  await vi.waitFor(() => {
    expect(whole.observer.getCurrentResult().data).toBe(2);
  });
  expect(entering.read).toHaveBeenCalledTimes(1);
});
