import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../test/support/list-view.ts';
import { idsOf, listSessions, openRows, sessionRows } from '../../../test/support/session-list.ts';
import { caseRows, insert, type SmallDatabase } from '../../../test/support/small-database.ts';
import type { Dashboard } from '../../shared/contract/usage.ts';
import type { UsageFilter } from '../../shared/contract/usage-filter.ts';
import { AppError } from '../../shared/errors.ts';
import type { LaneContext } from '../lanes/context.ts';
import { sessionsView } from './session-view.ts';
import { usageCounting, usageDashboard } from './usage-answers.ts';

const START = 1_787_000_000;
const ALL: UsageFilter = { range: { kind: 'all' }, sources: [], models: [] };

function dashboard(context: LaneContext, change: Partial<UsageFilter> = {}, zone = 'UTC'): Dashboard {
  return usageDashboard(context, { filter: { ...ALL, ...change }, zone });
}

/** Total tokens by value. */
function tokensBy(rows: Dashboard['byModel']) {
  return Object.fromEntries(rows.map(({ value, totalTokens }) => [value, totalTokens]));
}

/** Writes through a connection of its own, as another program does. */
function write(context: LaneContext, work: (db: Database.Database) => void): void {
  const db = new Database(context.store.path);
  db.pragma('foreign_keys = OFF');
  work(db);
  db.close();
}

describe('the cases', () => {
  it('S-19: days are those of the zone, also where clocks change', () => {
    const { byDay, byModel } = dashboard(openRows(caseRows('S-19')), {}, 'America/New_York');
    expect(tokensBy(byDay)).toEqual({ '2026-03-07': 12342498, '2026-03-08': 15, '2026-03-09': 2 });
    expect(tokensBy(byModel)).toEqual({ 'model-a': 12342513, 'model-b': 2 });
  });

  it('S-20: states of sessions', () => {
    const { actualCount, estimatedCount, includedCount, unknownCount } = dashboard(openRows(caseRows('S-20'))).tiles
      .cost;
    expect([actualCount, estimatedCount, includedCount, unknownCount]).toEqual([2, 1, 1, 2]);
  });

  it('S-21: rows by model split the session, auxiliary calls come on top', () => {
    const { byModel, auxiliary, byTask, residual } = dashboard(openRows(caseRows('S-21')));
    expect(tokensBy(byModel)).toEqual({ 'model-a': 700, 'model-b': 500, 'model-v': 60 });
    expect([auxiliary.totalTokens, tokensBy(byTask), residual.totalTokens]).toEqual([60, { vision: 60 }, 0]);
  });

  it('S-09: what the oldest file cannot say is said', () => {
    const { tiles, missing } = dashboard(openRows(caseRows('S-09')));
    expect([tiles.estimatedUsd, tiles.actualUsd, tiles.cost.unknownCount]).toEqual([null, null, 1]);
    expect(missing).toHaveLength(5);
  });
});

describe('what is said of odd files', () => {
  it('no amount where nothing is known of costs, whatever zeroes stand there', () => {
    const sessions = ['unknown', null, ''].map((cost_status, at) => {
      return { id: `s${String(at)}`, source: 'cli', started_at: START, cost_status, estimated_cost_usd: 0 };
    });
    const usage = [{ session_id: 's0', model: 'm', task: 'vision', input_tokens: 4 }];
    const { tiles, auxiliary } = dashboard(openRows({ sessions, usage }));
    expect([tiles.estimatedUsd, tiles.actualUsd]).toEqual([null, null]);
    expect([tiles.cost.unknownCount, auxiliary.cost.unknownCount]).toEqual([3, 1]);
  });

  it('an included session with an estimate costs nothing, and is no estimate', () => {
    const sessions = sessionRows({ a: { model: 'm', cost_status: 'included', estimated_cost_usd: 3 } });
    const { tiles, byModel } = dashboard(openRows({ sessions }));
    expect([tiles.estimatedUsd, tiles.cost.includedCount, byModel[0]?.cost.includedCount]).toEqual([null, 1, 1]);
  });

  it('a row that is more than its session is a negative rest, and the sums stay', () => {
    const sessions = sessionRows({ a: { model: 'm', input_tokens: 100, api_call_count: 1 } });
    const usage = [
      { session_id: 'a', model: 'm', input_tokens: 60, api_call_count: 1 },
      { session_id: 'a', model: 'n', input_tokens: 70, api_call_count: 1 },
    ];
    const { residual, byModel, tiles, sessionTotals } = dashboard(openRows({ sessions, usage }));
    expect([residual.inputTokens, residual.sessions]).toEqual([-30, 1]);
    expect(tokensBy(byModel)).toEqual({ n: 70, m: 30 });
    expect([tiles.inputTokens, sessionTotals.apiCalls]).toEqual([100, 1]);
  });

  it('rows of sessions that are gone, and values that are none, are left out and named', () => {
    const sessions = sessionRows({
      a: { input_tokens: -4, output_tokens: 9_000_000_000_000_000_000n, tool_call_count: 2 },
    });
    const usage = [{ session_id: 'gone', model: 'm', task: 'vision', input_tokens: 4 }];
    const { tiles, missing, auxiliary } = dashboard(openRows({ sessions, usage }));
    expect([tiles.inputTokens, tiles.outputTokens, tiles.toolCalls, auxiliary.totalTokens]).toEqual([0, 0, 2, 0]);
    expect(missing.map(words => words.slice(0, 15))).toEqual(['1 row of usage ', '2 stored values']);
  });

  it('sessions without a time are counted in everything, and in no day', () => {
    const sessions = sessionRows({ a: { started_at: -7, input_tokens: 5 }, b: { input_tokens: 6 } });
    const context = openRows({ sessions }, START);
    const found = dashboard(context);
    expect([found.tiles.inputTokens, found.undated, found.byDay.length, found.firstDay]).toEqual([
      11,
      1,
      1,
      '2026-08-17',
    ]);
    expect(dashboard(context, { range: { kind: 'today' } }).tiles.inputTokens).toBe(6);
  });

  it('a zone or a day that there is not is an error with a way out', () => {
    const context = openRows({ sessions: sessionRows({ a: {} }) });
    expect(() => dashboard(context, {}, 'Mars/Olympus')).toThrow(AppError);
    expect(() => dashboard(context, { range: { kind: 'custom', from: '2026-13-40', to: '2026-13-41' } })).toThrow(
      AppError,
    );
  });
});

describe('filters', () => {
  const rows: SmallDatabase = {
    sessions: sessionRows({
      a: { model: 'x/one', input_tokens: 100, tool_call_count: 3 },
      b: { model: 'two', input_tokens: 10, tool_call_count: 4, source: 'telegram' },
    }),
    messages: [
      { session_id: 'a', role: 'user', content: 'hello', timestamp: START },
      { session_id: 'b', role: 'user', content: 'hello', timestamp: START },
    ],
    usage: [
      { session_id: 'a', model: 'x/one', input_tokens: 80 },
      { session_id: 'a', model: 'two', input_tokens: 20 },
      { session_id: 'b', model: 'seer', task: 'vision', input_tokens: 7 },
    ],
  };

  it('a model counts its own part of each session; messages and tool calls go with the model of the session', () => {
    const context = openRows(rows);
    const counts = (models: string[]) => {
      const { sessions, messages, toolCalls, inputTokens } = dashboard(context, { models }).tiles;
      return [sessions, messages, toolCalls, inputTokens];
    };
    expect(counts([])).toEqual([2, 2, 7, 117]);
    expect(counts(['one'])).toEqual([1, 1, 3, 80]);
    expect(counts(['two'])).toEqual([2, 1, 4, 30]);
    expect(counts(['seer'])).toEqual([1, 0, 0, 7]);
    expect(counts(['x/one', 'two', 'seer'])).toEqual([2, 2, 7, 117]);
  });

  it('says what filters can be set to, whatever they are set to', () => {
    const { sources, models } = dashboard(openRows(rows), { sources: ['telegram'] });
    expect(sources).toEqual([
      { value: 'cli', count: 1 },
      { value: 'telegram', count: 1 },
    ]);
    expect(models.map(({ value, count }) => [value, count])).toEqual([
      ['two', 2],
      ['one', 1],
      ['seer', 1],
    ]);
  });
});

describe('the list behind a figure', () => {
  it('shows what is behind it alone, counts the rest as hidden, and finds a subagent under its conversation', () => {
    const context = openRows({
      sessions: sessionRows({
        a: { model: 'one' },
        b: { model: 'two' },
        sub: { model: 'three', parent_session_id: 'a', model_config: '{"_delegate_from":"a"}' },
        lost: { model: 'three', model_config: '{"_delegate_from":"gone"}' },
      }),
    });
    const behind = (value: string) => ({ filter: ALL, zone: 'UTC', slice: { kind: 'model' as const, value } });
    const view = listSessions(context, { behind: behind('three') });
    expect(idsOf(view).sort()).toEqual(['a', 'lost']);
    expect(view.hidden).toEqual([
      { reason: 'behind', count: 1 },
      { reason: 'subagent', count: 1 },
    ]);
    const row = dashboard(context).byModel.find(({ value }) => value === 'three');
    expect([row?.sessions, row?.conversations]).toEqual([2, 2]);
    expect(idsOf(listSessions(context, { behind: behind('three'), showChildren: true })).sort()).toEqual([
      'a',
      'lost',
      'sub',
    ]);
    expect(listSessions(context, { behind: behind('none') }).total).toBe(0);
    expect(listSessions(context, { behind: null }).total).toBe(2);
  });

  it('follows calls that only the usage table tells of', () => {
    const context = openRows({ sessions: sessionRows({ a: {}, b: {} }) });
    const slice = { kind: 'task' as const, value: 'vision' };
    const view = { ...EVERYTHING, behind: { filter: ALL, zone: 'UTC', slice } };
    const before = sessionsView(context, { view, anchorIds: [], first: 9 });
    write(context, db => {
      insert(db, 'session_model_usage', { session_id: 'b', model: 'm', task: 'vision', input_tokens: 3 });
    });
    const after = sessionsView(context, { view, anchorIds: [], first: 9 });
    expect([idsOf(before), idsOf(after)]).toEqual([[], ['b']]);
    expect(after.revision).toBeGreaterThan(before.revision);
  });
});

describe('another program writes', () => {
  it('everything is counted anew: calls, new messages, rows that went without a word', () => {
    const context = openRows({
      sessions: sessionRows({ a: { model: 'm' } }),
      messages: [1, 2, 3].map(at => ({
        session_id: 'a',
        role: 'user',
        content: String(at),
        timestamp: START + at,
      })),
    });
    const figures = () => {
      const { messages, inputTokens } = dashboard(context).tiles;
      return [messages, inputTokens];
    };
    expect(figures()).toEqual([3, 0]);
    write(context, db => {
      insert(db, 'session_model_usage', { session_id: 'a', model: 'm', task: 'vision', input_tokens: 3 });
    });
    expect(figures()).toEqual([3, 3]);
    write(context, db => {
      insert(db, 'messages', { session_id: 'a', role: 'user', content: '4', timestamp: START + 4 });
      db.exec('UPDATE sessions SET message_count = 4');
    });
    expect(figures()).toEqual([4, 3]);
    write(context, db => {
      db.exec("DELETE FROM messages WHERE content = '2'");
    });
    expect(figures()).toEqual([3, 3]);
  });
});

it('counts messages in pieces, and then has nothing left', () => {
  const ids = Array.from({ length: 40 }, (_, at) => `s${String(at)}`);
  const context = openRows({
    sessions: ids.map(id => ({ id, source: 'cli', started_at: START })),
    messages: ids.map(id => ({ session_id: id, role: 'user', content: 'x', timestamp: START })),
  });
  let rounds = 0;
  while (usageCounting(context, { filter: ALL, zone: null }).left > 0) rounds += 1;
  expect(rounds).toBeLessThan(40);
  expect(dashboard(context).tiles.messages).toBe(40);
  expect(usageCounting(context, { filter: ALL, zone: null })).toEqual({ left: 0 });
});
