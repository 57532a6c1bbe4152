import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureFolder, fixturePath, fixturesFolder, temporaryFolder } from '../support/fixtures.ts';
import type { Golden } from '../support/fixtures.ts';
import { runFolder } from './run-recording.ts';

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function recordingWith(change: (golden: Golden) => Golden['calls']): string {
  const folder = join(temporaryFolder(), 'changed');
  mkdirSync(folder);
  copyFileSync(fixturePath('v23'), join(folder, 'state.db'));
  const golden = JSON.parse(readFileSync(join(fixtureFolder('v23'), 'golden.json'), 'utf8')) as Golden;
  writeFileSync(join(folder, 'golden.json'), JSON.stringify({ ...golden, calls: change(golden) }));
  return folder;
}

describe('the recorded answers', () => {
  it('are our answers, for every version', () => {
    const outcome = runFolder(fixturesFolder());
    expect(outcome.failures).toEqual([]);
    expect(outcome.passed).toBe(2088);
  }, 60_000);

  it('count one failure for each answer that is not ours', () => {
    const folder = recordingWith(golden => ({
      message_count: (golden.calls['message_count'] ?? []).map(call => ({ ...call, result: -1 })),
    }));
    const outcome = runFolder(folder);
    expect(outcome.passed).toBe(0);
    expect(outcome.failures.length).toBeGreaterThan(3);
    expect(outcome.failures[0]).toContain('recorded -1');
  });

  it('count a file that does not open as a failure', () => {
    const folder = recordingWith(golden => golden.calls);
    writeFileSync(join(folder, 'state.db'), 'not a database');
    const outcome = runFolder(folder);
    expect(outcome.passed).toBe(0);
    expect(outcome.failures).toHaveLength(1);
  });

  it('count a method that we do not have as a failure', () => {
    const folder = recordingWith(() => ({ no_such_method: [{ args: [], result: null }] }));
    expect(runFolder(folder).failures).toEqual(['changed no_such_method([{}]): threw no method for no_such_method']);
  });

  it('accept hits of equal rank in another order, and no other order', () => {
    const swapped = (first: number, second: number) =>
      recordingWith(golden => {
        const call = (golden.calls['search_messages'] ?? []).find(each => each.label === 'two_words');
        if (call === undefined || !isList(call.result)) throw new Error('the recording has no such call');
        const result = [...call.result];
        [result[first], result[second]] = [result[second], result[first]];
        return { search_messages: [{ ...call, result }] };
      });
    expect(runFolder(swapped(1, 2)).failures).toEqual([]);
    expect(runFolder(swapped(0, 12)).failures).toHaveLength(1);
  });
});
