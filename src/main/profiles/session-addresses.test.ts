import { expect, test } from 'vitest';
import { lineageNode } from '../../../test/support/lineage-nodes.ts';
import { idsOfLineage, packLineage, renameLineage, unpackLineage } from '../../shared/lineage-table.ts';
import { plainSessionId, sessionAddress } from '../../shared/session-address.ts';
import { parseAddress, withSessionIds } from './session-addresses.ts';

const PROFILES = new Set(['default', 'work']);

test('an address leads back to its profile and its id, whatever the id is', () => {
  for (const id of ['20260101_120000_abcdef', 'a/b', '', 'work/x', '/']) {
    expect(parseAddress(sessionAddress('work', id), PROFILES)).toEqual({ profile: 'work', id });
    expect(plainSessionId({ id: sessionAddress('work', id), profile: 'work' })).toBe(id);
  }
  for (const id of ['20260101_120000_abcdef', 'other/x', '/x', 'workx', 'default']) {
    expect(parseAddress(id, PROFILES)).toBeNull();
    expect(plainSessionId({ id, profile: 'work' })).toBe(id);
  }
  expect(plainSessionId({ id: 'work/x', profile: null })).toBe('work/x');
});

test('ids of sessions are renamed wherever they stand, and nothing else is', () => {
  const ids = new Float64Array([1, 2]);
  const answer = {
    row: { id: 'a', rootId: 'b', label: 'a', profile: null, cost: { actualUsd: 1 } },
    segments: [{ sessionId: 'c', title: 'c' }],
    nodes: [{ sessionId: 'd', parentId: null, cut: { kind: 'self', parentId: 'e' } }],
    current: 'f',
    holder: { id: 'g', label: 'g' },
    toolCalls: [{ id: 'a', name: 'x', result: { sessionId: 'h', toolCallId: 'a' } }],
    messageId: 7,
    skeleton: { ids },
  };
  const renamed = withSessionIds(answer, { rename: id => `work/${id}`, profile: 'work' });
  expect(renamed).toEqual({
    row: { id: 'work/a', rootId: 'work/b', label: 'a', profile: 'work', cost: { actualUsd: 1 } },
    segments: [{ sessionId: 'work/c', title: 'c' }],
    nodes: [{ sessionId: 'work/d', parentId: null, cut: { kind: 'self', parentId: 'work/e' } }],
    current: 'work/f',
    holder: { id: 'work/g', label: 'g' },
    toolCalls: [{ id: 'a', name: 'x', result: { sessionId: 'work/h', toolCallId: 'a' } }],
    messageId: 7,
    skeleton: { ids },
  });
  expect(renamed.skeleton.ids).toBe(ids);
});

test('a packed family is renamed without being unpacked', () => {
  const cut = { kind: 'loop', parentId: 'c' } as const;
  const nodes = [lineageNode('a', 0, 'root', { cut, tokens: 7 }), lineageNode('b', 1, 'branch', { parentId: 'a' })];
  const table = packLineage(nodes);
  expect(new Set(idsOfLineage(table))).toEqual(new Set(['a', 'b', 'c', '']));
  const renamed = unpackLineage({ ...table, words: renameLineage(table, id => `work/${id}`) });
  expect(renamed).toEqual(withSessionIds(nodes, { rename: id => `work/${id}`, profile: null }));
});
