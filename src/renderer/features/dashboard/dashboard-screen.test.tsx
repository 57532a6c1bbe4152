import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import { createQueryClient } from '../../api/cache.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { createClient } from '../../api/client.ts';
import { DashboardScreen } from './dashboard-screen.tsx';

const COST = { actualUsd: 0, actualCount: 0, estimatedUsd: 0.3, estimatedCount: 3, includedCount: 1, unknownCount: 2 };
const TOTALS = {
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
};

describe('DashboardScreen', () => {
  it('gives each tile its plain number, and says unknown only where no row has that state', async () => {
    const { bridge } = fakeBridge({ 'usage.totals': () => TOTALS });
    render(
      <ClientContext value={createClient(bridge)}>
        <QueryClientProvider client={createQueryClient()}>
          <DashboardScreen />
        </QueryClientProvider>
      </ClientContext>,
    );
    expect(await screen.findByRole('region', { name: 'Dashboard' })).toBeTruthy();
    const tiles = await screen.findAllByRole('group');
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
  });
});
