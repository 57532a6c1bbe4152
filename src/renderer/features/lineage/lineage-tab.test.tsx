import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import { lineageChain, lineageNode, UNKNOWN_COST } from '../../../../test/support/lineage-nodes.ts';
import { stubLayout } from '../../../../test/support/stub-layout.ts';
import type { LineageNode } from '../../../shared/contract/conversation.ts';
import { packLineage } from '../../../shared/lineage-table.ts';
import { createQueryClient } from '../../api/cache.ts';
import { createClient } from '../../api/client.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { useUiStore } from '../../app/ui-store.ts';
import { useLineageStore } from './lineage-store.ts';
import { LineageTab } from './lineage-tab.tsx';

// The first render also loads the modules, on a machine that may be busy.
configure({ asyncUtilTimeout: 5000 });

function nodeOf(...[id, depth, edge, change]: Parameters<typeof lineageNode>): LineageNode {
  return lineageNode(id, depth, edge, { label: `<i>${id}</i>`, ...change });
}

const FAMILY = { sessions: 4, messages: 16, tokens: 4000, cost: UNKNOWN_COST };

/** Puts the focus on the one row that Tab reaches. */
function focusStop(): void {
  act(() =>
    screen
      .getAllByRole('treeitem')
      .find(item => item.tabIndex === 0)
      ?.focus(),
  );
}

const NODES = [
  nodeOf('gone', 0, 'unknown', { missing: true }),
  nodeOf('r', 1, 'root'),
  nodeOf('br', 2, 'branch'),
  nodeOf('t', 2, 'compression'),
  nodeOf('sub', 3, 'delegate'),
];

function renderTree(nodes: readonly LineageNode[], current = 't') {
  const { bridge } = fakeBridge({
    'conversation.lineage': () => ({ current, table: packLineage(nodes), family: FAMILY }),
  });
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientContext value={createClient(bridge)}>
        <LineageTab sessionId="t" />
      </ClientContext>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  useUiStore.getState().reset();
  // jsdom draws nothing: the map is tested in the real window.
  useLineageStore.setState({ ...useLineageStore.getInitialState(), view: 'tree' });
  stubLayout();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the lineage tree', () => {
  it('shows each session once with its edge, level and place among its siblings', async () => {
    renderTree(NODES);
    await screen.findByRole('tree', { name: 'Lineage' });
    const items = screen.getAllByRole('treeitem');
    expect(
      items.map(item => [item.dataset['sessionId'], item.dataset['edge'], item.getAttribute('aria-level')]),
    ).toEqual([
      ['gone', 'unknown', '1'],
      ['r', 'root', '2'],
      ['br', 'branch', '3'],
      ['t', 'compression', '3'],
      ['sub', 'delegate', '4'],
    ]);
    expect(items[3]?.getAttribute('aria-posinset')).toBe('2');
    expect(items[3]?.getAttribute('aria-current')).toBe('true');
    expect(items[0]?.textContent).toContain('row is missing');
    expect(items[4]?.textContent).toContain('<i>sub</i>');
    expect(items[4]?.textContent).toContain('Delegate');
    expect(screen.getByText(/Family: 4 sessions.* 1 missing row/)).toBeTruthy();
  });

  it('has one tab stop that arrow keys move, and opens with Enter', async () => {
    renderTree(NODES);
    await screen.findByRole('tree');
    const stops = (): string[] =>
      screen.getAllByRole('treeitem').flatMap(item => (item.tabIndex === 0 ? [item.dataset['sessionId'] ?? ''] : []));
    expect(stops()).toEqual(['t']);
    focusStop();
    expect(document.activeElement?.getAttribute('data-session-id')).toBe('t');
    await userEvent.keyboard('{ArrowDown}');
    expect(stops()).toEqual(['sub']);
    expect(document.activeElement?.getAttribute('data-session-id')).toBe('sub');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}');
    expect(useUiStore.getState().place).toMatchObject({ sessionId: 'r', tab: 'conversation' });
  });

  it('opens by a click, but never a session that is gone', async () => {
    renderTree(NODES);
    await userEvent.click(await screen.findByText('<i>gone</i>'));
    expect(useUiStore.getState().place.sessionId).toBeNull();
    await userEvent.click(screen.getByText('<i>sub</i>'));
    expect(useUiStore.getState().place.sessionId).toBe('sub');
  });

  it('folds what hangs on a session with the arrow keys, and unfolds it', async () => {
    renderTree(NODES);
    await screen.findByRole('tree');
    const ids = (): string[] => screen.getAllByRole('treeitem').map(item => item.dataset['sessionId'] ?? '');
    focusStop();
    await userEvent.keyboard('{ArrowLeft}');
    expect(ids()).toEqual(['gone', 'r', 'br', 't']);
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{ArrowRight}');
    expect(ids()).toEqual(['gone', 'r', 'br', 't', 'sub']);
    await userEvent.keyboard('<i>b');
    expect(document.activeElement?.getAttribute('data-session-id')).toBe('br');
  });

  it('shows the middle of a long chain on request, and folds it again', async () => {
    renderTree(lineageChain(180), 's179');
    await screen.findByRole('tree');
    expect(screen.getAllByRole('treeitem').map(item => item.dataset['sessionId'])).toEqual([
      ...['s0', 's1', 's2', 's3', 's177', 's178', 's179'],
    ]);
    const middle = screen.getByText('… 174 segments');
    expect(middle.closest('[role="treeitem"]')?.textContent).toContain('696');
    await userEvent.click(middle);
    expect(screen.getAllByRole('treeitem').length).toBeGreaterThan(7);
    expect(screen.getByText('4 s3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Fold 180 segments' }));
    expect(screen.getAllByRole('treeitem').length).toBe(7);
  });

  it('says where a family is longer than what is shown', async () => {
    renderTree(NODES);
    const foot = (): Promise<HTMLElement> => screen.findByText(/^Family: 4 sessions/);
    expect((await foot()).textContent).not.toContain('The first');
    cleanup();
    renderTree(NODES.slice(0, 3));
    expect((await foot()).textContent).toBe('Family: 4 sessions and 1 missing row. The first 2 are shown.');
  });

  it('keeps a family of thousands out of the document', async () => {
    renderTree(Array.from({ length: 5000 }, (_, at) => nodeOf(`n${String(at)}`, Math.min(at, 50), 'compression')));
    await screen.findByRole('tree');
    expect(document.querySelectorAll('*').length).toBeLessThan(1500);
  });
});
