import SqliteDatabase from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { differences, pictureOf } from '../../../../test/support/database-diff.ts';
import { copyFixture, FIXTURE_VERSIONS, fixturePath, temporaryFolder } from '../../../../test/support/fixtures.ts';
import { SessionDB, SessionDbError } from '../index.ts';
import type { OpenOptions } from '../index.ts';
import type { JobStep } from '../job-watch.ts';
import { planSchema, planUpgrade } from './plan.ts';

const backupsBeside = (path: string) => readdirSync(dirname(path)).filter(name => name.startsWith('state.db.backup-'));

function openAndClose(path: string, options: OpenOptions = {}): void {
  new SessionDB(path, options).close();
}

class PowerCut extends Error {}

function failureOf(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('an upgrade that ends at any step', () => {
  it.each(['v01', 'v20'] as const)(
    'of %s leaves the file before or after a transaction, and the next does the rest',
    version => {
      const whole = copyFixture(version);
      const steps: JobStep[] = [];
      openAndClose(whole, { watch: { onProgress: step => steps.push(step) } });
      const [start, end] = [pictureOf(copyFixture(version)), pictureOf(whole)];
      const isStep = (step: JobStep) => !step.canCancel;
      expect(steps.filter(isStep).length).toBeGreaterThan(5);
      const states = new Set<string>();
      // One moment of the backup, and before each step of the two transactions.
      const cuts = [0, ...steps.flatMap((step, at) => (isStep(step) ? [at] : []))];
      for (const cut of cuts) {
        const path = copyFixture(version);
        let count = 0;
        const onProgress = () => {
          if (count === cut) throw new PowerCut();
          count += 1;
        };
        expect(() => {
          openAndClose(path, { watch: { onProgress } });
        }).toThrow(PowerCut);
        states.add(String(differences(start, pictureOf(path)).length));
        openAndClose(path);
        expect(differences(end, pictureOf(path)), `cut at ${String(cut)}`).toEqual([]);
      }
      expect(states.size).toBeLessThanOrEqual(2);
      expect(states).toContain('0');
    },
    120_000,
  );

  it('can be cancelled while the backup is made, and then nothing is there', () => {
    const path = copyFixture('v11');
    const before = readFileSync(path);
    const checkCancelled = () => {
      throw new PowerCut('stop');
    };
    expect(() => {
      openAndClose(path, { watch: { checkCancelled } });
    }).toThrow(PowerCut);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path))).toEqual(['state.db']);
  });
});

describe('an upgrade beside other programs', () => {
  /** Another process that takes a lock, says so, and lets go after a while. */
  async function lockFor(path: string, begin: string, milliseconds: number): Promise<() => Promise<unknown>> {
    const script = `const db = new (require('better-sqlite3'))(process.argv[1]); db.exec(process.argv[2]);
      process.stdout.write('locked'); setTimeout(() => { db.exec('COMMIT'); db.close(); }, Number(process.argv[3]))`;
    const child = spawn(process.execPath, ['-e', script, path, begin, String(milliseconds)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    return () => ended;
  }

  it.each([
    ['plain', 'BEGIN IMMEDIATE'],
    ['plain', 'BEGIN EXCLUSIVE'],
    ['wal-closed', 'BEGIN IMMEDIATE'],
  ] as const)('waits for their lock (%s, %s) and makes one backup', async (form, begin) => {
    const path = copyFixture('v16', form);
    const ended = await lockFor(path, begin, 2500);
    const attempts: number[] = [];
    openAndClose(path, { onContention: attempt => attempts.push(attempt) });
    await ended();
    expect(attempts.length).toBeGreaterThan(0);
    expect(pictureOf(path).versions).toEqual([23]);
    expect(backupsBeside(path)).toHaveLength(1);
  });

  it.each(['plain', 'wal-closed'] as const)(
    'four at once leave what one leaves (%s)',
    async form => {
      const path = copyFixture('v01', form);
      const alone = copyFixture('v01', form);
      openAndClose(alone);
      const index = fileURLToPath(new URL('../index.ts', import.meta.url));
      const script = `const { SessionDB } = await import(process.argv[1]); process.stdout.write('ready');
      process.stdin.once('data', () => { const db = new SessionDB(process.argv[2]); db.setMeta('done:' + process.pid, '1'); db.close(); process.exit(); })`;
      const children = [1, 2, 3, 4].map(() =>
        spawn(process.execPath, ['--input-type=module', '-e', script, index, path], {
          stdio: ['pipe', 'pipe', 'inherit'],
        }),
      );
      const codes = Promise.all(children.map(async child => ((await once(child, 'exit')) as [number])[0]));
      await Promise.all(children.map(child => once(child.stdout, 'data')));
      for (const child of children) child.stdin.write('go');
      expect(await codes).toEqual([0, 0, 0, 0]);
      const raw = new SqliteDatabase(path);
      expect(raw.prepare("DELETE FROM state_meta WHERE key LIKE 'done:%'").run().changes).toBe(4);
      raw.close();
      const difference = differences(pictureOf(alone), pictureOf(path)).filter(
        line => !line.includes('row of state_meta'),
      );
      expect(difference).toEqual([]);
    },
    60_000,
  );
});

describe('the backup before an upgrade', () => {
  it('that no folder can take stops the upgrade, and says so', () => {
    // The name of a backup would be longer than a file system allows.
    const path = join(temporaryFolder(), 'n'.repeat(240));
    const other = temporaryFolder();
    copyFileSync(fixturePath('v11'), path);
    const before = readFileSync(path);
    const failure = failureOf(() => {
      openAndClose(path, { backupFolder: other });
    });
    expect(failure).toBeInstanceOf(SessionDbError);
    expect(failure).toMatchObject({ message: expect.stringContaining('could not be backed up') as unknown });
    for (const folder of [dirname(path), other]) {
      expect(failure).toMatchObject({ message: expect.stringContaining(folder) as unknown });
    }
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    expect(readdirSync(other)).toEqual([]);
  });

  it('is not made for a mark, nor for a file that lacks nothing', () => {
    const path = copyFixture('v23');
    const raw = new SqliteDatabase(path);
    raw.exec("DELETE FROM state_meta WHERE key = 'fts_storage_version'");
    raw.close();
    const db = new SessionDB(path);
    expect(db.store.upgrade).toMatchObject({ from: 23, to: 23, backup: null, changes: [expect.any(String)] });
    db.close();
    expect(backupsBeside(path)).toEqual([]);
  });
});

describe('the plan of an upgrade', () => {
  it.each(FIXTURE_VERSIONS)('%s: says in words what is then done, and reads only', version => {
    const path = copyFixture(version);
    const before = readFileSync(path);
    const db = new SessionDB(path, { readOnly: true });
    const plan = planUpgrade(db.store);
    db.close();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(plan).toMatchObject({ needed: version !== 'v23', from: Number(version.slice(1)), to: 23 });
    expect(plan.backupBytes).toBe(before.length);
    expect(plan.freeBytes).toBeGreaterThan(0);
    const writer = new SessionDB(path);
    const done = writer.store.upgrade?.changes ?? [];
    writer.close();
    expect(done).toEqual(expect.arrayContaining([...plan.changes]));
    expect(plan.changes.length > 0).toBe(version !== 'v23');
  });

  it('leaves the number, and what goes with it, to a SQLite with FTS5', () => {
    const db = new SqliteDatabase(copyFixture('v11'), { readonly: true });
    const named = (fts5: boolean) =>
      planSchema(db, db.name, { fts5, trigram: fts5, cjk: false }).map(step => step.name.split(':')[0]);
    const gated = named(true).filter(name => !named(false).includes(name));
    expect(gated).toHaveLength(4);
    expect(gated.at(-1)).toBe('raise the schema version from 11 to 23');
    db.close();
  });

  it('of a newer file is nothing', () => {
    const path = copyFixture('v11');
    const raw = new SqliteDatabase(path);
    raw.exec('UPDATE schema_version SET version = 31');
    raw.close();
    const db = new SessionDB(path, { writeToNewer: true });
    expect(planUpgrade(db.store)).toMatchObject({ needed: false, from: 31, to: 31, changes: [] });
    expect(db.store.upgrade).toBeNull();
    db.close();
  });
});
