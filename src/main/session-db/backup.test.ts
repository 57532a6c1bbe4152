import Database from 'better-sqlite3';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  copyDatabase,
  copyFixture,
  FIXTURE_FORMS,
  fixturePath,
  temporaryFolder,
} from '../../../test/support/fixtures.ts';
import { backUpFile } from './backup.ts';
import type { JobStep } from './job-watch.ts';
import { SessionDB } from './session-db.ts';
import { ordinaryTables, quoted } from './tables.ts';

/** Every row of every ordinary table with its rowid. */
function contents(path: string): unknown {
  const db = new Database(path, { readonly: true });
  try {
    return ordinaryTables(db).map(table => {
      const isKeyed = db.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').pluck().get(table) === 1;
      const columns = isKeyed ? '*' : 'rowid AS position, *';
      return [table, db.prepare(`SELECT ${columns} FROM ${quoted(table)}`).all()];
    });
  } finally {
    db.close();
  }
}

const backUp = (path: string, more: Partial<Parameters<typeof backUpFile>[0]> = {}) =>
  backUpFile({ path, version: 23, ...more });

/** What lies beside a database, but for the side files of connections to it. */
const beside = (path: string) =>
  readdirSync(dirname(path)).filter(name => !['', '-wal', '-shm'].some(side => name === basename(path) + side));

function failureOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('backUpFile', () => {
  it.each(FIXTURE_FORMS)('copies every row with its rowid (%s)', form => {
    const path = copyFixture('v11', form);
    const backup = backUpFile({ path, version: 11, now: () => Date.UTC(2026, 0, 2, 3, 4, 5) / 1000 });
    expect(basename(backup.path)).toMatch(/^state\.db\.backup-11-2026010[1-3]-\d{4}05$/);
    expect(beside(path)).toEqual([basename(backup.path)]);
    expect(statSync(backup.path).size).toBe(backup.bytes);
    expect(contents(backup.path)).toEqual(contents(path));
    const db = new Database(backup.path, { readonly: true });
    expect(backup.sessions).toBe(db.prepare('SELECT count(*) FROM sessions').pluck().get());
    expect(backup.messages).toBe(db.prepare('SELECT count(*) FROM messages').pluck().get());
    expect(
      db.prepare("SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'the'").pluck().get(),
    ).toBeGreaterThan(0);
    db.close();
  });

  it('changes nothing in the file, and copies its mode and its free pages', () => {
    const path = copyFixture('v23');
    const emptied = new Database(path);
    emptied.exec('DELETE FROM state_meta; DELETE FROM gateway_routing; CREATE TABLE gone (x); DROP TABLE gone');
    emptied.close();
    chmodSync(path, 0o600);
    const before = readFileSync(path);
    const backup = backUp(path);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(statSync(backup.path).size).toBe(before.length);
    if (process.platform !== 'win32') expect(statSync(backup.path).mode & 0o777).toBe(0o600);
  });

  it('never replaces a file', () => {
    const path = copyFixture('v23');
    const now = () => 1_700_000_000;
    const paths = [1, 2, 3].map(() => backUp(path, { now }).path);
    expect(paths.map(made => made.slice(paths[0]?.length))).toEqual(['', '-2', '-3']);
    writeFileSync(`${paths[0] ?? ''}-4`, 'mine');
    expect(backUp(path, { now }).path).toBe(`${paths[0] ?? ''}-5`);
    expect(readFileSync(`${paths[0] ?? ''}-4`, 'utf8')).toBe('mine');
  });

  it('leaves nothing where it is cancelled in any phase', () => {
    const path = copyFixture('v23');
    for (const phase of ['copying', 'counting', 'verifying']) {
      let reached = '';
      const error = failureOf(() =>
        backUp(path, {
          onProgress: step => (reached = step.phase),
          checkCancelled: () => {
            if (reached === phase) throw new Error('enough');
          },
        }),
      );
      expect(error).toMatchObject({ message: 'enough' });
      expect(beside(path)).toEqual([]);
    }
  });

  it('is a method of the class too, under the number and the clock of the open file', () => {
    const path = copyFixture('v16');
    const db = new SessionDB(path, { readOnly: true, now: () => new Date(2026, 0, 2, 3, 4, 5).getTime() / 1000 });
    const folder = temporaryFolder();
    const backup = db.backUp({ folders: [folder] });
    expect(basename(backup.path)).toBe('state.db.backup-16-20260102-030405');
    expect(backup.messages).toBe(db.messageCount());
    expect(db.checkHealth({ depth: 'quick' }).advice).toBe('nothing');
    db.close();
  });

  it('says how far it is', () => {
    const steps: JobStep[] = [];
    backUp(copyFixture('v23'), { onProgress: step => steps.push(step) });
    expect([...new Set(steps.map(step => step.phase))]).toEqual(['copying', 'counting', 'verifying']);
    for (const step of steps) expect(step.done).toBeLessThanOrEqual(step.total);
  });

  it('refuses a file whose data is damaged, and leaves nothing', () => {
    const path = copyFixture('v23');
    const db = new Database(path);
    const page = Number(db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'sessions'").pluck().get());
    db.close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, (page - 1) * 4096, page * 4096);
    writeFileSync(path, bytes);
    expect(failureOf(() => backUp(path, { folders: [temporaryFolder()] }))).toMatchObject({ code: 'db-corrupt' });
    expect(beside(path)).toEqual([]);
  });

  it.each([
    ['missing', () => join(temporaryFolder(), 'none.db'), 'db-missing'],
    ['text', () => textFile(), 'db-not-a-database'],
  ])('a source that is %s is said to be so', (_name, make, code) => {
    const path = make();
    expect(failureOf(() => backUp(path, { folders: [temporaryFolder()] }))).toMatchObject({ code });
    expect(beside(path)).toEqual([]);
  });
});

function textFile(): string {
  const path = join(temporaryFolder(), 'state.db');
  writeFileSync(path, 'no database at all\n'.repeat(100));
  return path;
}

/** Appends messages and counts them, each in one transaction, a hundred batches a second; says `ready` after the first. */
const WRITER = `const db = new (require('better-sqlite3'))(process.argv[1], { timeout: 20000 });
  const append = db.prepare("INSERT INTO messages (session_id, role, content, timestamp) VALUES ((SELECT id FROM sessions LIMIT 1), 'user', 'again', 1)");
  const count = db.prepare("INSERT INTO state_meta VALUES ('appended', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1");
  const both = db.transaction(() => { append.run(); count.run(); });
  let written = 0;
  const turn = () => { for (let i = 0; i < 5; i += 1) { both.immediate(); written += 1; } if (written === 5) process.stdout.write('ready'); setTimeout(turn, 10); };
  process.stdin.resume(); process.stdin.on('end', () => { db.close(); process.stdout.write(' ' + written); process.exit(); });
  turn();`;

describe('while another process writes', () => {
  it.each(['WAL', 'DELETE'])('the copy is one moment of the file (%s)', async mode => {
    const path = copyFixture('v23');
    const db = new Database(path);
    db.pragma(`journal_mode = ${mode}`);
    const rows = Number(db.prepare('SELECT count(*) FROM messages').pluck().get());
    db.close();
    const child = spawn(process.execPath, ['-e', WRITER, path], { stdio: ['pipe', 'pipe', 'inherit'] });
    await new Promise(resolve => child.stdout.once('data', resolve));
    let during = 0;
    const backup = backUp(path, {
      onProgress: step => {
        if (step.phase === 'copying') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
        during += 1;
      },
    });
    const ended = new Promise(resolve => child.once('exit', resolve));
    const written = new Promise<string>(resolve => child.stdout.once('data', data => resolve(String(data))));
    child.stdin.end();
    await ended;
    expect(during).toBeGreaterThan(1);

    const copy = new Database(backup.path, { readonly: true });
    const counted = Number(copy.prepare("SELECT value FROM state_meta WHERE key = 'appended'").pluck().get());
    copy.close();
    expect(backup.messages).toBe(rows + counted);
    expect(counted).toBeGreaterThanOrEqual(5);
    expect(Number(await written)).toBeGreaterThan(counted);
  });
});

const BACKUP_MODULE = fileURLToPath(new URL('backup.ts', import.meta.url));

/** Backs up in a process of its own, which an ordinary user runs where that is wanted, and says what came of it. */
function backedUpElsewhere(path: string, folders: readonly string[], shell = 'exec "$@"', asNobody = false): string {
  const script = `const { backUpFile } = await import(process.argv[1]);
    const { default: Database } = await import('better-sqlite3'); new Database(':memory:').close();
    if (process.argv[4] === 'true') { process.setgroups([]); process.setgid(65534); process.setuid(65534); }
    try { console.log(backUpFile({ path: process.argv[2], version: 23, folders: JSON.parse(process.argv[3]) }).path); }
    catch (error) { console.log(error.code + ' ' + error.message); }`;
  const command = [process.execPath, '--input-type=module', '-e', script, BACKUP_MODULE, path, JSON.stringify(folders)];
  const run = spawnSync('/bin/sh', ['-c', shell, 'sh', ...command, String(asNobody)], { encoding: 'utf8' });
  return run.stdout.trim() || run.stderr;
}

/** Runs a line of shell. @returns its exit code. */
const shell = (line: string, argument: string) => spawnSync('/bin/sh', ['-c', line, 'sh', argument]).status;

const asRoot = process.getuid?.() === 0;

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  chmodSync(folder, 0o777);
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

describe.skipIf(process.platform === 'win32')('a folder that cannot take the copy', () => {
  it('is left for the next one', () => {
    const root = openFolder();
    const closed = join(root, 'closed');
    mkdirSync(closed);
    const path = join(closed, 'state.db');
    copyDatabase(fixturePath('v23'), path, 'plain');
    chmodSync(path, 0o644);
    chmodSync(closed, 0o555);
    const second = join(root, 'second');
    mkdirSync(second);
    chmodSync(second, 0o555);
    const said = backedUpElsewhere(path, [second, join(root, 'third', 'new')], 'exec "$@"', asRoot);
    expect(dirname(said)).toBe(join(root, 'third', 'new'));
    expect(contents(said)).toEqual(contents(path));
    expect([readdirSync(closed), readdirSync(second)]).toEqual([['state.db'], []]);

    const refused = backedUpElsewhere(path, [second], 'exec "$@"', asRoot);
    expect(refused).toContain(`db-no-permission ${path} could not be backed up.`);
    for (const folder of [closed, second]) expect(refused).toContain(`${folder} may not be read by this user.`);
    chmodSync(closed, 0o755);
    chmodSync(second, 0o755);
  });

  it('because of a limit that is met half-way, leaves nothing', () => {
    const root = openFolder();
    const path = join(root, 'state.db');
    cpSync(fixturePath('v23'), path);
    const limit = Math.floor(statSync(path).size / 2 / 512);
    const said = backedUpElsewhere(path, [], `ulimit -f ${String(limit)}; exec "$@"`);
    expect(said).toMatch(/^db-(io|full) /);
    expect(beside(path)).toEqual([]);
  });

  it.skipIf(!asRoot || process.platform !== 'linux')(
    'because its disk is full, is known before the copy is begun',
    ({ skip }) => {
      const root = openFolder();
      const disk = join(root, 'disk');
      mkdirSync(disk);
      if (shell('mount -t tmpfs -o size=16m tmpfs "$1"', disk) !== 0) skip('this system mounts no tmpfs');
      try {
        const path = join(disk, 'state.db');
        cpSync(fixturePath('v23'), path);
        const other = join(root, 'other');
        const backup = backUp(path, { folders: [other] });
        expect(dirname(backup.path)).toBe(other);
        const failure = failureOf(() => backUp(path));
        expect(failure).toMatchObject({ code: 'db-full' });
        expect(String(failure)).toMatch(/has \d+ MB free, and a copy needs \d+ MB/);
        expect(beside(path)).toEqual([]);
        expect(existsSync(path)).toBe(true);
      } finally {
        shell('umount "$1"', disk);
      }
    },
  );
});
