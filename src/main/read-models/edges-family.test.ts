import { describe, expect, it, onTestFinished } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { buildZoo } from '../../../test/support/session-zoo.ts';
import { type SmallDatabase, writeSmallDatabase } from '../../../test/support/small-database.ts';
import type { SessionView } from '../../shared/contract/sessions.ts';
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
  const zoo = buildZoo(seed);
  const tokens = new Map(
    zoo.sessions.map(row => [row['id'], Number(row['input_tokens']) + Number(row['output_tokens'])]),
  );

  it('has every session in the conversation and on the edge that its shape means', () => {
    const index = conversationIndex(open(zoo));
    expect(zoo.shapes.length).toBeGreaterThanOrEqual(80);
    expect(index.nodes.length).toBe(zoo.sessions.length);
    const found = new Map(
      [...zoo.expected.keys()].map(id => [
        id,
        {
          edge: index.byId.get(id)?.kind,
          chain: chainOf(index, id),
          hidden: index.conversationOf.get(id)?.hidden,
        },
      ]),
    );
    expect(found).toEqual(zoo.expected);
    for (const [id, { chain }] of zoo.expected) {
      expect(tipOf(index, id)).toBe(chain.at(-1));
      expect(rowOf(index, id)?.tokens).toBe(chain.reduce((sum, member) => sum + (tokens.get(member) ?? 0), 0));
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
      const { nodes, current } = lineageFamily(context, { sessionId: id });
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

  it('lists and chains as it says', () => {
    const context = open(database);
    const list = (change: object) =>
      sessionsView(context, { view: { ...ALL, showArchived: false, ...change }, anchorIds: [], first: 99 });
    expect(list({}).rows.map(row => row.id)).toEqual(['E0', 'T', 'LB', 'P', 'B', 'A3']);
    expect(list({ states: ['archived'] }).rows.map(row => row.id)).toEqual(['AR']);
    const index = conversationIndex(context);
    expect(chainOf(index, 'A2')).toEqual(['A', 'A2', 'A3']);
    expect(['A', 'A2', 'A2b', 'A3', 'D'].map(id => tipOf(index, id))).toEqual(['A3', 'A3', 'A2b', 'A3', 'D']);
    expect(rowOf(index, 'A')).toMatchObject({
      id: 'A3',
      rootId: 'A',
      startedAt: T,
      lastActive: T + 201,
      title: 'Proj #3',
    });
    const { nodes } = lineageFamily(context, { sessionId: 'DD' });
    expect(nodes.map(node => [node.sessionId, node.edge, node.depth])).toEqual([
      ['A', 'root', 0],
      ['A2', 'compression', 1],
      ['A3', 'compression', 2],
      ['B', 'branch', 3],
      ['D', 'delegate', 3],
      ['DD', 'delegate', 4],
      ['U', 'unknown', 3],
      ['A2b', 'unknown', 1],
    ]);
  });
});
