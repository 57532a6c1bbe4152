import Database from 'better-sqlite3';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureFolder, fixtureGolden, fixturePath, readFixtureJson, temporaryFolder } from '../support/fixtures.ts';
import type { Golden } from '../support/fixtures.ts';
import { runFolder } from './run-recording.ts';

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

type Files = Readonly<Record<string, unknown>>;

/** A recording of the newest file with these files beside it. */
function recordingOf(files: Files): string {
  const folder = join(temporaryFolder(), 'changed');
  mkdirSync(folder);
  copyFileSync(fixturePath('v23'), join(folder, 'state.db'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  return folder;
}

function recordingWith(change: (golden: Golden) => Golden['calls']): string {
  const golden = fixtureGolden('v23');
  return recordingOf({ 'golden.json': { ...golden, calls: change(golden) } });
}

describe('the recorded answers and changes are ours', () => {
  // With the numbers, so that a comparison that falls away is seen.
  it.each([
    ['v01', 784],
    ['v04', 784],
    ['v07', 840],
    ['v10', 840],
    ['v11', 840],
    ['v16', 847],
    ['v20', 853],
    ['v23', 2015],
  ] as const)(
    'of %s',
    (version, comparisons) => {
      const outcome = runFolder(fixtureFolder(version));
      expect(outcome.failures).toEqual([]);
      expect(outcome.passed).toBe(comparisons);
    },
    240_000,
  );
});

describe('answers about the untouched file', () => {
  it('count one failure for each that is not ours', () => {
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

interface Migrated {
  readonly writes_after_open: readonly Record<string, unknown>[];
  readonly after_optimize: Record<string, unknown>;
}

describe('answers after an upgrade', () => {
  const migrated = readFixtureJson('v23', 'migrated.json') as Migrated;
  const failuresWith = (change: Partial<Migrated>) => {
    const golden = { ...fixtureGolden('v23'), calls: {} };
    const files = { 'golden.json': golden, 'migrated.json': { ...migrated, calls: {}, ...change } };
    return runFolder(recordingOf(files)).failures.map(failure => failure.slice(0, 90));
  };

  it('fail where a step gives another result, or is not known', () => {
    const [first, second, ...rest] = migrated.writes_after_open;
    const wrong = failuresWith({
      writes_after_open: [{ ...first, result: 1 }, { ...second, step: 'dance' }, ...rest],
    });
    expect(wrong).toHaveLength(2);
    expect(wrong[0]).toContain("'quokka docker': result: recorded 1");
    expect(wrong[1]).toContain('dance: a step that is not known');
  });

  it('fail where the index holds another number of rows', () => {
    const [first = {}] = migrated.writes_after_open;
    const text = JSON.stringify(first).replaceAll('"rows_indexed":590', '"rows_indexed":591');
    expect(failuresWith({ writes_after_open: [JSON.parse(text) as Record<string, unknown>] })).toHaveLength(1);
  });

  it.each([
    ['result', { ok: false }],
    ['progress', [['done', 100, 0, 0]]],
    ['state_meta', []],
    ['objects', []],
    ['row_counts', { sessions: 1 }],
    ['available_after', true],
  ])('fail where an optimisation leaves another %s', (key, value) => {
    const wrong = failuresWith({ writes_after_open: [], after_optimize: { ...migrated.after_optimize, [key]: value } });
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toContain(`optimised: ${key}: `);
  });

  it('fail where a search answers otherwise afterwards than was recorded', () => {
    const call = { args: ['docker'], kwargs: { limit: 1 }, cleaned_query: 'docker', label: 'x', view: 'ids_only' };
    const golden = { ...fixtureGolden('v23'), calls: {} };
    const difference = { label: 'x', query: 'docker', kwargs: { limit: 1 }, after: [1] };
    const recorded = {
      ...migrated,
      calls: { search_messages: [{ ...call, result: [-1] }] },
      writes_after_open: [],
      after_optimize: { search_differences: [difference] },
      after_optimize_newer: undefined,
    };
    expect(runFolder(recordingOf({ 'golden.json': golden, 'migrated.json': recorded })).failures).toHaveLength(2);
  });
});

interface Write {
  readonly label: string;
  readonly steps: readonly Record<string, unknown>[];
  readonly changes: Record<string, unknown>;
  readonly fts: unknown;
}

describe('recorded writes', () => {
  const recorded = readFixtureJson('v23', 'writes.json') as { readonly writes: readonly Write[] };
  const entry = (label: string): Write => {
    const found = recorded.writes.find(write => write.label === label);
    if (found === undefined) throw new Error(`no write '${label}'`);
    return found;
  };
  const failures = (label: string, change: (write: Write) => Partial<Write>) => {
    const write = entry(label);
    const files = { 'writes.json': { ...recorded, writes: [{ ...write, ...change(write) }] } };
    return runFolder(recordingOf(files)).failures;
  };

  it('pass as they are', () => {
    expect(failures('replace: all', () => ({}))).toEqual([]);
  });

  it.each([
    ['a result', (write: Write) => ({ steps: write.steps.map(step => ({ ...step, result: 'x' })) }), 'recorded "x"'],
    [
      'an error',
      (write: Write) => ({ steps: write.steps.map(step => ({ ...step, error: { message: 'no' } })) }),
      'throw no',
    ],
    ['no change', () => ({ changes: {} }), 'recorded nothing'],
    [
      'another change',
      (write: Write) => JSON.parse(JSON.stringify(write).replace('"r"', '"other"')) as Write,
      'reasoning',
    ],
    ['another index', () => ({ fts: { messages_fts: [1, 'ok', 'ok'] } }), 'recorded 1'],
    ['no method', (write: Write) => ({ steps: [...write.steps, { method: 'sing', args: [], clock: 1 }] }), 'no method'],
  ])('fail where %s was recorded', (_what, change, message) => {
    const found = failures('replace: all', change);
    expect(found).not.toEqual([]);
    expect(found.join()).toContain(message);
  });

  it('of the storage of a newer file are refused', () => {
    const label = 'upkeep: optimise, rebuild, vacuum';
    const folder = recordingOf({ 'writes.json': { ...recorded, writes: [entry(label)] } });
    const db = new Database(join(folder, 'state.db'));
    db.exec('UPDATE schema_version SET version = 40');
    db.close();
    const outcome = runFolder(folder);
    expect(outcome.failures).toEqual([]);
    expect(outcome.deviations.get('the storage of a newer file is left as it is')).toBe(3);
  });

  it('of the agent fail only where damage is done', () => {
    expect(failures('expiry', () => ({}))).toEqual([]);
    expect(failures('expiry', write => ({ steps: write.steps.map(step => ({ ...step, result: 'x' })) }))).toEqual([]);
    const harm = { method: 'delete_session', args: ['20260608_130631_ba77bc'], clock: 1785200401 };
    expect(failures('expiry', () => ({ steps: [harm] })).join()).toContain('is gone');
    const change = { method: 'set_session_title', args: ['20260608_130631_ba77bc', 'x'], clock: 1785200401 };
    expect(failures('expiry', () => ({ steps: [change] })).join()).toContain('is changed');
  });
});
