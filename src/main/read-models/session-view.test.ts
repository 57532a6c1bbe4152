import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { EVERYTHING } from '../../../test/support/list-view.ts';
import { idsOf, listSessions, openRows, sessionRows } from '../../../test/support/session-list.ts';
import { caseRows, insert, writeSmallDatabase } from '../../../test/support/small-database.ts';
import { sessionsPage } from './session-view.ts';

describe('the cases', () => {
  it('S-11: newest activity first, ties by start and id, later columns counted, impossible times not', () => {
    const { rows } = listSessions(openRows(caseRows('S-11')));
    expect(rows.map(row => [row.id, row.lastActive])).toEqual([
      ['A', 1787009000],
      ['D', 1787008000],
      ['C', 1787008000],
      ['F', 1787007000],
      ['B', 1787005100],
      ['E', 1787000200],
    ]);
  });

  it('S-12: one row for a chain, a branch beside it, subagents counted and hidden with their reason', () => {
    const view = listSessions(openRows(caseRows('S-12')));
    expect(idsOf(view)).toEqual(['br', 't']);
    expect(view.rows[1]).toMatchObject({
      rootId: 'r',
      segments: 2,
      title: 'parser #2',
      label: 'parser #2',
      preview: 'go on',
      startedAt: 1787001000,
      messages: 2,
      subagents: 1,
      branches: 1,
      open: true,
    });
    expect(view.hidden).toEqual([
      { reason: 'subagent', count: 1 },
      { reason: 'unknown-child', count: 1 },
    ]);
    expect(idsOf(listSessions(openRows(caseRows('S-12')), { showChildren: true })).sort()).toEqual([
      'br',
      'sub',
      'sub0',
      't',
    ]);
  });

  it('S-13: a continuation may start before its parent ended', () => {
    expect(idsOf(listSessions(openRows(caseRows('S-13'))))).toEqual(['t']);
  });

  it('S-14: missing parents and loops lose nothing', () => {
    expect(idsOf(listSessions(openRows(caseRows('S-14')))).sort()).toEqual(['b', 'c', 'd']);
  });

  it('S-20: four states of cost', () => {
    const { rows } = listSessions(openRows(caseRows('S-20')), { sort: 'cost' });
    const states = rows.map(({ id, cost }) => {
      const { actualCount, estimatedCount, includedCount, unknownCount } = cost;
      return [id, { actualCount, estimatedCount, includedCount, unknownCount }] as const;
    });
    const one = { actualCount: 0, estimatedCount: 0, includedCount: 0, unknownCount: 0 };
    expect(states).toEqual([
      ['k1', { ...one, actualCount: 1 }],
      ['k2', { ...one, estimatedCount: 1 }],
      ['k6', { ...one, actualCount: 1 }],
      ['k4', { ...one, includedCount: 1 }],
      ['k5', { ...one, unknownCount: 1 }],
      ['k3', { ...one, unknownCount: 1 }],
    ]);
    expect(rows[0]?.cost.actualUsd).toBe(0.5);
    expect(rows[1]?.cost.estimatedUsd).toBe(0.25);
  });
});

describe('order, groups and places', () => {
  const day = (month: number, date: number, hour: number) => new Date(2026, month, date, hour).getTime() / 1000;

  it('puts pinned rows first, then a group for each local day, then rows without a time', () => {
    const context = openRows({
      sessions: sessionRows({
        late: { started_at: day(4, 2, 23) },
        early: { started_at: day(4, 2, 0) },
        before: { started_at: day(4, 1, 23) },
        pin: { started_at: day(3, 1, 1), pinned: 1 },
        never: { started_at: 5 },
      }),
    });
    const view = listSessions(context, {}, ['before', 'nobody', 'pin']);
    expect(idsOf(view)).toEqual(['pin', 'late', 'early', 'before', 'never']);
    expect(view.groups).toEqual([
      { key: 'pinned', start: 0, count: 1 },
      { key: '2026-05-02', start: 1, count: 2 },
      { key: '2026-05-01', start: 3, count: 1 },
      { key: 'unknown', start: 4, count: 1 },
    ]);
    expect(view.anchors).toEqual([3, -1, 0]);
    expect(listSessions(context, { sort: 'title' }).groups.map(group => group.key)).toEqual(['pinned', 'all']);
  });

  it('gives every page of every sort exactly once', () => {
    const rows = Object.fromEntries(
      Array.from({ length: 57 }, (_, at) => [
        `s${String(at)}`,
        { started_at: 1_787_000_000 + (at % 5), input_tokens: at % 7, title: at % 3 === 0 ? `t ${String(at)}` : null },
      ]),
    );
    const context = openRows({ sessions: sessionRows(rows) });
    for (const sort of ['activity', 'started', 'messages', 'tokens', 'cost', 'title'] as const) {
      const whole = idsOf(listSessions(context, { sort }));
      const paged: string[] = [];
      for (let offset = 0; offset < 60; offset += 10) {
        paged.push(...idsOf(sessionsPage(context, { view: { ...EVERYTHING, sort }, offset, limit: 10 })));
      }
      expect(paged).toEqual(whole);
      expect(new Set(paged).size).toBe(57);
    }
    expect(idsOf(listSessions(context, { sort: 'title' })).slice(0, 4)).toEqual(['s0', 's3', 's6', 's9']);
    expect(listSessions(context, { sort: 'tokens' }).rows[0]?.tokens).toBe(6);
  });

  it('is live within five minutes of the last message while it is open', () => {
    const rows = { sessions: sessionRows({ open: {}, ended: { ended_at: 1_787_000_001 } }) };
    const live = (now: number) => listSessions(openRows(rows, now)).rows.map(row => [row.id, row.live]);
    expect(live(1_787_000_299)).toEqual([
      ['open', true],
      ['ended', false],
    ]);
    expect(live(1_787_000_301)).toEqual([
      ['open', false],
      ['ended', false],
    ]);
  });
});

describe('what is hidden and why', () => {
  const rows = sessionRows({
    open: {},
    over: { ended_at: 1_787_000_050, model: 'm1' },
    kept: { pinned: 1, model: 'm1' },
    shelved: { archived: 1 },
    root: { archived: 1, ended_at: 1_787_000_050, end_reason: 'compression' },
    tip: { parent_session_id: 'root' },
    job: { source: 'cron' },
    cron_daily_1: { source: 'cli' },
    aid: { parent_session_id: 'open', model_config: '{"_delegate_from":"open"}' },
  });

  it('gives each hidden row one reason', () => {
    const context = openRows({ sessions: rows }, 1_787_000_100);
    const people = listSessions(context, { scope: 'people', showArchived: false });
    expect(idsOf(people).sort()).toEqual(['kept', 'open', 'over', 'tip']);
    expect(people.rows.find(row => row.id === 'tip')).toMatchObject({ archived: false, earlierArchived: true });
    expect(people.hidden).toEqual([
      { reason: 'subagent', count: 1 },
      { reason: 'archived', count: 1 },
      { reason: 'automation', count: 2 },
    ]);
    expect(people.scopes).toEqual({ people: 4, automation: 2, all: 6 });
    expect(people.facets.states).toEqual([
      { value: 'open', count: 3 },
      { value: 'ended', count: 1 },
      { value: 'pinned', count: 1 },
      { value: 'archived', count: 1 },
      { value: 'stale-open', count: 0 },
      { value: 'has-subagents', count: 1 },
    ]);
    expect(people.facets.models).toEqual([
      { value: '', count: 2 },
      { value: 'm1', count: 2 },
    ]);
  });

  it('shows archived rows where they are asked for, and counts a facet beside its own choice', () => {
    const context = openRows({ sessions: rows });
    expect(idsOf(listSessions(context, { states: ['archived'], showArchived: false }))).toEqual(['shelved']);
    const cron = listSessions(context, { sources: ['cron', 'gone'] });
    expect(idsOf(cron)).toEqual(['job']);
    expect(cron.facets.sources).toEqual([
      { value: 'cli', count: 6 },
      { value: 'cron', count: 1 },
      { value: 'gone', count: 0 },
    ]);
    expect(cron.hidden).toContainEqual({ reason: 'source', count: 7 });
  });
});

describe('another connection writes', () => {
  it('shows its rows at the next look, and changes the revision only where something changed', () => {
    const path = writeSmallDatabase({ sessions: sessionRows({ a: {}, b: { started_at: 1_787_000_010 } }) });
    const context = openLaneContext(path);
    const writer = new Database(path);
    onTestFinished(() => {
      context.store.db.close();
      writer.close();
    });
    const before = listSessions(context);
    expect(idsOf(before)).toEqual(['b', 'a']);
    expect(listSessions(context).revision).toBe(before.revision);

    insert(writer, 'messages', { session_id: 'a', role: 'user', content: 'hello', timestamp: 1_787_000_100 });
    const written = listSessions(context);
    expect(idsOf(written)).toEqual(['a', 'b']);
    expect(written.rows[0]?.preview).toBe('hello');
    expect(written.revision).toBeGreaterThan(before.revision);

    writer.exec("INSERT INTO state_meta (key, value) VALUES ('x', '1')");
    expect(listSessions(context).revision).toBe(written.revision);
  });

  it('follows a compression to the new tip: the old id still finds the place', async () => {
    const path = writeSmallDatabase({ sessions: sessionRows({ a: {}, b: { started_at: 1_787_000_010 } }) });
    const context = openLaneContext(path);
    const writer = new Database(path);
    onTestFinished(() => {
      context.store.db.close();
      writer.close();
    });
    listSessions(context);
    writer.exec("UPDATE sessions SET ended_at = 1787000020, end_reason = 'compression' WHERE id = 'a'");
    insert(writer, 'sessions', { id: 'a2', source: 'cli', started_at: 1_787_000_020, parent_session_id: 'a' });
    await new Promise(resolve => setTimeout(resolve, 200));
    const view = listSessions(context, {}, ['a']);
    expect(idsOf(view)).toEqual(['a2', 'b']);
    expect(view.anchors).toEqual([0]);
    writer.exec("DELETE FROM sessions WHERE id = 'b'");
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(idsOf(listSessions(context))).toEqual(['a2']);
  });
});
