import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../test/support/list-view.ts';
import { listSessions, openRows, sessionRows } from '../../../test/support/session-list.ts';
import type { SessionView } from '../../shared/contract/sessions.ts';
import { conversationsOfView, sessionsPage } from './session-view.ts';

const START = 1_787_000_000;
const aidOf = (id: string, start: number, columns: object = {}) => ({
  parent_session_id: id,
  started_at: START + start,
  model_config: JSON.stringify({ _delegate_from: id }),
  ...columns,
});

describe('children inside rows', () => {
  const sessions = sessionRows({
    root: { ended_at: START + 50, end_reason: 'compression', started_at: START },
    tip: { parent_session_id: 'root', started_at: START + 50 },
    late: aidOf('root', 40),
    early: aidOf('tip', 30, { source: 'subagent', archived: 1 }),
    deep: aidOf('early', 60),
    odd: { parent_session_id: 'tip', started_at: START + 45 },
    branch: { parent_session_id: 'tip', started_at: START + 70, model_config: '{"_branched_from":"tip"}' },
    other: { started_at: START + 10, source: 'telegram' },
    theirs: aidOf('other', 15),
  });
  const context = () => openRows({ sessions });
  const shape = (view: ReturnType<typeof listSessions>) =>
    view.rows.map(row => `${'  '.repeat(row.depth)}${row.id}${row.nested > 0 ? ` ${String(row.nested)}` : ''}`);

  it('stand right behind what they belong to, the earliest first, theirs behind them', () => {
    const at = context();
    expect(shape(listSessions(at))).toEqual(['branch', 'tip 3', 'other 1']);
    const open = listSessions(at, { expanded: ['root', 'early'], group: 'source' }, ['deep', 'theirs', 'other']);
    expect(shape(open)).toEqual(['branch', 'tip 3', '  early 1', '    deep', '  late', '  odd', 'other 1']);
    expect(open.groups).toEqual([
      { key: 'source:cli', start: 0, count: 6, inside: 4 },
      { key: 'source:telegram', start: 6, count: 1 },
    ]);
    expect(open.anchors).toEqual([3, -1, 6]);
    expect(open.total).toBe(7);
    expect(open.hidden).toEqual([{ reason: 'subagent', count: 1 }]);
    expect(open.rows.map(row => row.expanded)).toEqual([false, true, true, false, false, false, false]);
    const view: SessionView = { ...EVERYTHING, expanded: ['root', 'early'] };
    expect(sessionsPage(at, { view, offset: 2, limit: 2 }).rows.map(row => row.id)).toEqual(['early', 'deep']);
    // What is done to all rows of a view is done to those that it selects.
    expect(conversationsOfView(at, view).map(({ tip }) => tip.id)).toEqual(['branch', 'tip', 'other']);
  });

  it('stay hidden while nothing above them is in view', () => {
    const view = listSessions(context(), { expanded: ['early', 'root'], sources: ['telegram'] });
    expect(shape(view)).toEqual(['other 1']);
    expect(view.hidden).toEqual([
      { reason: 'subagent', count: 4 },
      { reason: 'unknown-child', count: 1 },
      { reason: 'source', count: 3 },
    ]);
  });

  it('are rows of their own where children are shown, each once', () => {
    const view = listSessions(context(), { showChildren: true, expanded: ['root', 'early', 'other'] });
    expect(view.total).toBe(8);
    expect(new Set(view.rows.map(row => row.id)).size).toBe(8);
    expect(view.rows.every(row => row.depth === 0 && row.nested === 0 && !row.expanded)).toBe(true);
  });

  it('end, be they in a loop', () => {
    const at = openRows({
      sessions: sessionRows({
        a: aidOf('b', 1),
        b: { parent_session_id: 'a', started_at: START + 2 },
        self: aidOf('self', 3),
        c: { parent_session_id: 'd', started_at: START + 4 },
        d: { parent_session_id: 'c', started_at: START + 5 },
      }),
    });
    const all = ['a', 'b', 'c', 'd', 'self', 'nobody'];
    const view = listSessions(at, { expanded: all });
    expect(view.rows.reduce((sum, row) => sum + row.segments, 0)).toBe(
      5 - view.hidden.reduce((sum, { count }) => sum + count, 0),
    );
    expect(shape(view)).toEqual(['c 1', '  d', 'b 1', '  a']);
    expect(view.hidden).toEqual([{ reason: 'subagent', count: 1 }]);
  });
});
