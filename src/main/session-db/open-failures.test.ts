import Database from 'better-sqlite3';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyDatabase, copyFixture, fixturePath, temporaryFolder } from '../../../test/support/fixtures.ts';
import { SessionDB, SessionDbError, toSessionDbError } from './index.ts';

function failureOf(action: () => unknown): SessionDbError {
  try {
    action();
  } catch (error) {
    if (error instanceof SessionDbError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const reading = (path: string) => failureOf(() => new SessionDB(path, { readOnly: true }));
const writing = (path: string) => failureOf(() => new SessionDB(path));

function fileOf(bytes: string | Buffer): string {
  const path = join(temporaryFolder(), 'state.db');
  writeFileSync(path, bytes);
  return path;
}

describe('a path that is no session database', () => {
  it('missing', () => {
    const path = join(temporaryFolder(), 'none', 'state.db');
    expect(reading(path)).toMatchObject({ code: 'db-missing', message: `${path} does not exist.` });
  });

  it('under a file', () => {
    expect(reading(join(fileOf('x'), 'state.db')).code).toBe('db-missing');
  });

  it('a folder', () => {
    const folder = temporaryFolder();
    expect(reading(folder).code).toBe('db-folder');
    expect(writing(folder).code).toBe('db-folder');
  });

  it('0 bytes', () => {
    const path = fileOf('');
    expect(reading(path).code).toBe('db-empty');
    expect(readFileSync(path).length).toBe(0);
  });

  it.each([
    ['text', 'this is only a text file, not a store\n'.repeat(40)],
    ['a short text', 'x'],
    ['zeros', Buffer.alloc(8192)],
  ])('%s', (_name, bytes) => {
    const path = fileOf(bytes);
    expect(reading(path).code).toBe('db-not-a-database');
    expect(writing(path).code).toBe('db-not-a-database');
    expect(readFileSync(path)).toEqual(Buffer.from(bytes));
  });

  it.skipIf(process.platform === 'win32')('a pipe, which would block whoever opens it', () => {
    const path = join(temporaryFolder(), 'pipe');
    spawnSync('mkfifo', [path]);
    expect(reading(path).code).toBe('db-not-a-database');
  });

  it('somebody else’s database, or one without tables', () => {
    const path = join(temporaryFolder(), 'other.db');
    const raw = new Database(path);
    raw.pragma('user_version = 1');
    expect(reading(path).code).toBe('db-empty');
    raw.exec('CREATE TABLE sessions (id TEXT)');
    expect(reading(path).code).toBe('db-not-hermes');
    expect(writing(path).code).toBe('db-not-hermes');
    raw.exec('CREATE TABLE messages (session_id TEXT, content TEXT)');
    expect(reading(path).code).toBe('db-not-hermes');
    raw.close();
  });

  it('a schema that cannot be parsed', () => {
    const path = copyFixture('v23');
    const raw = new Database(path);
    raw.unsafeMode(true);
    raw.pragma('writable_schema = 1');
    raw.exec(
      "INSERT INTO sqlite_master SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master WHERE name = 'sessions'",
    );
    raw.close();
    expect(reading(path)).toMatchObject({ code: 'db-corrupt' });
  });

  it('a truncated database says that it is damaged, at the latest when it is read', () => {
    const path = copyFixture('v23');
    truncateSync(path, 40_000);
    const error = failureOf(() => {
      const db = new SessionDB(path, { readOnly: true });
      try {
        db.listSessions({ limit: -1 });
      } catch (cause) {
        throw toSessionDbError(cause, path);
      } finally {
        db.close();
      }
    });
    expect(error.code).toBe('db-corrupt');
  });

  it('a database that lacks its last pages is read without them, and still refused to writers', () => {
    const path = join(temporaryFolder(), 'state.db');
    const grown = new SessionDB(path);
    grown.createSession({ sessionId: 's', source: 'cli' });
    for (let at = 0; at < 300; at += 1)
      grown.appendMessage({ sessionId: 's', role: 'user', content: `${at}`.repeat(300) });
    grown.store.db.pragma('wal_checkpoint(TRUNCATE)');
    grown.close();
    truncateSync(path, statSync(path).size - 8192);

    const cut = new SessionDB(path, { readOnly: true });
    expect(cut.getSession('s')).toMatchObject({ source: 'cli' });
    cut.close();
    expect(writing(path)).toMatchObject({ code: 'db-corrupt' });
  });

  it('a new database is not made over the journal of a lost one', () => {
    const path = join(temporaryFolder(), 'state.db');
    writeFileSync(`${path}-wal`, 'frames');
    expect(writing(path)).toMatchObject({
      code: 'db-missing',
      message: `${path} holds nothing, but ${path}-wal is still beside it.`,
    });
    expect(readFileSync(`${path}-wal`, 'utf8')).toBe('frames');
  });

  it('leaves every answer with a way out', () => {
    for (const path of [join(temporaryFolder(), 'none'), temporaryFolder(), fileOf(''), fileOf('text'.repeat(200))]) {
      expect(reading(path).hint).toMatch(/\.$/);
    }
  });
});

/** Holds a lock in another process until its input ends. */
async function locked<T>(path: string, begin: string, use: () => T): Promise<T> {
  const script = `const db = new (require('better-sqlite3'))(process.argv[1]); db.pragma('locking_mode = EXCLUSIVE');
    db.exec(process.argv[2]); process.stdout.write('locked'); process.stdin.resume(); process.stdin.on('end', () => process.exit())`;
  const child = spawn(process.execPath, ['-e', script, path, begin], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise(resolve => child.stdout.once('data', resolve));
  try {
    return use();
  } finally {
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.stdin.end();
    await ended;
  }
}

describe('a locked database', () => {
  it('is said to be locked, within two seconds', async () => {
    const path = copyFixture('v23');
    const before = Date.now();
    const error = await locked(path, 'BEGIN EXCLUSIVE', () => reading(path));
    expect(error.code).toBe('db-locked');
    expect(Date.now() - before).toBeLessThan(5000);
  });
});

const asRoot = process.getuid?.() === 0;

/**
 * Opens a path read-only in a process of an ordinary user and says what came of it. Everything is loaded, and one
 * database opened, before the rights are dropped: neither this repository nor the module need be readable then.
 */
function openedByAnybody(path: string): string {
  const index = fileURLToPath(new URL('index.ts', import.meta.url));
  const script = `const { SessionDB } = await import(process.argv[1]);
    new SessionDB(process.argv[2], { readOnly: true }).close();
    if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }
    try { const db = new SessionDB(process.argv[3], { readOnly: true }); console.log('sessions ' + db.sessionCount()); }
    catch (error) { console.log(error.code); }`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, index, fixturePath('v23'), path], {
    encoding: 'utf8',
  });
  return run.stdout.trim() || run.stderr;
}

describe.skipIf(process.platform === 'win32')('an ordinary user', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'rights-'));
    chmodSync(root, 0o755);
  });
  afterAll(() => {
    for (const name of readdirSync(root)) chmodSync(join(root, name), 0o755);
    rmSync(root, { recursive: true, force: true });
  });

  function place(name: string, form: 'plain' | 'wal-closed' | 'wal-frames', folderMode: number): string {
    const folder = join(root, name);
    mkdirSync(folder);
    const path = join(folder, 'state.db');
    copyDatabase(fixturePath('v23'), path, form);
    for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o644);
    chmodSync(folder, folderMode);
    return path;
  }

  it('opens a file that may be read', () => {
    expect(openedByAnybody(place('readable', 'plain', 0o555))).toBe('sessions 92');
  });

  it('is told that a file may not be read', () => {
    const path = place('unreadable', 'plain', 0o755);
    chmodSync(path, 0o000);
    expect(openedByAnybody(path)).toBe('db-no-permission');
  });

  it('is told that a folder may not be entered', () => {
    expect(openedByAnybody(place('closed', 'plain', asRoot ? 0o700 : 0o000))).toBe('db-no-permission');
  });

  it.each(['wal-closed', 'wal-frames'] as const)('is told that the journal needs a writable folder (%s)', form => {
    expect(openedByAnybody(place(form, form, 0o555))).toBe('db-read-only-folder');
  });
});
