import { beforeEach, expect, it } from 'vitest';
import { conversationRow } from '../../../../test/support/conversation-row.ts';
import { useSelectionStore } from './selection-store.ts';
import { START_LIST } from './start-view.ts';
import { useSessionViewStore } from './view-store.ts';

const store = () => useSessionViewStore.getState();

beforeEach(() => {
  useSessionViewStore.setState({ list: START_LIST });
  store().reset();
  useSelectionStore.getState().clear();
});

it('every scope keeps its own grouping, and what was chosen is remembered without the filters', () => {
  store().setGroup('source');
  store().change({ scope: 'automation' });
  expect(store().view.group).toBe('job');
  store().setGroup('none');
  store().change({ scope: 'people', sort: 'tokens', filter: 'x', sources: ['cli'] });
  expect(store().view.group).toBe('source');
  store().change({ showArchived: true });
  expect(store().list).toEqual({
    scope: 'people',
    sort: 'tokens',
    groups: { people: 'source', automation: 'none', all: 'day' },
    showArchived: true,
    showChildren: false,
  });
  store().reset();
  expect(store().view).toMatchObject({ sort: 'tokens', group: 'source', filter: '', sources: [], showArchived: true });
});

it('what a figure of the dashboard shows is no choice to be remembered', () => {
  const before = store().list;
  const filter = { range: { kind: 'all' as const }, sources: [], models: [] };
  store().showBehind({ filter, zone: null, slice: { kind: 'all' } });
  expect(store().view.scope).toBe('all');
  expect(store().list).toBe(before);
});

it('each reason is taken back by itself', () => {
  store().change({ providers: ['a'], projects: ['b'], endReasons: ['c'], dates: { from: 1, to: null } });
  store().reveal('provider');
  store().reveal('project');
  store().reveal('end-reason');
  store().reveal('dates');
  expect(store().view).toMatchObject({ providers: [], projects: [], endReasons: [], dates: null });
});

it('a row unfolds by its root, once, and other orders and groups keep what is picked', () => {
  useSelectionStore.getState().toggle('tip');
  store().setExpanded(conversationRow('tip', { rootId: 'root' }), 3, true);
  expect(store().view.expanded).toEqual(['root']);
  expect(store().hold).toEqual({ id: 'tip', index: 3 });
  store().setExpanded(conversationRow('newer-tip', { rootId: 'root' }), 3, false);
  expect(store().view.expanded).toEqual([]);
  store().setGroup('model');
  store().change({ sort: 'title' });
  expect(useSelectionStore.getState().ids.size).toBe(1);
  store().toggleFacet('projects', '/srv/app');
  expect(useSelectionStore.getState().ids.size).toBe(0);
});
