import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyFixture } from '../../../../test/support/fixtures.ts';
import { expectWholeIndex } from '../../../../test/support/fts-index.ts';
import { SessionDB } from '../index.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', '..', 'test', 'support', 'optimize-process.ts');

/** A file of 23 with the older index and ids up to about 4,000, so that a backfill takes a dozen steps. */
function longFile(): string {
  const path = copyFixture('v20');
  new SessionDB(path).close();
  const db = new Database(path);
  db.exec(`INSERT INTO messages (id, session_id, role, content, tool_name, timestamp)
    SELECT m.id + n.value * 600, m.session_id, m.role, m.content, m.tool_name, m.timestamp
    FROM messages m, (${numbers(6)}) n`);
  db.close();
  return path;
}

const numbers = (upTo: number) =>
  Array.from({ length: upTo }, (_value, at) => `SELECT ${String(at + 1)} AS value`).join(' UNION ALL ');

function optimize(path: string, restMs: number): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, path, String(restMs)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Lines that the process said until the wanted one, or its end. */
async function linesUntil(child: ChildProcess, isWanted: (line: string) => boolean): Promise<string[]> {
  const said: string[] = [];
  if (child.stdout === null) return said;
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (isWanted(line)) return said;
  }
  return said;
}

describe('an optimisation in other processes', () => {
  it('two of them share the work, and no row is indexed twice', async () => {
    const path = longFile();
    const runs = [optimize(path, 20), optimize(path, 20)];
    const ends = runs.map(child => once(child, 'exit'));
    const said = await Promise.all(runs.map(child => linesUntil(child, line => line === 'done')));
    for (const end of ends) expect((await end)[0]).toBe(0);
    for (const lines of said) expect(lines.at(-1)).toBe('done');
    const db = new Database(path);
    expectWholeIndex(db);
    expect(db.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'fts_v22_trash_%'").all()).toEqual([]);
    db.close();
  });

  it.each([1, 9, 40])(
    'killed during step %i, it leaves a file in which everything is found, and goes on',
    async step => {
      const path = longFile();
      const child = optimize(path, 3);
      const ended = once(child, 'exit');
      const said = await linesUntil(child, line => line === `step ${String(step)}`);
      child.kill('SIGKILL');
      await ended;
      expect(said).not.toContain('done');
      const db = new SessionDB(path);
      onTestFinished(() => {
        db.close();
      });
      const expected = db.store.db.prepare("SELECT COUNT(*) FROM messages WHERE content LIKE '%docker%'").pluck().get();
      expect(Number(expected)).toBeGreaterThan(100);
      const found = db.searchMessages('docker', { limit: -1, includeInactive: true });
      expect(found.length).toBeGreaterThanOrEqual(Number(expected));
      expect(db.ftsOptimizeAvailable()).toBe(true);
      expect(db.optimizeFtsStorage({ rest: () => undefined })).toEqual({ ok: true, vacuumed: true });
      expectWholeIndex(db.store.db);
    },
  );
});
