import type { Locator } from '@playwright/test';
import type { DrivenApp } from './driven-app.ts';
import type { Found } from './outcome.ts';

/** Everything that the dashboard shows of the whole file. */
export async function readDashboard(app: DrivenApp): Promise<Found> {
  const { page } = app;
  await app.goTo('Dashboard');
  const dashboard = page.getByRole('region', { name: 'Dashboard' });
  await dashboard.getByRole('radio', { name: 'All', exact: true }).click();
  await page.locator('section[aria-label="Dashboard"][aria-busy="false"]').waitFor();
  const table = dashboard.getByRole('button', { name: 'Show as table' });
  if (await table.isVisible()) await table.click();
  const models = dashboard.getByRole('region', { name: 'Models' });
  const more = models.getByRole('button', { name: /^Show all/ });
  if (await more.isVisible()) await more.click();
  await app.settled();
  return {
    tiles: await readPairs(dashboard.locator('[role="group"][data-value]'), 'aria-label', 'data-value'),
    byDay: await readNumbers(dashboard.locator('tr[data-day]'), 'data-day', 'data-total'),
    byModel: await readNumbers(models.locator('tr[data-value]'), 'data-value', 'data-tokens'),
    sessionsByCostState: await readNumbers(
      dashboard.locator('tr[data-cost-state]'),
      'data-cost-state',
      'data-sessions',
    ),
    auxiliaryTokens: await auxiliaryTokens(dashboard.getByRole('region', { name: 'Cost ledger' })),
    says: await app.says(),
  };
}

/** Session totals, rows per model, auxiliary calls, residual: the row of tokens has them in this order. */
async function auxiliaryTokens(ledger: Locator): Promise<number> {
  const cell = ledger.getByRole('row').last().locator('[data-tokens]').nth(2);
  return Number(await cell.getAttribute('data-tokens'));
}

/** An attribute of each element by another; the second may be that of something inside it. */
function readPairs(elements: Locator, name: string, value: string): Promise<Record<string, string>> {
  return elements.evaluateAll(
    (found, [nameOf = '', valueOf = '']) =>
      Object.fromEntries(
        found.map(element => {
          const holder = element.hasAttribute(valueOf) ? element : element.querySelector(`[${valueOf}]`);
          return [element.getAttribute(nameOf) ?? '', holder?.getAttribute(valueOf) ?? ''];
        }),
      ),
    [name, value],
  );
}

async function readNumbers(elements: Locator, name: string, value: string): Promise<Record<string, number>> {
  const pairs = await readPairs(elements, name, value);
  return Object.fromEntries(Object.entries(pairs).map(([key, text]) => [key, Number(text)]));
}
