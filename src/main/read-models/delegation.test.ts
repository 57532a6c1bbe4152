import { afterEach, describe, expect, it } from 'vitest';
import { makeCaseDatabase, type CaseRow } from '../../../test/support/case-database.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import type { LaneContext } from '../lanes/context.ts';
import { delegationSubagents } from './delegation.ts';
import { asksFor, delegatedTasks, names } from './delegation-tasks.ts';

const T0 = 1_787_000_000;
const CALLED = T0 + 100;
const ANSWERED = T0 + 160;
const opened: LaneContext[] = [];

afterEach(() => {
  for (const context of opened.splice(0)) context.store.db.close();
});

interface Child {
  readonly id: string;
  readonly at: number;
  readonly prompt?: string;
  readonly source?: string;
}

/** What is said of the one call of session `p`, as `id by task` for certain ones and `id by?` for possible ones. */
function answerOf(
  args: object,
  children: readonly Child[],
  change: { answer?: string; sql?: string[] } = {},
): string[] {
  const calls = JSON.stringify([{ id: 'c1', function: { name: 'delegate_task', arguments: JSON.stringify(args) } }]);
  const messages: CaseRow[] = [
    { id: 1, session_id: 'p', role: 'user', content: 'go', timestamp: T0 },
    { id: 2, session_id: 'p', role: 'assistant', tool_calls: calls, timestamp: CALLED },
    {
      id: 3,
      session_id: 'p',
      role: 'tool',
      tool_call_id: 'c1',
      content: change.answer ?? '{"status":"completed"}',
      timestamp: ANSWERED,
    },
    ...children.map(({ id, prompt = 'hello', at }, index) => ({
      id: 10 + index,
      session_id: id,
      role: 'user',
      content: prompt,
      timestamp: at,
    })),
  ];
  const path = makeCaseDatabase({
    fixture: 'v23',
    sessions: [
      { id: 'p', source: 'cli', started_at: T0 },
      ...children.map(({ id, at, source = 'subagent' }) => ({
        id,
        source,
        started_at: at,
        parent_session_id: 'p',
        model_config: JSON.stringify({ _delegate_from: 'p' }),
      })),
    ],
    messages,
    sql: change.sql ?? [],
  });
  const context = openLaneContext(path);
  opened.push(context);
  const { certain, possible, more } = delegationSubagents(context, {
    sessionId: 'p',
    messageId: 2,
    call: 0,
    resultId: 3,
  });
  expect(more).toBe(0);
  return [
    ...certain.map(one => `${one.sessionId} ${one.by}${one.task === null ? '' : ` ${String(one.task)}`}`),
    ...possible.map(one => `${one.sessionId} ${one.by}?`),
  ];
}

describe('subagents of a call', () => {
  it('are those that the answer names', () => {
    const children = [
      { id: 'sub-1', at: CALLED + 1 },
      { id: 'sub-12', at: CALLED + 1 },
    ];
    expect(answerOf({ goal: 'Look at it' }, children, { answer: '{"session_id": "sub-12"}' })).toEqual(['sub-12 id']);
  });

  it('are those that the record of an asynchronous delegation names', () => {
    const sql = [
      'CREATE TABLE async_delegations (delegation_id TEXT PRIMARY KEY, result_json TEXT)',
      `INSERT INTO async_delegations VALUES ('deleg_0a1b2c', '{"child": "sub-1"}')`,
    ];
    const children = [
      { id: 'sub-1', at: CALLED + 900 },
      { id: 'sub-2', at: CALLED + 1 },
    ];
    const change = { answer: '{"delegation_id": "deleg_0a1b2c", "status": "dispatched"}', sql };
    expect(answerOf({ goal: 'Look at it' }, children, change)).toEqual(['sub-1 id']);
  });

  it('are those whose first words are the task, each its own', () => {
    const children = [
      { id: 'b', at: CALLED + 2, prompt: 'Read the release notes' },
      { id: 'a', at: CALLED + 1, prompt: 'Context: atlas.\nAudit the image layers' },
      { id: 'x', at: CALLED + 1, prompt: 'Something else' },
    ];
    const tasks = [{ goal: 'Audit the  image layers' }, { goal: 'Read the release notes' }];
    expect(answerOf({ tasks }, children)).toEqual(['a task 0', 'b task 1']);
  });

  it('are never chosen by time alone', () => {
    const children = [
      { id: 'early', at: CALLED - 50 },
      { id: 'now', at: CALLED + 5 },
      { id: 'late', at: ANSWERED + 500 },
    ];
    expect(answerOf({ goal: 'Look at it' }, children)).toEqual(['now time?']);
  });

  it('are told apart by time where their tasks are the same', () => {
    const prompt = 'Audit the image layers';
    const children = [
      { id: 'early', at: CALLED - 50, prompt },
      { id: 'now', at: CALLED + 5, prompt },
    ];
    expect(answerOf({ goal: prompt }, children)).toEqual(['now task']);
    const twins = [...children, { id: 'twin', at: CALLED + 6, prompt }];
    expect(answerOf({ goal: prompt }, twins).sort()).toEqual(['early task?', 'now task?', 'twin task?']);
  });

  it('are all possible where nothing speaks for one', () => {
    const children = [
      { id: 'a', at: CALLED - 50 },
      { id: 'b', at: ANSWERED + 500 },
    ];
    expect(answerOf({ goal: 'Look at it' }, children)).toEqual(['a none?', 'b none?']);
    expect(answerOf({ goal: 'Look at it' }, [])).toEqual([]);
  });

  it('are not there for a call that is gone', () => {
    const path = makeCaseDatabase({ fixture: 'v23', sessions: [{ id: 'p', source: 'cli', started_at: T0 }] });
    const context = openLaneContext(path);
    opened.push(context);
    const input = { sessionId: 'p', messageId: 7, call: 0, resultId: null };
    expect(() => delegationSubagents(context, input)).toThrow(expect.objectContaining({ code: 'not-found' }));
  });
});

describe('tasks', () => {
  it('are the goal, or each of a list', () => {
    expect(delegatedTasks('{"goal":" a\\n b ","context":"c"}')).toEqual(['a b']);
    expect(delegatedTasks('{"tasks":[{"goal":"a"},{"prompt":"b"},"c"]}')).toEqual(['a', 'b', 'c']);
    expect(delegatedTasks('{"goal":"a","tasks":[]}')).toEqual(['a']);
    expect(delegatedTasks('no json')).toEqual([]);
  });

  it('are not found in a prompt by a word that stands everywhere', () => {
    expect(asksFor('please look', 'look')).toBe(false);
    expect(asksFor(' look ', 'look')).toBe(true);
  });

  it('name an id only where it is not a part of another', () => {
    expect(names('"sub-1"', 'sub-1')).toBe(true);
    expect(names('sub-12 sub-1', 'sub-1')).toBe(true);
    expect(names('sub-12', 'sub-1')).toBe(false);
    expect(names('x', '')).toBe(false);
  });
});
