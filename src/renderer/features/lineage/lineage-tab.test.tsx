import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import { stubLayout } from '../../../../test/support/stub-layout.ts';
import type { EdgeKind, LineageNode } from '../../../shared/contract/conversation.ts';
import { createQueryClient } from '../../api/cache.ts';
import { createClient } from '../../api/client.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { useUiStore } from '../../app/ui-store.ts';
import { LineageTab } from './lineage-tab.tsx';

// The first render also loads the modules, on a machine that may be busy.
configure({ asyncUtilTimeout: 5000 });

const UNKNOWN = {
  actualUsd: 0,
  actualCount: 0,
  estimatedUsd: 0,
  estimatedCount: 0,
  includedCount: 0,
  unknownCount: 1,
};

function nodeOf(sessionId: string, depth: number, edge: EdgeKind, change: Partial<LineageNode> = {}): LineageNode {
  return {
    sessionId,
    parentId: null,
    depth,
    edge,
    label: `<i>${sessionId}</i>`,
    source: 'cli',
    startedAt: 1_787_000_000,
    endedAt: 1_787_000_600,
    lastActive: 1_787_000_600,
    endReason: 'compression',
    messages: 4,
    tokens: 1000,
    cost: UNKNOWN,
    branch: { sessions: 1, messages: 4, tokens: 1000, cost: UNKNOWN },
    live: false,
    archived: false,
    missing: false,
    ...change,
  };
}

const FAMILY = { sessions: 4, messages: 16, tokens: 4000, cost: UNKNOWN };

const NODES = [
  nodeOf('gone', 0, 'unknown', { missing: true }),
  nodeOf('r', 1, 'root'),
  nodeOf('br', 2, 'branch'),
  nodeOf('t', 2, 'compression'),
  nodeOf('sub', 3, 'delegate'),
];

function renderTree(nodes: readonly LineageNode[]) {
  const { bridge } = fakeBridge({ 'conversation.lineage': () => ({ current: 't', nodes, family: FAMILY }) });
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
    expect(screen.getByText(/Family: 5 sessions/)).toBeTruthy();
  });

  it('has one tab stop that arrow keys move, and opens with Enter', async () => {
    renderTree(NODES);
    await screen.findByRole('tree');
    const stops = (): string[] =>
      screen.getAllByRole('treeitem').flatMap(item => (item.tabIndex === 0 ? [item.dataset['sessionId'] ?? ''] : []));
    expect(stops()).toEqual(['t']);
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('data-session-id')).toBe('t');
    await userEvent.keyboard('{ArrowDown}');
    expect(stops()).toEqual(['sub']);
    expect(document.activeElement?.getAttribute('data-session-id')).toBe('sub');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{Enter}');
    expect(useUiStore.getState().place).toMatchObject({ sessionId: 'r', tab: 'conversation' });
  });

  it('opens by a click, but never a session that is gone', async () => {
    renderTree(NODES);
    await userEvent.click(await screen.findByText('<i>gone</i>'));
    expect(useUiStore.getState().place.sessionId).toBeNull();
    await userEvent.click(screen.getByText('<i>sub</i>'));
    expect(useUiStore.getState().place.sessionId).toBe('sub');
  });

  it('keeps a family of thousands out of the document', async () => {
    renderTree(Array.from({ length: 5000 }, (_, at) => nodeOf(`n${String(at)}`, Math.min(at, 50), 'compression')));
    await screen.findByRole('tree');
    expect(document.querySelectorAll('*').length).toBeLessThan(1500);
  });
});
