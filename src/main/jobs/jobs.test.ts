import { expect, test } from 'vitest';
import type { JobProgress } from '../../shared/bridge.ts';
import { AppError } from '../../shared/errors.ts';
import { Jobs } from './jobs.ts';
import { QuitGuard } from './quit-guard.ts';

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
const never = new AbortController().signal;

function stoppable(signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new AppError('cancelled', 'stopped'));
    });
    setTimeout(() => {
      resolve('done');
    }, 5000).unref();
  });
}

test('progress is announced at most ten times a second, the last of it included, and not after the end', async () => {
  const told: (JobProgress & { at: number })[] = [];
  const jobs = new Jobs(progress => told.push({ ...progress, at: performance.now() }));
  await jobs.run('a', never, async ({ onProgress }) => {
    for (let done = 0; done <= 60; done += 1) {
      onProgress({ phase: 'rows', done, total: 60, canCancel: true });
      await pause(5);
    }
    await pause(150);
  });
  const count = told.length;
  expect(told[0]).toMatchObject({ jobId: 'a', phase: 'rows', done: 0 });
  expect(told.at(-1)).toMatchObject({ done: 60 });
  for (const [at, progress] of told.entries()) {
    if (at > 0) expect(progress.at - (told[at - 1]?.at ?? 0)).toBeGreaterThan(90);
  }
  await pause(150);
  expect(told.length).toBe(count);
});

test('a name that runs is not taken twice, and is free afterwards', async () => {
  const jobs = new Jobs(() => undefined);
  const first = jobs.run('a', never, () => pause(30));
  await expect(jobs.run('a', never, () => pause(1))).rejects.toMatchObject({ code: 'invalid-input' });
  await first;
  await jobs.run('a', never, () => pause(1));
  expect(jobs.areRunning).toBe(false);
});

test('a window that loses interest and an end of the app stop the same work', async () => {
  const jobs = new Jobs(() => undefined);
  const window = new AbortController();
  const first = jobs.run('a', window.signal, ({ signal }) => stoppable(signal));
  window.abort();
  await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  const second = jobs.run('b', never, ({ signal }) => stoppable(signal));
  jobs.stopAll();
  await expect(second).rejects.toMatchObject({ code: 'cancelled' });
});

function guarded(answer: boolean) {
  const jobs = new Jobs(() => undefined);
  const calls: string[] = [];
  const guard = new QuitGuard({
    jobs,
    askToWait: () => {
      calls.push('ask');
      return Promise.resolve(answer);
    },
    quit: () => calls.push('quit'),
  });
  const end = () => {
    let isHeld = false;
    guard.onEnding({ preventDefault: () => (isHeld = true) });
    return isHeld;
  };
  return { jobs, calls, end };
}

test('the app ends at once where nothing runs', () => {
  const { end, calls } = guarded(true);
  expect(end()).toBe(false);
  expect(calls).toEqual([]);
});

test('what can be stopped is stopped first, without a question', async () => {
  const { jobs, calls, end } = guarded(true);
  const job = jobs.run('a', never, ({ signal }) => stoppable(signal));
  expect(end()).toBe(true);
  expect(end()).toBe(true);
  await expect(job).rejects.toMatchObject({ code: 'cancelled' });
  await pause(5);
  expect(calls).toEqual(['quit']);
  expect(end()).toBe(false);
});

test.each([true, false])('what cannot be stopped is asked about, once; told to wait: %s', async answer => {
  const { jobs, calls, end } = guarded(answer);
  let finish: () => void = () => undefined;
  const job = jobs.run('a', never, async ({ onProgress }) => {
    onProgress({ phase: 'rebuilding', done: 0, total: 0, canCancel: false });
    await new Promise<void>(resolve => (finish = resolve));
  });
  expect(end()).toBe(true);
  expect(end()).toBe(true);
  await pause(5);
  expect(calls).toEqual(['ask']);
  finish();
  await job;
  await pause(5);
  expect(calls).toEqual(answer ? ['ask', 'quit'] : ['ask']);
});
