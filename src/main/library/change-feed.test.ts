import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { LEAST_SCHEMA } from '../../../test/support/least-schema.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { ChangeFeed } from './change-feed.ts';
import { Lane } from './lane.ts';

const ENTRY = new URL('../../../test/support/lane-under-test.ts', import.meta.url);
const WRITER = `
  import BetterSqlite3 from 'better-sqlite3';
  const db = new BetterSqlite3(process.argv[1]);
  process.stdin.on('data', chunk => {
    for (const id of String(chunk).trim().split(' ')) db.prepare('INSERT INTO sessions (id) VALUES (?)').run(id);
    process.stdout.write('done\\n');
  });
  process.stdin.on('end', () => db.close());
`;

function watchedDatabase(mode: 'WAL' | 'DELETE') {
  const path = join(tempFolder(), 'state.db');
  const db = new BetterSqlite3(path);
  db.pragma(`journal_mode = ${mode}`);
  db.exec(LEAST_SCHEMA);
  db.close();
  const lane = new Lane({ name: 'test', entry: ENTRY, path });
  const seen: number[] = [];
  const feed = new ChangeFeed(() => lane.call('probe', null) as Promise<{ stamp: string }>, {
    onChange: () => seen.push(performance.now()),
    onTrouble: () => undefined,
  });
  onTestFinished(async () => {
    feed.dispose();
    await lane.close();
  });
  /** Starts the feed and returns once it has had its first look. */
  const start = async (): Promise<void> => {
    await lane.call('probe', null);
    feed.start();
    await lane.call('probe', null);
  };
  return { path, lane, feed, seen, start };
}

function otherProcess(path: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WRITER, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  return async (...ids: string[]): Promise<void> => {
    child.stdin.write(`${ids.join(' ')}\n`);
    await once(child.stdout, 'data');
  };
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

test.each(['WAL', 'DELETE'] as const)('sees a second process commit within a second, %s', async mode => {
  const { path, lane, seen, start } = watchedDatabase(mode);
  const write = otherProcess(path);
  await start();
  await pause(700);
  expect(seen).toEqual([]);
  for (const id of ['one', 'two']) {
    const before = seen.length;
    await write(id);
    const committed = performance.now();
    while (seen.length === before && performance.now() - committed < 2000) await pause(5);
    expect(seen.length).toBeGreaterThan(before);
    expect((seen.at(-1) ?? Infinity) - committed).toBeLessThan(1000);
    expect(await lane.call('sessions', null)).toContain(id);
  }
});

test('many commits are announced at most four times a second, and the last one is not lost', async () => {
  const { path, feed, seen, start } = watchedDatabase('WAL');
  const write = otherProcess(path);
  await start();
  await write('first');
  await pause(600);
  const before = seen.length;
  let last = 0;
  for (let round = 0; round < 40; round += 1) {
    await write(`row-${String(round)}`);
    last = performance.now();
    feed.pollNow();
    await pause(25);
  }
  await pause(600);
  const announced = seen.slice(before);
  for (const [index, at] of announced.entries()) {
    if (index > 0) expect(at - (announced[index - 1] ?? 0)).toBeGreaterThan(240);
  }
  expect(announced.length).toBeGreaterThan(2);
  expect(announced.at(-1)).toBeGreaterThan(last);
});

test('a hidden window is polled rarely and caught up when it is seen again', async () => {
  const { path, feed, seen, start } = watchedDatabase('WAL');
  const write = otherProcess(path);
  await write('first');
  await start();
  await pause(100);
  feed.setVisible(false);
  await pause(600);
  await write('second');
  await pause(800);
  expect(seen).toEqual([]);
  feed.setVisible(true);
  await pause(200);
  expect(seen.length).toBe(1);
});

test('a failing probe is reported once, and so is its end; nothing is told after disposal', async () => {
  const { AppError } = await import('../../shared/errors.ts');
  const told: (string | null)[] = [];
  let failing = true;
  const feed = new ChangeFeed(
    () => (failing ? Promise.reject(new AppError('db-missing', 'gone')) : Promise.resolve({ stamp: '1' })),
    { onChange: () => told.push('change'), onTrouble: error => told.push(error?.code ?? null) },
  );
  feed.start();
  await pause(20);
  feed.pollNow();
  await pause(20);
  failing = false;
  feed.pollNow();
  await pause(20);
  expect(told).toEqual(['db-missing', null]);
  feed.dispose();
  failing = true;
  feed.pollNow();
  await pause(600);
  expect(told).toEqual(['db-missing', null]);
});
