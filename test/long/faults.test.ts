import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SessionDB, SessionDbError } from '../../src/main/session-db/index.ts';
import { copyFixture, fixturePath, temporaryFolder } from '../support/fixtures.ts';
import { expectCounted, foundIn } from '../support/killed-file.ts';
import { ordinaryUser } from '../support/ordinary-user.ts';
import { startChild } from '../support/talking-child.ts';
import { ftsProblems } from '../support/table-rows.ts';

const PATIENCE_MS = 300_000;
const MODES = ['wal', 'delete'] as const;

/** A file with a session that takes messages. */
function fresh(folder: string, mode: (typeof MODES)[number]): string {
  const path = join(folder, 'state.db');
  const db = new SessionDB(path);
  db.store.db.pragma(`journal_mode = ${mode}`);
  db.createSession({ sessionId: 's', source: 'cli' });
  db.close();
  return path;
}

const append = (db: SessionDB) =>
  db.appendMessage({ sessionId: 's', role: 'user', content: `heron ${'x y '.repeat(500)}` });

function codeOf(action: () => unknown): string {
  try {
    action();
    return 'none';
  } catch (error) {
    if (error instanceof SessionDbError) return error.code;
    throw error;
  }
}

/** Everything that was acknowledged is there, and the file is whole. */
function expectWhole(path: string, messages: number): void {
  const db = new SessionDB(path);
  expect(db.messageCount('s')).toBe(messages);
  expect(foundIn(db, 'heron')).toBe(messages);
  expectCounted(db);
  expect(db.store.db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(ftsProblems(db.store.db)).toEqual([]);
  db.close();
}

/** A disk of its own, of so many kilobytes; null where this user may not mount one. */
function smallDisk(kilobytes: number): string | null {
  const folder = temporaryFolder();
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${String(kilobytes)}k`, 'tmpfs', folder]);
  if (status !== 0) return null;
  onTestFinished(() => {
    execFileSync('umount', [folder]);
  });
  return folder;
}

/** Appends until the file cannot grow. @returns how many were acknowledged, and what stopped it. */
function fill(db: SessionDB): { readonly done: number; readonly code: string } {
  for (let done = 0; done < 5000; done += 1) {
    const code = codeOf(() => append(db));
    if (code !== 'none') return { done, code };
  }
  throw new Error('the disk took everything');
}

describe.each(MODES)('a full disk (%s)', mode => {
  test(
    'a disk of its own: the write fails, nothing is lost, and there is room again',
    () => {
      const folder = smallDisk(6000);
      if (folder === null) {
        console.log('FAULTS full disk: no disk could be mounted; the limit of pages stands for it');
        return;
      }
      const path = fresh(folder, mode);
      const ballast = join(folder, 'ballast');
      writeFileSync(ballast, Buffer.alloc(2_000_000));
      const db = new SessionDB(path);
      onTestFinished(() => db.close());
      const { done, code } = fill(db);
      console.log(`FAULTS full disk, ${mode}: ${String(done)} appends, then ${code}`);
      expect(code).toBe('db-full');
      expect(done).toBeGreaterThan(5);
      expect(db.messageCount('s')).toBe(done);
      expect(foundIn(db, 'heron')).toBe(done);
      expect(['db-full', 'none']).toContain(codeOf(() => db.rebuildFts()));
      expect(['db-full', 'none']).toContain(codeOf(() => db.vacuum()));
      rmSync(ballast);
      append(db);
      db.close();
      expectWhole(path, done + 1);
    },
    PATIENCE_MS,
  );

  test(
    'an upgrade that has no room for its backup changes nothing',
    () => {
      const folder = smallDisk(4000);
      if (folder === null) return;
      const path = join(folder, 'state.db');
      copyFileSync(fixturePath('v11'), path);
      const ballast = join(folder, 'ballast');
      spawnSync('sh', ['-c', 'cat /dev/zero > "$1"', 'sh', ballast]);
      const outcome = codeOf(() => new SessionDB(path).close());
      expect(outcome).toBe('db-full');
      const reader = new SessionDB(path, { readOnly: true });
      expect(reader.store.catalog.schemaVersion).toBe(11);
      reader.close();
      rmSync(ballast);
    },
    PATIENCE_MS,
  );

  test(
    'a limit of pages',
    () => {
      const path = fresh(temporaryFolder(), mode);
      const db = new SessionDB(path);
      onTestFinished(() => db.close());
      const raw = db.store.db;
      raw.pragma(`max_page_count = ${String(Number(raw.pragma('page_count', { simple: true })) + 120)}`);
      const { done, code } = fill(db);
      expect(code).toBe('db-full');
      expect(done).toBeGreaterThan(1);
      raw.pragma('max_page_count = 1000000');
      append(db);
      db.close();
      expectWhole(path, done + 1);
    },
    PATIENCE_MS,
  );
});

describe.each(MODES)('a file that goes away (%s)', mode => {
  test('no write into a file that nobody finds; it goes on when the file is back', () => {
    const path = fresh(temporaryFolder(), mode);
    const db = new SessionDB(path);
    onTestFinished(() => db.close());
    append(db);
    const away = `${path}.away`;
    renameSync(path, away);
    expect(codeOf(() => append(db))).toBe('db-missing');
    expect(db.messageCount('s')).toBe(1);
    copyFileSync(copyFixture('v23'), path);
    expect(codeOf(() => append(db))).toBe('db-missing');
    renameSync(away, path);
    append(db);
    db.close();
    expectWhole(path, 2);
  });
});

/** Starts a process that appends as it is told; see append-process.ts. */
async function appender(path: string, executable?: string) {
  const child = startChild('append-process.ts', [path], executable === undefined ? {} : { executable });
  return {
    append: async () => {
      child.tell('append');
      return child.hear();
    },
    end: async () => {
      child.end();
      await child.ended;
    },
    opened: await child.hear(),
  };
}

test.skipIf(process.platform === 'win32')('as an ordinary user without the right to write', async () => {
  for (const mode of MODES) {
    const user = ordinaryUser();
    const executable = user.startsAs(process.execPath);
    const folder = join(temporaryFolder(), 'home');
    mkdirSync(folder);
    const path = fresh(folder, mode);
    try {
      user.takeAway(path, 0o444);
      const noFile = await appender(path, executable);
      const refused = noFile.opened === 'opened' ? await noFile.append() : noFile.opened;
      expect(['db-read-only', 'db-no-permission']).toContain(refused);
      await noFile.end();
      user.giveBack();
      user.takeAway(folder, 0o555);
      const noFolder = await appender(path, executable);
      const answer = noFolder.opened === 'opened' ? await noFolder.append() : noFolder.opened;
      expect(['db-read-only', 'db-read-only-folder', 'db-no-permission']).toContain(answer);
      await noFolder.end();
      console.log(`FAULTS no right to write, ${mode}: the file ${refused}, the folder ${answer}`);
    } finally {
      user.giveBack();
    }
    // SQLite gave the files beside it the rights that it had itself.
    for (const side of ['-wal', '-shm']) if (existsSync(path + side)) chmodSync(path + side, 0o644);
    const again = await appender(path, executable);
    expect(again.opened).toBe('opened');
    expect(await again.append()).toBe('appended');
    await again.end();
    expectWhole(path, 1);
  }
});

test(
  'another program keeps the lock for 30 seconds',
  async () => {
    const subjects = MODES.map(mode => fresh(temporaryFolder(), mode));
    const lockers = subjects.map(path => new Database(path));
    const writers = await Promise.all(subjects.map(path => appender(path)));
    for (const db of lockers) db.exec('BEGIN IMMEDIATE');
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 100) / 10;
    const release = setTimeout(() => {
      for (const db of lockers) db.exec('COMMIT');
    }, 30_000);
    const first = await Promise.all(writers.map(writer => writer.append()));
    const gaveUp = seconds();
    // The lock still stands when this begins, and goes while it waits: on a slow machine the second one fails as well.
    const second = await Promise.all(writers.map(writer => writer.append()));
    const later = seconds();
    console.log(
      `FAULTS lock of 30 s: ${first.join()} after ${String(gaveUp)} s, then ${second.join()} at ${String(later)} s`,
    );
    clearTimeout(release);
    for (const db of lockers) {
      if (db.inTransaction) db.exec('COMMIT');
      db.close();
    }
    expect(first).toEqual(['db-locked', 'db-locked']);
    expect(gaveUp).toBeGreaterThan(14);
    const third = await Promise.all(writers.map(writer => writer.append()));
    expect(third).toEqual(['appended', 'appended']);
    for (const writer of writers) await writer.end();
    for (const [at, path] of subjects.entries()) expectWhole(path, second[at] === 'appended' ? 2 : 1);
    expect(second.every(answer => answer === 'appended' || answer === 'db-locked')).toBe(true);
  },
  PATIENCE_MS,
);
