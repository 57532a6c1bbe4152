import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { copyFixture } from '../../../test/support/fixtures.ts';
import { openTaskContext, testPlaces } from '../../../test/support/task-context.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { leaveMark } from '../interruptions/marks.ts';
import { settleInterruptions } from './settle-interruptions.ts';

const CHILD = fileURLToPath(new URL('../../../test/support/killed-work-process.ts', import.meta.url));
const MOMENTS = 8;
/** Where none of them was in the middle of the work: a busy machine may run the whole of it before the kill comes. */
const MOST_MOMENTS = 80;

/**
 * Starts the work, kills it some time after it began, and says whether it was in the middle of it.
 *
 * @param after - milliseconds; null lets it end.
 */
async function killIn(kind: string, database: string, folder: string, after: number | null): Promise<boolean> {
  const child = spawn(process.execPath, [CHILD, kind, database, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child.stdout, 'data');
  const closed = once(child, 'close');
  if (after !== null) {
    await new Promise(resolve => setTimeout(resolve, after));
    child.kill('SIGKILL');
  }
  await closed;
  return !said.includes('done');
}

function settle(database: string, folder: string) {
  const context = openTaskContext(database, folder);
  const places = { ...context.places, runId: 'the next start' };
  try {
    return settleInterruptions({ ...context, places }, {});
  } finally {
    context.store.db.close();
  }
}

test('an export that was killed leaves what was there before, and the next start clears up and says so', async () => {
  const folder = tempFolder();
  const database = copyFixture('v23');
  const target = join(folder, 'out.jsonl');
  const whole = join(folder, 'whole');
  writeFileSync(target, 'before');
  expect(await killIn('export', database, folder, null)).toBe(false);
  writeFileSync(whole, readFileSync(target));
  let counted = 0;
  for (let moment = 0; moment < (counted === 0 ? MOST_MOMENTS : MOMENTS); moment += 1) {
    writeFileSync(target, 'before');
    const wasKilled = await killIn('export', database, folder, Math.random() * 150);
    const text = readFileSync(target, 'utf8');
    expect([text === 'before', text === readFileSync(whole, 'utf8')]).toContain(true);
    const told = settle(database, folder).map(({ action }) => action);
    if (wasKilled && told.length > 0) counted += 1;
    expect(told.every(action => action === 'export')).toBe(true);
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([]);
    expect(settle(database, folder)).toEqual([]);
  }
  expect(counted).toBeGreaterThan(0);
}, 120_000);

test('a backup that was killed leaves no copy that is not whole', async () => {
  const folder = tempFolder();
  const database = copyFixture('v23');
  let counted = 0;
  for (let moment = 0; moment < (counted === 0 ? MOST_MOMENTS : MOMENTS); moment += 1) {
    const wasKilled = await killIn('backup', database, folder, Math.random() * 80);
    const told = settle(database, folder).map(({ action }) => action);
    if (wasKilled && told.includes('backup')) counted += 1;
    const beside = readdirSync(dirname(database)).filter(name => name.startsWith('state.db.backup-'));
    expect(beside.filter(name => name.includes('.partial'))).toEqual([]);
    for (const name of beside) {
      const db = new Database(join(dirname(database), name), { readonly: true });
      expect(db.prepare('SELECT count(*) FROM messages').pluck().get()).toBeGreaterThan(0);
      db.close();
    }
  }
  expect(existsSync(database)).toBe(true);
  expect(counted).toBeGreaterThan(0);
}, 120_000);

test('an export that had its name already is not called unfinished', () => {
  const folder = tempFolder();
  const database = copyFixture('v23');
  const [partial, target] = [join(folder, '.out.jsonl.0123abcd.part'), join(folder, 'out.jsonl')];
  const mark = { runId: 'killed', action: 'export', database, startedAt: 1, partial, detail: null } as const;
  const outcomes = [true, false].map(isWhole => {
    writeFileSync(partial, 'text');
    if (isWhole) linkSync(partial, target);
    leaveMark(testPlaces(folder).marks, mark);
    return settle(database, folder)[0]?.outcome;
  });
  expect(outcomes[0]).toContain('after it was whole');
  expect(outcomes[1]).toContain('was not finished');
  expect([existsSync(partial), readFileSync(target, 'utf8')]).toEqual([false, 'text']);
});
