import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeBridge } from '../../../../test/support/fake-bridge.ts';
import { createQueryClient } from '../../api/cache.ts';
import { ClientContext } from '../../api/client-context.tsx';
import { createClient } from '../../api/client.ts';
import { PruneSection } from './prune-section.tsx';

it.each([
  ['0.5', 0.5],
  ['1e3', 1000],
  ['0', 0],
  ['36500', 36_500],
  ['', null],
  ['-3', null],
  ['36501', null],
])('the age is what was typed and nothing else: %j', async (typed, days) => {
  const asked: unknown[] = [];
  const { bridge } = fakeBridge({
    'app.info': () => ({ preferences: {} }),
    'prune.plan': (rule: unknown) => {
      asked.push(rule);
      throw new Error('enough');
    },
  });
  render(
    <ClientContext value={createClient(bridge)}>
      <QueryClientProvider client={createQueryClient()}>
        <PruneSection />
      </QueryClientProvider>
    </ClientContext>,
  );
  const user = userEvent.setup();
  const field = screen.getByLabelText('Older than');
  await user.clear(field);
  if (typed !== '') await user.type(field, typed);
  const dryRun = screen.getByRole('button', { name: 'Dry run' });
  await user.click(dryRun);
  expect(asked).toMatchObject(days === null ? [] : [{ olderThanDays: days }]);
  expect(dryRun.hasAttribute('disabled')).toBe(days === null);
  expect(screen.queryByText('A number from 0 to 36,500, please.') === null).toBe(days !== null);
});
