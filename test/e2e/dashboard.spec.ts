import type { Page } from '@playwright/test';
import { expect, test } from '../support/electron-app.ts';
import { copyFixtureOfToday } from '../support/present-fixture.ts';
import { goTo, settled, waitForList, wholeList } from '../support/shown-window.ts';
import { totalOf, UsageReference, type Fact, type Selected } from '../support/usage-reference.ts';

/** Days begin at another time than those of UTC. */
const ZONE = 'America/St_Johns';
const EVERYTHING = { days: null, zone: ZONE, sources: [], models: [] } as const;

for (const version of ['v11', 'v20', 'v23'] as const) {
  test(`every tile holds what raw rows say, of two ranges, a source and a model (${version})`, async ({
    launchApp,
  }) => {
    const path = copyFixtureOfToday(version);
    const reference = new UsageReference(path);
    const all = reference.select(EVERYTHING);
    const { page, faults } = await openDashboard(launchApp, path);
    await expectTiles(page, all);

    await choose(page, '90 days');
    const days = lastDays(90);
    const recent = reference.select({ ...EVERYTHING, days });
    expect(recent.sessions.length).toBeLessThan(all.sessions.length);
    await expectTiles(page, recent);
    await page.getByRole('combobox', { name: 'Source' }).selectOption({ label: await optionOf(page, 'Source', 'cli') });
    await expectTiles(page, reference.select({ ...EVERYTHING, days, sources: ['cli'] }));

    await choose(page, 'All');
    await page.getByRole('combobox', { name: 'Source' }).selectOption('any');
    const model = all.values(fact => fact.model).find(name => name.includes('gemini')) ?? '';
    await page.getByRole('combobox', { name: 'Model' }).selectOption({ label: await optionOf(page, 'Model', model) });
    await expectTiles(page, reference.select({ ...EVERYTHING, models: [model] }));
    expect(faults).toEqual([]);
  });
}

test('a bar, a day, a row of a table, a tile and the ledger each list exactly their conversations', async ({
  launchApp,
}) => {
  test.setTimeout(120_000);
  const path = copyFixtureOfToday('v23');
  const selected = new UsageReference(path).select(EVERYTHING);
  const { page, faults } = await openDashboard(launchApp, path);
  const dashboard = page.getByRole('region', { name: 'Dashboard' });

  const { day, model, place } = tallestBar(selected);
  await dashboard
    .locator('.recharts-bar')
    .first()
    .locator('.recharts-bar-rectangle')
    .nth(place)
    .locator('path')
    .click();
  await expectListed(page, selected, (fact, each) => each === day && fact.model === model);

  await dashboard.getByRole('button', { name: 'Show as table' }).click();
  await dashboard.locator(`tr[data-day="${day}"]`).getByRole('button').click();
  await expectListed(page, selected, (_fact, each) => each === day);

  await dashboard
    .getByRole('region', { name: 'Models' })
    .locator(`tr[data-value="${model}"]`)
    .getByRole('button')
    .click();
  await expectListed(page, selected, fact => fact.model === model);

  await dashboard
    .getByRole('region', { name: 'Sources' })
    .locator('tr[data-value="telegram"]')
    .getByRole('button')
    .click();
  await expectListed(page, selected, fact => fact.source === 'telegram');

  await dashboard.getByRole('group', { name: 'Actual cost' }).getByRole('button').click();
  await expectIds(page, selected.inState('actual'));

  await dashboard.locator('tr[data-cost-state="unknown"]').getByRole('button').click();
  await expectIds(page, selected.inState('unknown'));
  expect(faults).toEqual([]);
});

type Launch = (options: {
  db: string;
  env: Record<string, string>;
}) => Promise<{ page: Page; faults: readonly string[] }>;

async function openDashboard(launchApp: Launch, db: string) {
  const launched = await launchApp({ db, env: { TZ: ZONE } });
  await waitForList(launched.page);
  await goTo(launched.page, 'Dashboard');
  return launched;
}

async function choose(page: Page, range: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Range' }).getByRole('radio', { name: range, exact: true }).click();
}

/** Options are called by their value and how many sessions it has. */
async function optionOf(page: Page, list: string, value: string): Promise<string> {
  const options = await page.getByRole('combobox', { name: list }).locator('option').allTextContents();
  const found = options.find(option => option.startsWith(`${value} (`));
  if (found === undefined) throw new Error(`${list} has no ${value} among ${options.join(', ')}`);
  return found;
}

/** Adding up fractions in another order differs behind the tenth digit. */
function plain(usd: number): number {
  return Math.round(usd * 1e8) / 1e8;
}

async function expectTiles(page: Page, selected: Selected): Promise<void> {
  const { counts, states, usd } = selected.row(() => true);
  const dollars = (state: 'actual' | 'estimated') => (states[state] === 0 ? 'unknown' : plain(usd[state]));
  const expected = {
    Sessions: selected.sessions.length,
    Messages: selected.messages,
    'Tool calls': selected.toolCalls,
    'Input tokens': counts.input,
    'Output tokens': counts.output,
    'Cache read tokens': counts.cache_read,
    'Cache write tokens': counts.cache_write,
    'Reasoning tokens': counts.reasoning,
    'Estimated cost': dollars('estimated'),
    'Actual cost': dollars('actual'),
  };
  await expect.poll(() => shownTiles(page)).toEqual(expected);
}

async function shownTiles(page: Page): Promise<Record<string, number | string>> {
  const tiles = page.locator('section[aria-label="Dashboard"][aria-busy="false"] [role="group"][data-value]');
  const values = await tiles.evaluateAll(groups =>
    groups.map(group => [group.getAttribute('aria-label') ?? '', group.getAttribute('data-value') ?? ''] as const),
  );
  return Object.fromEntries(values.map(([name, value]) => [name, value === 'unknown' ? value : plain(Number(value))]));
}

/** Today and so many days before it as make `count`. */
function lastDays(count: number): [string, string] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const today = format.format(Date.now());
  const first = new Date(`${today}T12:00:00Z`);
  first.setUTCDate(first.getUTCDate() - count + 1);
  return [first.toISOString().slice(0, 10), today];
}

/** The day on which the model with the most tokens has its most, and how many bars it has before that day. */
function tallestBar(selected: Selected): { day: string; model: string; place: number } {
  const tokens = (wanted: (fact: Fact, day: string | null) => boolean) => totalOf(selected.row(wanted).counts);
  const [model = ''] = selected
    .values(fact => fact.model)
    .sort((a, b) => tokens(fact => fact.model === b) - tokens(fact => fact.model === a));
  const ofDay = (day: string) => tokens((fact, each) => each === day && fact.model === model);
  const [day = ''] = selected.days.toSorted((a, b) => ofDay(b) - ofDay(a));
  const place = selected.days.filter(each => each < day && ofDay(each) > 0).length;
  return { day, model, place };
}

async function expectListed(
  page: Page,
  selected: Selected,
  wanted: (fact: Fact, day: string | null) => boolean,
): Promise<void> {
  await expectIds(page, selected.row(wanted).homes);
}

/** The list holds exactly these; then the dashboard is shown again. */
async function expectIds(page: Page, homes: ReadonlySet<string>): Promise<void> {
  expect(homes.size).toBeGreaterThan(0);
  await expect(page.getByRole('listbox', { name: 'Sessions' }).getByRole('option').first()).toHaveAttribute(
    'aria-setsize',
    String(homes.size),
  );
  expect((await wholeList(page)).sort()).toEqual([...homes].sort());
  await settled(page);
  await goTo(page, 'Dashboard');
}
