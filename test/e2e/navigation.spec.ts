import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { sessionLink } from '../../src/shared/session-link.ts';
import { expect, test } from '../support/electron-app.ts';
import { runElectron } from '../support/electron-process.ts';
import { fixturePath, temporaryFolder } from '../support/fixtures.ts';
import { toastSaying } from '../support/shown-toasts.ts';
import { conversation, goTo, headActions, rowOf, sessionList, settled, waitForList } from '../support/shown-window.ts';
import { writeSmallDatabase } from '../support/small-database.ts';

const HOUR = 3600;
const TITLES = {
  latin: 'Grafana panel for the ingest path',
  cyrillic: 'Перевод письма для подрядчика',
  japanese: '請求書PDFの文字化けを調べる',
  arabic: 'ملخص الاجتماع الأسبوعي',
  archived: 'Spike: replace moment with Temporal',
} as const;

/** Sessions `nav_<name>` with these titles, and one that holds a long talk and whose project is a folder that exists. */
function navigationDatabase(folder: string): string {
  const now = Date.now() / 1000;
  const named = Object.entries(TITLES).map(([name, title], at) => ({
    id: `nav_${name}`,
    source: 'cli',
    title,
    started_at: now - (at + 2) * HOUR,
    archived: name === 'archived' ? 1 : 0,
  }));
  const talk = { id: '20261112_130502_a1b2c3', source: 'cli', title: 'A long talk', cwd: folder };
  const gone = { id: "odd id; $(touch x) 'y'", source: 'cli', title: 'Of another machine', cwd: '/nowhere/at/all' };
  const texts = Array.from({ length: 120 }, (_, at) => ({
    session_id: talk.id,
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Line ${String(at + 1)} of the talk`,
    timestamp: now - HOUR + at,
  }));
  const others = [...named, gone].map(({ id }) => ({ session_id: id, role: 'user', content: 'Hello', timestamp: now }));
  return writeSmallDatabase({
    sessions: [...named, { ...talk, started_at: now - HOUR }, { ...gone, started_at: now - 9 * HOUR }],
    messages: [...texts, ...others],
  });
}

function palette(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Command palette' });
}

async function openPalette(page: Page, text: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(text);
  await settled(page);
  return palette(page).getByRole('option');
}

async function run(page: Page, command: string): Promise<void> {
  const options = await openPalette(page, command);
  await expect(options.first()).toContainText(command);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
}

function openTitle(page: Page): Locator {
  return page.getByRole('main').getByRole('heading', { level: 2 }).first();
}

test('the palette finds sessions by half a title in any script and by the start of an id, and says why one is not listed', async ({
  launchApp,
}) => {
  const { page, faults } = await launchApp({ db: navigationDatabase(temporaryFolder()) });
  await waitForList(page);
  for (const [half, title] of [
    ['ana pan', TITLES.latin],
    ['ПИСЬМА', TITLES.cyrillic],
    ['文字化け', TITLES.japanese],
    ['الاجتماع', TITLES.arabic],
    ['20261112_1305', 'A long talk'],
  ] as const) {
    const options = await openPalette(page, half);
    await expect(options.first()).toContainText(title);
    await expect(options.first().locator('mark').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(openTitle(page)).toHaveText(title);
    await expect(palette(page)).toBeHidden();
  }

  const options = await openPalette(page, 'temporal');
  await expect(options.first()).toContainText('not in the list: archived');
  await expect(rowOf(page, 'nav_archived')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(openTitle(page)).toHaveText(TITLES.archived);

  await page.keyboard.press('Control+k');
  const recent = palette(page).getByRole('group', { name: 'Recently opened' }).getByRole('option');
  await expect(recent.first()).toContainText('A long talk');
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(openTitle(page)).toHaveText('A long talk');
  expect(faults).toEqual([]);
});

test('the palette runs commands, and what is typed can be searched for in every message', async ({ launchApp }) => {
  const { page } = await launchApp({ db: navigationDatabase(temporaryFolder()) });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForList(page);
  await page.getByRole('button', { name: 'Command palette' }).click();
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await expectNoFaults(page);
  await page.keyboard.press('Escape');

  await run(page, 'Theme: dark');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await run(page, 'Show archived sessions');
  await expect(rowOf(page, 'nav_archived')).toBeVisible();
  await run(page, 'Back up now');
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeFocused();
  await run(page, 'Filter sessions');
  await expect(page.getByRole('searchbox', { name: 'Filter sessions' })).toBeFocused();

  await openPalette(page, 'line 77');
  await palette(page).getByRole('option', { name: 'Search all messages' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search messages' })).toHaveValue('line 77');
});

test('every key stands on a sheet, which the menu and the settings show as well', async ({ launchApp }) => {
  const { app, page } = await launchApp({ db: navigationDatabase(temporaryFolder()) });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForList(page);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sessionList(page).focus();
  await page.keyboard.press('?');
  for (const key of ['Ctrl+K', 'Ctrl+Shift+F', 'Ctrl+4', 'Alt+←', '/', 'F2', 'Del', 'PgDn', 'Ctrl+Z'])
    await expect(sheet.getByText(key, { exact: true }).first()).toBeVisible();
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await expect(sessionList(page)).toBeFocused();

  await chooseInMenu(app, 'shortcuts');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseInMenu(app, 'go-settings');
  await page
    .getByRole('region', { name: 'Keyboard shortcuts' })
    .getByRole('button', { name: 'Keyboard shortcuts' })
    .click();
  await expect(sheet).toBeVisible();
});

test('resume command, id, link and folder of a conversation', async ({ launchApp }) => {
  const folder = join(temporaryFolder(), 'a project');
  mkdirSync(folder);
  const { app, page } = await launchApp({ db: navigationDatabase(folder) });
  await waitForList(page);
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openPath = path => {
      opened.push(path);
      return Promise.resolve('');
    };
  });
  const choose = async (id: string, item: string): Promise<void> => {
    await rowOf(page, id).click({ button: 'right' });
    await page.getByRole('menuitem', { name: item }).click();
  };
  const talk = '20261112_130502_a1b2c3';
  const odd = "odd id; $(touch x) 'y'";
  for (const [id, item, text] of [
    [talk, 'Copy resume command', `hermes --resume ${talk}`],
    [talk, 'Copy link', `hermes-sessions://session/${talk}`],
    [odd, 'Copy id', odd],
    [odd, 'Copy resume command', String.raw`hermes --resume='odd id; $(touch x) '\''y'\'''`],
    [odd, 'Copy link', sessionLink(odd)],
  ] as const) {
    await choose(id, item);
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(text);
  }

  await choose(odd, 'Open project folder');
  await expect(toastSaying(page, /not on this machine any more/)).toBeVisible();
  await rowOf(page, talk).click();
  await headActions(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Open project folder' }).click();
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'opened') as string[])).toEqual([folder]);
});

test('the command line opens a session at a message, at the start and in the running window', async ({ launchApp }) => {
  const db = navigationDatabase(temporaryFolder());
  const talk = '20261112_130502_a1b2c3';
  const launched = await launchApp({ db, args: ['--session', talk, '--message=41'] });
  const { app, page, userDataDir, home, faults } = launched;
  const at = (id: number): Locator => conversation(page).locator(`article[data-message-id="${String(id)}"]`);
  await expect(at(41)).toBeFocused();
  await expect(at(41)).toBeInViewport();
  await headActions(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy link to this message' }).click();
  const copied = `hermes-sessions://session/${talk}?message=41`;
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(copied);
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeEnabled();

  const second = async (...args: readonly string[]): Promise<void> => {
    const { code } = await runElectron([`--user-data-dir=${userDataDir}`, ...args], home);
    expect(code).toBe(0);
  };
  await second('--session', 'nav_cyr');
  await expect(openTitle(page)).toHaveText(TITLES.cyrillic);
  await second(`hermes-sessions://session/${talk}?message=90`);
  await expect(at(90)).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(openTitle(page)).toHaveText(TITLES.cyrillic);

  await second('--session', 'nav_');
  await expect(toastSaying(page, /Several sessions begin with “nav_”/)).toBeVisible();
  await second('--session', 'no-such-session');
  await expect(page.getByRole('alert').filter({ hasText: 'This session is not in the database' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('links that make no sense are refused with a reason, and lead to no other file', async ({ launchApp }) => {
  const db = navigationDatabase(temporaryFolder());
  const { app, page, userDataDir, home } = await launchApp({ db, args: ['--message', '7'] });
  await waitForList(page);
  await expect(toastSaying(page, /--message needs --session/)).toBeVisible();
  const other = fixturePath('v11');
  for (const [link, problem] of [
    [`hermes-sessions://open/${other}`, /is not of the form/],
    [`hermes-sessions://session/a?db=${other}`, /is not of the form/],
    ['hermes-sessions://session/nav_latin?message=x', /message in the link/],
  ] as const) {
    await app.evaluate(({ app: electron }, url) => electron.emit('open-url', { preventDefault: () => 0 }, url), link);
    await expect(toastSaying(page, problem).first()).toBeVisible();
  }
  await runElectron(
    [`--user-data-dir=${userDataDir}`, '--', `hermes-sessions://session/nav_latin`, '--db', other],
    home,
  );
  await expect(openTitle(page)).toHaveText(TITLES.latin);
  await expect(page.getByRole('contentinfo', { name: 'Database' })).toContainText('schema 23');
});

test('Back and Forward find the list, the search and the conversation as they were left', async ({ launchApp }) => {
  const { page } = await launchApp({ db: navigationDatabase(temporaryFolder()) });
  await waitForList(page);
  const back = page.getByRole('button', { name: 'Back', exact: true });
  const forward = page.getByRole('button', { name: 'Forward', exact: true });
  const filter = page.getByRole('searchbox', { name: 'Filter sessions' });
  await expect(back).toBeDisabled();
  await expect(forward).toBeDisabled();

  await filter.fill('nav_');
  await settled(page);
  await rowOf(page, 'nav_latin').click();
  await page.getByRole('tab', { name: 'Details' }).click();
  await filter.fill('talk');
  await settled(page);
  await rowOf(page, '20261112_130502_a1b2c3').click();
  await expect(openTitle(page)).toHaveText('A long talk');
  await goTo(page, 'Dashboard');

  await page.keyboard.press('Alt+ArrowLeft');
  await expect(filter).toHaveValue('talk');
  await mouseButton(page, 3);
  await expect(openTitle(page)).toHaveText(TITLES.latin);
  await back.click();
  await expect(filter).toHaveValue('nav_');
  await expect(back).toBeDisabled();
  await mouseButton(page, 4);
  await expect(openTitle(page)).toHaveText(TITLES.latin);
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await forward.click();
  await forward.click();
  await expect(page.getByRole('region', { name: 'Dashboard' })).toBeVisible();
  await expect(forward).toBeDisabled();
});

/** Chooses an entry of the native menu. */
async function chooseInMenu(app: ElectronApplication, id: string): Promise<void> {
  await app.evaluate(({ Menu, BrowserWindow }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    item?.click(undefined, BrowserWindow.getAllWindows()[0]);
  }, id);
}

/** Lets go of the fourth or fifth button of a mouse, which Playwright does not know. */
async function mouseButton(page: Page, button: number): Promise<void> {
  await page.evaluate(
    pressed => document.body.dispatchEvent(new MouseEvent('mouseup', { button: pressed, bubbles: true })),
    button,
  );
}

async function expectNoFaults(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map(node => node.target.join(' ')) }))).toEqual([]);
}
