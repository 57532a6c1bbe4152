import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import Database from 'better-sqlite3';
import { fixturePath, temporaryFolder } from '../support/fixtures.ts';
import { packagedPaths, withPackagedApp } from '../support/packaged-app.ts';

test('the package lists the sessions of a database @long', async () => {
  const db = new Database(fixturePath('v23'), { readonly: true });
  const ids = db.prepare<[], string>('SELECT id FROM sessions').pluck().all();
  db.close();

  await withPackagedApp(['--db', fixturePath('v23')], async page => {
    const options = page.getByRole('listbox', { name: 'Sessions' }).getByRole('option');
    await expect(options.first()).toBeVisible();
    const shown = await options.evaluateAll(all => all.map(one => one.getAttribute('data-session-id')));
    expect(shown.length).toBeGreaterThan(3);
    expect(ids).toEqual(expect.arrayContaining(shown));
  });
});

test('the package holds one dependency, and its binary for this system reads a database @long', () => {
  const { resources } = packagedPaths();
  // The stand-in for Electron keeps the app behind its loader, and brings a better-sqlite3 of its own: only here is ours loaded.
  const archive = [join(resources, 'app.asar'), join(resources, 'packaged', 'app.asar')].find(existsSync);
  if (archive === undefined) throw new Error(`no app.asar in ${resources}`);
  const folder = join(temporaryFolder(), 'app');
  const asar = resolve(import.meta.dirname, '../../node_modules/@electron/asar/bin/asar.js');
  execFileSync(process.execPath, [asar, 'extract', archive, folder]);

  expect(readdirSync(join(folder, 'node_modules'))).toEqual(['better-sqlite3']);
  expect(readdirSync(join(folder, 'node_modules', 'better-sqlite3', 'prebuilds'))).toHaveLength(1);
  const load = createRequire(join(folder, 'out', 'main', 'index.cjs'));
  const Packed = load('better-sqlite3') as typeof Database;
  const db = new Packed(fixturePath('v23'), { readonly: true });
  expect(db.prepare('SELECT count(*) FROM sessions').pluck().get()).toBeGreaterThan(10);
  db.close();
});
