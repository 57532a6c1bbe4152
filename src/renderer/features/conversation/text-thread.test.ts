import { describe, expect, it, vi } from 'vitest';
import { TextThread } from './text-thread.ts';
import type { TextPort } from './text-thread.ts';
import type { TextJob } from './text-jobs.ts';

/** A thread of the test: it answers what `answer` says, and nothing where that is undefined. */
function testThread(answer: (job: TextJob) => 'never' | undefined) {
  const jobs: TextJob[] = [];
  const ports: { isEnded: boolean }[] = [];
  const start = (): TextPort => {
    const state = { isEnded: false };
    ports.push(state);
    const port: TextPort = {
      onmessage: null,
      onerror: null,
      terminate: () => {
        state.isEnded = true;
      },
      postMessage: job => {
        jobs.push(job);
        const result = answer(job);
        if (result === undefined) return;
        setTimeout(() => port.onmessage?.(new MessageEvent('message', { data: { id: job.id, result } })));
      },
    };
    return port;
  };
  return { thread: new TextThread(start, 20), jobs, ports };
}

function question(text: string) {
  return { kind: 'format', text, most: 1, cut: false } as const;
}

describe('the thread for texts', () => {
  it('takes one job at a time, in order, with one port', async () => {
    const { thread, jobs, ports } = testThread(() => 'never');
    const { signal } = new AbortController();
    expect(await Promise.all(['a', 'b', 'c'].map(text => thread.ask(question(text), signal)))).toEqual([
      'never',
      'never',
      'never',
    ]);
    expect(jobs.map(job => (job.kind === 'format' ? job.text : ''))).toEqual(['a', 'b', 'c']);
    expect(ports).toEqual([{ isEnded: false }]);
  });

  it('gives up a job that never ends, and does the next one in a new thread', async () => {
    const { thread, ports } = testThread(job => (job.kind === 'format' && job.text === 'bait' ? undefined : 'never'));
    const { signal } = new AbortController();
    expect(await Promise.all([thread.ask(question('bait'), signal), thread.ask(question('b'), signal)])).toEqual([
      null,
      'never',
    ]);
    expect(ports).toEqual([{ isEnded: true }, { isEnded: false }]);
  });

  it('does not begin what is not wanted any more', async () => {
    const { thread, jobs } = testThread(() => 'never');
    const unwanted = new AbortController();
    const first = thread.ask(question('a'), new AbortController().signal);
    const second = thread.ask(question('b'), unwanted.signal);
    unwanted.abort();
    expect(await second).toBeNull();
    expect(await first).toBe('never');
    expect(jobs).toHaveLength(1);
  });

  it('finishes what it has begun, wanted or not', async () => {
    const { thread } = testThread(() => 'never');
    const unwanted = new AbortController();
    const answer = thread.ask(question('a'), unwanted.signal);
    unwanted.abort();
    expect(await answer).toBe('never');
  });

  it('answers null where no thread can be started', async () => {
    const start = vi.fn(() => {
      throw new Error('no threads here');
    });
    expect(await new TextThread(start).ask(question('a'), new AbortController().signal)).toBeNull();
    expect(start).toHaveBeenCalledOnce();
  });
});
