import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import type { Dashboard, UsageRow, UsageSums } from '../../../shared/contract/usage.ts';
import type { UsageFilter, UsageSlice } from '../../../shared/contract/usage-filter.ts';
import { createQueryClient } from '../../api/cache.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { createClient } from '../../api/client.ts';
import { DashboardScreen } from './dashboard-screen.tsx';
import { useDashboardStore } from './use-dashboard.ts';

// The first render also loads the modules, on a machine that may be busy.
configure({ asyncUtilTimeout: 5000 });

const COST = { actualUsd: 0, actualCount: 0, estimatedUsd: 0.3, estimatedCount: 3, includedCount: 1, unknownCount: 2 };
const TOKENS = {
  inputTokens: 600,
  outputTokens: 400,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 50,
  totalTokens: 1000,
};
const SUMS: UsageSums = { ...TOKENS, apiCalls: 4, cost: COST };
const rowOf = (value: string, totalTokens = 1000): UsageRow => ({
  ...SUMS,
  value,
  totalTokens,
  sessions: 2,
  conversations: 1,
});

const DASHBOARD: Dashboard = {
  tiles: {
    sessions: 22_104,
    conversations: 1277,
    messages: 498_210,
    toolCalls: 19_044,
    inputTokens: 61_400_000,
    outputTokens: 7_920_000,
    cacheReadTokens: 412_000_000,
    cacheWriteTokens: 0,
    reasoningTokens: 2_310_000,
    estimatedUsd: 0.1 + 0.2,
    actualUsd: null,
    cost: COST,
  },
  sessionTotals: SUMS,
  rowTotals: SUMS,
  auxiliary: SUMS,
  byDay: [],
  days: [
    { ...TOKENS, day: '2026-11-10', model: 'model-a', sessions: 1, conversations: 1, cost: COST },
    { ...TOKENS, day: '2026-11-12', model: 'model-b', totalTokens: 250, sessions: 1, conversations: 1, cost: COST },
  ],
  firstDay: '2026-11-10',
  lastDay: '2026-11-12',
  undated: 0,
  byModel: [rowOf('model-a'), rowOf('', 20)],
  byProvider: [rowOf('<b>host</b>')],
  bySource: [rowOf('cli')],
  byTask: [],
  residual: { ...TOKENS, totalTokens: -70, sessions: 3, estimatedUsd: -0.25, actualUsd: 0 },
  topByTokens: [],
  topByCost: [],
  sources: [
    { value: 'cli', count: 9 },
    { value: '', count: 1 },
  ],
  models: [],
  missing: ['costs'],
};

function renderDashboard() {
  const asked: UsageFilter[] = [];
  const slices: UsageSlice[] = [];
  const { bridge } = fakeBridge({
    'usage.dashboard': (input: { filter: UsageFilter }) => {
      asked.push(input.filter);
      return DASHBOARD;
    },
  });
  render(
    <ClientContext value={createClient(bridge)}>
      <QueryClientProvider client={createQueryClient()}>
        <DashboardScreen onBehind={slice => slices.push(slice)} onOpen={() => undefined} />
      </QueryClientProvider>
    </ClientContext>,
  );
  return { asked, slices };
}

describe('DashboardScreen', () => {
  beforeEach(() => {
    useDashboardStore.setState({ filter: { range: { kind: 'all' }, sources: [], models: [] } });
  });

  it('gives each tile its plain number, and says unknown only where no row has that state', async () => {
    renderDashboard();
    expect(await screen.findByRole('region', { name: 'Dashboard' })).toBeTruthy();
    const tiles = (await screen.findAllByRole('group')).filter(tile => tile.dataset['value'] !== undefined);
    const values = tiles.map(tile => [tile.getAttribute('aria-label'), tile.dataset['value']]);
    expect(Object.fromEntries(values)).toEqual({
      Sessions: '22104',
      Messages: '498210',
      'Tool calls': '19044',
      'Input tokens': '61400000',
      'Output tokens': '7920000',
      'Cache read tokens': '412000000',
      'Cache write tokens': '0',
      'Reasoning tokens': '2310000',
      'Estimated cost': '0.3',
      'Actual cost': 'unknown',
    });
    expect(screen.getByRole('group', { name: 'Input tokens' }).textContent).toContain('61.4M');
    expect(screen.getByText('costs')).toBeTruthy();
  });

  it('asks for the range, the source and the days that are chosen', async () => {
    const { asked } = renderDashboard();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: '30 days' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'no source named (1)');
    await user.click(screen.getByRole('radio', { name: 'Custom' }));
    await screen.findByLabelText('From');
    expect(asked.at(-1)).toEqual({
      range: { kind: 'custom', from: '2026-11-10', to: '2026-11-12' },
      sources: [''],
      models: [],
    });
  });

  it('says of a range that ends before it begins why nothing is in it', async () => {
    renderDashboard();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: 'Custom' }));
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.change(await screen.findByLabelText('To'), { target: { value: '2026-11-09' } });
    expect((await screen.findByRole('alert')).textContent).toMatch(/ends before it begins/);
  });

  it('leads from a name, a day and the residual to what is behind it', async () => {
    const { slices } = renderDashboard();
    const user = userEvent.setup();
    const models = within(await screen.findByRole('region', { name: 'Models' }));
    await user.click(models.getByRole('button', { name: 'no model named' }));
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    await user.click(screen.getByRole('button', { name: 'Nov 12, 2026' }));
    await user.click(screen.getByRole('button', { name: '−70 (3 sessions)' }));
    expect(slices).toEqual([
      { kind: 'model', value: '' },
      { kind: 'day', value: '2026-11-12', model: null },
      { kind: 'residual' },
    ]);
  });

  it('shows residuals with their sign, and hostile names as text', async () => {
    renderDashboard();
    const ledger = await screen.findByRole('region', { name: 'Cost ledger' });
    expect(ledger.textContent).toContain('−$0.25');
    expect(screen.getByRole('button', { name: '<b>host</b>' })).toBeTruthy();
  });
});
