import { describe, expect, it, onTestFinished } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { buildZoo } from '../../../test/support/session-zoo.ts';
import { type SmallDatabase, writeSmallDatabase } from '../../../test/support/small-database.ts';
import type { SessionView } from '../../shared/contract/sessions.ts';
import { unpackLineage } from '../../shared/lineage-table.ts';
import type { LaneContext } from '../lanes/context.ts';
import { conversationIndex } from './conversation-index.ts';
import { chainOf, conversationIdOf, rowOf, tipOf } from './conversation-of.ts';
import { lineageFamily } from './lineage.ts';
import { sessionsView } from './session-view.ts';

function open(rows: SmallDatabase) {
  const context = openLaneContext(writeSmallDatabase(rows));
  onTestFinished(() => {
    context.store.db.close();
  });
  return context;
}

const ALL: SessionView = {
  scope: 'all',
  filter: '',
  sort: 'activity',
  sources: [],
  models: [],
  states: [],
  showArchived: true,
  showChildren: false,
};

describe.each([1, 2, 3, 4])('the zoo of seed %i', seed => {
  const zoo = buildZoo(seed, 1);

  it('has every session in the conversation and on the edge that its shape means', () => {
    const index = conversationIndex(open(zoo));
    expect(new Set(zoo.shapes).size).toBeGreaterThanOrEqual(40);
    expect(zoo.expected.size).toBe(zoo.sessions.length);
    expect(index.nodes.length).toBe(zoo.sessions.length);
    for (const [id, { edge, parent, chain, hidden }] of zoo.expected) {
      const node = index.byId.get(id);
      const found = {
        edge: node?.kind,
        parent: node?.parent?.session.id ?? null,
        chain: chainOf(index, id),
        hidden: node?.conversation?.hidden,
        tip: tipOf(index, id),
      };
      expect(found, id).toEqual({ edge, parent, chain, hidden, tip: chain.at(-1) });
    }
  });

  it('has the totals that were written while the shapes were built', () => {
    const context = open(zoo);
    const index = conversationIndex(context);
    for (const [id, { chain, tokens, messages, hanging }] of zoo.expected) {
      expect(rowOf(index, id), id).toMatchObject({
        id: chain.at(-1),
        rootId: chain[0],
        segments: chain.length,
        tokens,
        messages,
        subagents: hanging.delegate ?? 0,
        branches: hanging.branch ?? 0,
        nested: (hanging.delegate ?? 0) + (hanging.unknown ?? 0),
      });
    }
  });

  it('has each family whole', () => {
    const context = open(zoo);
    for (const { ids, tokens } of zoo.families.values()) {
      const { table, family } = lineageFamily(context, { sessionId: ids.at(-1) ?? '' });
      const nodes = unpackLineage(table);
      const members = nodes.map(node => node.sessionId).filter(id => zoo.expected.has(id));
      expect(members.toSorted()).toEqual(ids.toSorted());
      expect(family).toMatchObject({ sessions: ids.length, tokens });
      const edges = nodes.filter(node => zoo.expected.has(node.sessionId)).map(node => [node.sessionId, node.edge]);
      expect(edges).toEqual(members.map(id => [id, zoo.expected.get(id)?.edge]));
    }
  });

  it('shows each conversation once and counts the rest under its reason', () => {
    const context = open(zoo);
    const view = sessionsView(context, { view: ALL, anchorIds: [], first: 200 });
    const tips = new Set(
      [...zoo.expected.values()].filter(({ hidden }) => hidden === null).map(({ chain }) => chain.at(-1)),
    );
    expect(view.total).toBe(tips.size);
    expect(new Set(view.rows.map(row => row.id))).toEqual(tips);
    const reasons = new Map(view.hidden.map(({ reason, count }) => [reason, count]));
    const count = (reason: string) => [...zoo.expected.values()].filter(({ hidden }) => hidden === reason).length;
    expect(reasons).toEqual(
      new Map([
        ['subagent', count('subagent')],
        ['unknown-child', count('unknown-child')],
      ]),
    );
  });

  it('shows each family whole, every session once, parents before children', () => {
    const context = open(zoo);
    const ids = new Set([...zoo.expected.values()].flatMap(({ chain }) => [chain[0] ?? '', chain.at(-1) ?? '']));
    for (const id of ids) {
      const { table, current } = lineageFamily(context, { sessionId: id });
      const nodes = unpackLineage(table);
      const members = nodes.map(node => node.sessionId);
      expect(new Set(members).size).toBe(members.length);
      expect(members).toContain(id);
      expect(current).toBe(zoo.expected.get(id)?.chain.at(-1));
      nodes.forEach((node, at) => {
        const parent = nodes.findIndex(other => other.sessionId === node.parentId);
        expect(node.depth).toBe(parent === -1 ? 0 : (nodes[parent]?.depth ?? -9) + 1);
        expect(parent).toBeLessThan(at);
      });
    }
  });
});

it('unknown ids belong to nothing', () => {
  const index = conversationIndex(open({ sessions: [] }));
  expect(chainOf(index, 'x')).toEqual([]);
  expect(tipOf(index, 'x')).toBe('x');
  expect(conversationIdOf(index, 'x')).toBeNull();
  expect(rowOf(index, 'x')).toBeNull();
});

describe('the family of spec api §15.1', () => {
  const T = 1_780_000_000;
  const rows: readonly [string, string | null, number, number | null, string | null, object, number[]][] = [
    ['A', null, 0, 100, 'compression', { title: 'Proj' }, [1, 2]],
    ['A2', 'A', 100, 200, 'compression', { title: 'Proj #2' }, [101, 102]],
    ['A2b', 'A', 150, 160, 'ws_orphan_reap', {}, [155]],
    ['A3', 'A2', 199, null, null, { title: 'Proj #3' }, [201]],
    ['B', 'A3', 300, null, null, { model_config: '{"_branched_from":"A3"}' }, [301]],
    ['D', 'A3', 310, 320, 'agent_close', { model_config: '{"_delegate_from":"A3"}' }, [311]],
    ['DD', 'D', 312, 313, 'x', { model_config: '{"_delegate_from":"D"}' }, [312]],
    ['U', 'A3', 330, 340, 'x', {}, [331]],
    ['P', null, 400, 410, 'branched', {}, [401]],
    ['LB', 'P', 410, null, null, {}, [411]],
    ['LB0', 'P', 405, null, null, {}, [406]],
    ['O', null, 500, null, null, { model_config: '{"_delegate_from":"__orphaned__"}' }, []],
    ['T', null, 510, null, null, { source: 'tool' }, []],
    ['AR', null, 520, null, null, { archived: 1 }, []],
    ['E0', null, 530, 531, 'x', {}, []],
  ];
  const database: SmallDatabase = {
    sessions: rows.map(([id, parent, start, end, reason, columns]) => ({
      id,
      source: 'cli',
      parent_session_id: parent,
      started_at: T + start,
      ended_at: end === null ? null : T + end,
      end_reason: reason,
      ...columns,
    })),
    messages: rows.flatMap(([id, , , , , , times]) =>
      times.map(time => ({ session_id: id, role: 'user', content: id, timestamp: T + time })),
    ),
  };

  const view = (context: LaneContext, change: Partial<SessionView>) =>
    sessionsView(context, { view: { ...ALL, showArchived: false, ...change }, anchorIds: [], first: 99 });
  const idsOf = (context: LaneContext, change: Partial<SessionView> = {}) =>
    view(context, change).rows.map(row => row.id);

  it('lists as it says, and says what is hidden', () => {
    const context = open(database);
    for (const sort of ['activity', 'started'] as const) {
      expect(idsOf(context, { sort })).toEqual(['E0', 'T', 'LB', 'P', 'B', 'A3']);
    }
    expect(idsOf(context, { states: ['archived'] })).toEqual(['AR']);
    expect(idsOf(context, { filter: 'a3' })).toEqual(['A3']);
    expect(idsOf(context, { filter: 'proj #2' })).toEqual(['A3']);
    expect(view(context, {}).hidden).toEqual([
      { reason: 'subagent', count: 3 },
      { reason: 'unknown-child', count: 3 },
      { reason: 'archived', count: 1 },
    ]);
  });

  it('shows what is hidden inside what it belongs to', () => {
    const { rows, total, hidden } = view(open(database), { expanded: ['A', 'D', 'P'] });
    expect(rows.map(row => [row.id, row.depth, row.nested, row.expanded])).toEqual([
      ['E0', 0, 0, false],
      ['T', 0, 0, false],
      ['LB', 0, 0, false],
      ['P', 0, 1, true],
      ['LB0', 1, 0, false],
      ['B', 0, 0, false],
      ['A3', 0, 3, true],
      ['A2b', 1, 0, false],
      ['D', 1, 1, true],
      ['DD', 2, 0, false],
      ['U', 1, 0, false],
    ]);
    expect(total).toBe(11);
    // The orphan has nothing to be shown in.
    expect(hidden).toEqual([
      { reason: 'subagent', count: 1 },
      { reason: 'archived', count: 1 },
    ]);
  });

  it('chains and explains every edge as it says', () => {
    const index = conversationIndex(open(database));
    expect(Object.fromEntries(['A', 'A2', 'A2b', 'A3', 'D'].map(id => [id, tipOf(index, id)]))).toEqual({
      A: 'A3',
      A2: 'A3',
      A2b: 'A2b',
      A3: 'A3',
      D: 'D',
    });
    for (const id of ['A', 'A2', 'A3']) expect(chainOf(index, id)).toEqual(['A', 'A2', 'A3']);
    for (const id of ['A2b', 'B']) expect(chainOf(index, id)).toEqual([id]);
    expect(Object.fromEntries(index.nodes.map(({ session, kind }) => [session.id, kind]))).toEqual({
      A: 'root',
      A2: 'compression',
      A2b: 'unknown',
      A3: 'compression',
      B: 'branch',
      D: 'delegate',
      DD: 'delegate',
      U: 'unknown',
      P: 'root',
      LB: 'branch',
      LB0: 'unknown',
      O: 'delegate',
      T: 'root',
      AR: 'root',
      E0: 'root',
    });
    expect(rowOf(index, 'A')).toMatchObject({
      id: 'A3',
      rootId: 'A',
      segments: 3,
      startedAt: T,
      lastActive: T + 201,
      title: 'Proj #3',
      preview: 'A3',
      subagents: 1,
      branches: 1,
      nested: 3,
    });
  });
});
