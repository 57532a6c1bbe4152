import { expect, it, onTestFinished } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { caseRows, type SmallDatabase, writeSmallDatabase } from '../../../test/support/small-database.ts';
import { AppError } from '../../shared/errors.ts';
import { unpackLineage } from '../../shared/lineage-table.ts';
import { lineageFamily } from './lineage.ts';

function family(rows: SmallDatabase, sessionId: string) {
  const context = openLaneContext(writeSmallDatabase(rows));
  onTestFinished(() => {
    context.store.db.close();
  });
  const { table, ...rest } = lineageFamily(context, { sessionId });
  return { ...rest, nodes: unpackLineage(table) };
}

const START = 1_787_000_000;

it('S-12: each edge is what it is, wherever in the family one asks', () => {
  for (const id of ['r', 't', 'sub', 'sub0', 'br']) {
    const { nodes, current } = family(caseRows('S-12'), id);
    expect(Object.fromEntries(nodes.map(node => [node.sessionId, node.edge]))).toEqual({
      r: 'root',
      t: 'compression',
      sub: 'delegate',
      sub0: 'unknown',
      br: 'branch',
    });
    expect(current).toBe(id === 'r' ? 't' : id);
  }
});

it('S-14: a loop shows each session once', () => {
  const { nodes } = family(caseRows('S-14'), 'b');
  expect(nodes.map(node => [node.sessionId, node.depth, node.edge])).toEqual([
    ['a', 0, 'root'],
    ['b', 1, 'compression'],
  ]);
  expect(nodes.map(node => node.cut)).toEqual([{ kind: 'loop', parentId: 'b' }, null]);
  expect(family(caseRows('S-14'), 'c').nodes.map(node => [node.sessionId, node.edge, node.cut])).toEqual([
    ['c', 'root', { kind: 'self', parentId: 'c' }],
  ]);
});

it('takes an empty parent for none, not for one that is gone', () => {
  const row = { source: 'cli', started_at: START, parent_session_id: '' };
  const { nodes } = family(
    {
      sessions: [
        { id: 'a', ...row },
        { id: 'b', ...row },
      ],
    },
    'a',
  );
  expect(nodes.map(node => [node.sessionId, node.edge])).toEqual([['a', 'root']]);
});

it('shows a missing parent above the one row that names it', () => {
  const { nodes, family: totals } = family(caseRows('S-14'), 'd');
  expect(nodes.map(node => [node.sessionId, node.parentId, node.depth, node.edge, node.missing])).toEqual([
    ['gone', null, 0, 'unknown', true],
    ['d', 'gone', 1, 'root', false],
  ]);
  expect(totals.sessions).toBe(1);
});

it('puts what hangs on a segment before its continuation, and both in the order of time', () => {
  const config = (at: string) => JSON.stringify({ _delegate_from: at });
  const { nodes } = family(
    {
      sessions: [
        { id: 'a', source: 'cli', started_at: START, ended_at: START + 9, end_reason: 'compression' },
        { id: 'b', source: 'cli', started_at: START + 10, parent_session_id: 'a' },
        { id: 'late', source: 'cli', started_at: START + 30, parent_session_id: 'a', model_config: config('a') },
        { id: 'early', source: 'cli', started_at: START + 20, parent_session_id: 'a', model_config: config('a') },
      ],
    },
    'b',
  );
  expect(nodes.map(node => node.sessionId)).toEqual(['a', 'early', 'late', 'b']);
});

it('shows a missing parent above all rows that name it', () => {
  const rows = ['x', 'y'].map((id, at) => ({
    id,
    source: 'cli',
    started_at: START + at,
    parent_session_id: 'gone',
    title: id.toUpperCase(),
  }));
  const { nodes } = family({ sessions: rows }, 'y');
  expect(nodes.map(node => [node.sessionId, node.parentId, node.depth, node.missing, node.label])).toEqual([
    ['gone', null, 0, true, 'gone'],
    ['x', 'gone', 1, false, 'X'],
    ['y', 'gone', 1, false, 'Y'],
  ]);
});

it('names sessions without a title by their words, and counts each by itself', () => {
  const { nodes } = family(
    {
      sessions: [
        { id: 'a', source: 'cli', started_at: START, ended_at: START + 5, end_reason: 'compression', input_tokens: 7 },
        { id: 'b', source: 'cli', started_at: START + 9, parent_session_id: 'a', output_tokens: 4, archived: 1 },
      ],
      messages: [{ session_id: 'a', role: 'user', content: 'begin here', timestamp: START + 1 }],
    },
    'b',
  );
  expect(nodes[0]).toMatchObject({
    label: 'begin here',
    tokens: 7,
    messages: 1,
    lastActive: START + 1,
    endedAt: START + 5,
    endReason: 'compression',
    archived: false,
  });
  expect(nodes[1]).toMatchObject({ label: 'cli · b', tokens: 4, messages: 0, lastActive: START + 9, archived: true });
});

it('ends on families of more than ten thousand', () => {
  const sessions = Array.from({ length: 10_050 }, (_, at) => ({
    id: `s${String(at)}`,
    source: 'cli',
    started_at: START + at,
    end_reason: 'compression',
    ended_at: START + at,
    parent_session_id: at === 0 ? null : `s${String(at - 1)}`,
  }));
  const { nodes, current } = family({ sessions }, 's17');
  expect(nodes.length).toBe(10_000);
  expect(nodes.at(-1)?.depth).toBe(9_999);
  expect(current).toBe('s10049');
});

it('an unknown id is not found', () => {
  let code: unknown;
  try {
    family({ sessions: [] }, 'nobody');
  } catch (error) {
    code = error instanceof AppError ? error.code : error;
  }
  expect(code).toBe('not-found');
});
