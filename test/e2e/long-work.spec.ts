import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { expect, test } from '../support/electron-app.ts';
import { copyFixture, temporaryFolder } from '../support/fixtures.ts';
import { waitForList } from '../support/shown-window.ts';

interface Reply {
  readonly ok: boolean;
  readonly value?: Record<string, unknown>;
  readonly error?: { readonly code: string };
}

let lastCall = 5_000_000;

function call(page: Page, feature: string, method: string, input: object): Promise<Reply> {
  lastCall += 1;
  const request = JSON.stringify({ callId: lastCall, feature, method, input });
  return page.evaluate(`window.bridge.call(${request})`);
}

/** Has the native dialogs answer by themselves. */
async function answerDialogs(app: ElectronApplication, path: string, button = 0): Promise<void> {
  await app.evaluate(
    ({ dialog }, answer) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: answer.path === '', filePath: answer.path });
      dialog.showMessageBox = () => Promise.resolve({ response: answer.button, checkboxChecked: false });
    },
    { path, button },
  );
}

/** Read after the app is gone, or through SQLite alone. */
function oneSession(path: string): { id: string; title: string } {
  const db = new Database(path, { readonly: true });
  try {
    return db
      .prepare<[], { id: string; title: string }>(
        'SELECT id, title FROM sessions WHERE title IS NOT NULL AND parent_session_id IS NULL ORDER BY id LIMIT 1',
      )
      .get()!;
  } finally {
    db.close();
  }
}

const ALL = { kind: 'all' };

test('exports: everything, replaced only after a question, cancelled in the dialog', async ({ launchApp }) => {
  const { app, page, faults } = await launchApp({ db: copyFixture('v23') });
  await waitForList(page);
  const target = join(temporaryFolder(), 'all.jsonl');
  const run = (format: string) => call(page, 'exporting', 'run', { jobId: `export ${format}`, scope: ALL, format });
  await page.evaluate('window.seen = []; window.bridge.onChanged(event => window.seen.push(event))');

  await answerDialogs(app, target);
  const written = await run('jsonl');
  expect(written).toMatchObject({ ok: true, value: { kind: 'written', leftOut: 0 } });
  const text = readFileSync(target);
  expect(written.value?.['sha256']).toBe(createHash('sha256').update(text).digest('hex'));
  expect(text.toString().trimEnd().split('\n').length).toBe(written.value?.['sessions']);
  const seen = await page.evaluate<{ topic: string; progress?: { jobId: string } }[]>('window.seen');
  expect(seen.some(({ topic, progress }) => topic === 'progress' && progress?.jobId === 'export jsonl')).toBe(true);

  writeFileSync(target, 'mine');
  // "Cancel" in the question, then in the dialog that comes back.
  await app.evaluate(({ dialog }, path) => {
    let asked = 0;
    dialog.showSaveDialog = () => Promise.resolve({ canceled: (asked += 1) > 1, filePath: path });
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
  }, target);
  expect(await run('jsonl')).toMatchObject({ ok: true, value: { kind: 'cancelled' } });
  expect(readFileSync(target, 'utf8')).toBe('mine');
  await answerDialogs(app, target, 0);
  expect(await run('jsonl')).toMatchObject({ value: { kind: 'written' } });
  expect(readFileSync(target).equals(text)).toBe(true);

  for (const format of ['json', 'markdown', 'html']) {
    await answerDialogs(app, join(dirname(target), `all ${format}`));
    expect(await run(format)).toMatchObject({ ok: true, value: { kind: 'written' } });
  }
  expect(readdirSync(dirname(target)).sort()).toEqual([
    'all html.html',
    'all json.json',
    'all markdown.md',
    'all.jsonl',
  ]);
  expect(faults).toEqual([]);
});

test('an older file: read, refused, upgraded with a backup, written', async ({ launchApp }) => {
  const path = copyFixture('v11');
  const { id } = oneSession(path);
  const { page, faults } = await launchApp({ db: path });
  await waitForList(page);
  const pin = () => call(page, 'organise', 'setArchived', { ids: [id], on: true });
  expect(await pin()).toMatchObject({ ok: false, error: { code: 'needs-upgrade' } });
  expect(await call(page, 'maintenance', 'upgradePlan', {})).toMatchObject({
    value: { needed: true, from: 11, to: 23 },
  });
  const made = await call(page, 'maintenance', 'upgrade', { jobId: 'upgrade' });
  expect(made).toMatchObject({ ok: true, value: { from: 11, to: 23 } });
  expect(readdirSync(dirname(path)).some(name => name.startsWith('state.db.backup-11-'))).toBe(true);
  expect(await pin()).toMatchObject({ ok: true, value: { changed: 1 } });
  expect(await call(page, 'database', 'state', {})).toMatchObject({ value: { facts: { schemaVersion: 23 } } });
  expect(faults).toEqual([]);
});

test('backup, check, a rebuilt index, a new name, and none of them in read-only mode', async ({ launchApp }) => {
  const path = copyFixture('v23');
  const { id, title } = oneSession(path);
  const { page, faults, close } = await launchApp({ db: path });
  await waitForList(page);
  expect(await call(page, 'maintenance', 'backUp', { jobId: 'backup' })).toMatchObject({ ok: true });
  for (const depth of ['quick', 'full', 'search-index']) {
    expect(await call(page, 'maintenance', 'check', { jobId: depth, depth })).toMatchObject({ value: { data: 'ok' } });
  }
  expect(await call(page, 'maintenance', 'rebuildIndex', { jobId: 'rebuild' })).toMatchObject({ ok: true });
  expect(await call(page, 'organise', 'rename', { id, title: 'Another name' })).toMatchObject({
    value: { kind: 'renamed' },
  });
  expect(await call(page, 'organise', 'rename', { id, title })).toMatchObject({ value: { kind: 'renamed' } });
  await call(page, 'app', 'setPreferences', { readOnly: true });
  const files = readdirSync(dirname(path)).sort();
  const before = await contentOf(path);
  for (const [feature, method, input] of [
    ['organise', 'rename', { id, title: 'Never' }],
    ['organise', 'setPinned', { ids: [id], on: true }],
    ['organise', 'delete', { jobId: 'delete', ids: [id], unit: 'conversation' }],
    ['maintenance', 'rebuildIndex', { jobId: 'rebuild' }],
    ['maintenance', 'upgrade', { jobId: 'upgrade' }],
    ['maintenance', 'repair', { jobId: 'repair' }],
  ] as const) {
    expect(await call(page, feature, method, input)).toMatchObject({ ok: false, error: { code: 'db-read-only' } });
  }
  expect(readdirSync(dirname(path)).sort()).toEqual(files);
  expect(await contentOf(path)).toBe(before);
  await close();
  expect(await contentOf(path)).toBe(before);
  expect(existsSync(`${path}-journal`)).toBe(false);
  expect(faults).toEqual([]);
});

/** The app runs in another process, so that its locks are not ours to lose. */
async function contentOf(path: string): Promise<string> {
  return Promise.resolve(createHash('sha256').update(readFileSync(path)).digest('hex'));
}
