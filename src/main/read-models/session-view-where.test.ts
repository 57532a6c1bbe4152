import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../test/support/list-view.ts';
import { openRows, sessionRows } from '../../../test/support/session-list.ts';
import type { SessionView } from '../../shared/contract/sessions.ts';
import { sessionsWhere } from './session-view-where.ts';

const START = 1_787_000_000;

describe('where a session is', () => {
  const rows = sessionRows({
    root: { title: 'Parser', ended_at: START + 50, end_reason: 'compression' },
    tip: { parent_session_id: 'root', title: 'Parser #2', started_at: START + 50 },
    aid: { parent_session_id: 'tip', model_config: '{"_delegate_from":"tip"}', title: 'reads the parser' },
    shelved: { title: 'Old parser', archived: 1 },
    cron_daily_20260501_080000: { source: 'cron', title: 'Nightly parse' },
    'parser-notes': { title: 'Погода в Ижевске' },
    plain: { title: 'something else' },
  });
  const view: SessionView = { ...EVERYTHING, showArchived: false, scope: 'people', sort: 'started' };
  const where = (text: string, change: Partial<SessionView> = {}, limit = 50) =>
    sessionsWhere(openRows({ sessions: rows }), { text, view: { ...view, ...change }, limit });
  const said = (text: string, change: Partial<SessionView> = {}) =>
    where(text, change).found.map(({ sessionId, row, index, reason }) => [sessionId, row.id, index, reason]);

  it('knows an id of any segment, the start of an id, and a title', () => {
    expect(said('root')).toEqual([['root', 'tip', 0, null]]);
    expect(said('tip')[0]).toEqual(['tip', 'tip', 0, null]);
    expect(said('SHELV')).toEqual([['shelved', 'shelved', -1, 'archived']]);
    expect(said('cron_daily')).toEqual([
      ['cron_daily_20260501_080000', 'cron_daily_20260501_080000', -1, 'automation'],
    ]);
    expect(said('погода, ИЖЕВСКЕ')).toEqual([['parser-notes', 'parser-notes', 2, null]]);
  });

  it('knows nothing but the id itself where only that is asked for', () => {
    const context = openRows({ sessions: rows });
    const asked = (text: string) => sessionsWhere(context, { text, view, limit: 5, exact: true });
    expect(asked('root')).toMatchObject({ total: 1, found: [{ sessionId: 'root', row: { id: 'tip' }, index: 0 }] });
    expect(asked('shelved').found).toMatchObject([{ index: -1, reason: 'archived' }]);
    for (const text of ['roo', 'Parser', 'ROOT', '']) expect(asked(text)).toEqual({ total: 0, found: [] });
  });

  it('tells ids apart that differ in case alone', () => {
    const ids = ['Case', 'case', 'CASE'];
    const context = openRows({
      sessions: ids.map(id => ({ id, source: 'cli', started_at: START, archived: +(id === 'CASE') })),
    });
    const first = (text: string) => sessionsWhere(context, { text, view, limit: 1 }).found[0]?.sessionId;
    expect(ids.map(first)).toEqual(ids);
  });

  it('puts the very title first, then starts of ids and titles, then words; those in view before those that are not', () => {
    expect(said('parser')).toEqual([
      ['root', 'tip', 0, null],
      ['parser-notes', 'parser-notes', 2, null],
      ['shelved', 'shelved', -1, 'archived'],
      ['aid', 'aid', -1, 'subagent'],
    ]);
    expect(where('parser', {}, 2)).toMatchObject({ total: 4, found: [{}, {}] });
  });

  it('says for each part of a view that it is what hides a session', () => {
    const reason = (change: Partial<SessionView>, text = 'plain') => said(text, change)[0]?.[3];
    expect(reason({})).toBeNull();
    expect(reason({ sources: ['telegram'] })).toBe('source');
    expect(reason({ models: ['m'] })).toBe('model');
    expect(reason({ states: ['ended'] })).toBe('state');
    expect(reason({ providers: ['p'] })).toBe('provider');
    expect(reason({ projects: ['/x'] })).toBe('project');
    expect(reason({ endReasons: ['cli_close'] })).toBe('end-reason');
    expect(reason({ dates: { from: START + 1000, to: null } })).toBe('dates');
    expect(reason({ filter: 'nothing like it' })).toBe('filter');
    expect(reason({ scope: 'automation' })).toBe('people');
  });

  it('finds a child at its place inside a row that is expanded, and only there', () => {
    expect(said('aid', { expanded: ['root'] })).toEqual([['aid', 'aid', 1, null]]);
    expect(where('aid', { expanded: ['root'] }).found[0]?.row.depth).toBe(1);
    expect(said('aid', { expanded: ['plain'] })).toEqual([['aid', 'aid', -1, 'subagent']]);
    expect(said('aid', { expanded: ['root'], filter: 'something' })).toEqual([['aid', 'aid', -1, 'subagent']]);
  });

  it('finds nothing for nothing', () => {
    for (const text of ['', '   ', 'no such session']) expect(where(text)).toEqual({ total: 0, found: [] });
  });
});
