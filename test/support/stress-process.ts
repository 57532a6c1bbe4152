// A process of the stress test: says `ready`, works from the line `go` to the line `stop`, and says what came of it.
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { isContention, SessionDB } from '../../src/main/session-db/index.ts';
import { sleep, write, writeStatistics } from '../../src/main/session-db/write.ts';
import type { StressReport } from './stress.ts';

const [role = '', path = '', name = '', busyMs = ''] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

let isOver = false;
let begin: () => void = () => undefined;
const begun = new Promise<void>(resolve => {
  begin = resolve;
});
const orders = createInterface({ input: process.stdin });
orders.on('line', line => {
  if (line === 'go') begin();
  else isOver = true;
});

const report: StressReport = { role, tokens: [], rounds: 0, errors: [], byAttempts: [], longestMs: 0 };

function attempt(action: () => void): void {
  try {
    action();
  } catch (error) {
    report.errors.push(error instanceof Error ? `${error.message} (${String(error.cause)})` : String(error));
  }
}

/** @param round - does one piece of work, and says how many milliseconds it kept others from theirs. */
async function repeat(rest: (busyMs: number) => number, round: (count: number) => number): Promise<void> {
  say('ready');
  await begun;
  let busy = 0;
  while (!isOver) {
    attempt(() => {
      busy = round(report.rounds);
    });
    report.rounds += 1;
    await wait(rest(busy));
  }
}

/** Appends one message at a time, with its usage, and holds the lock for a while each time. */
async function writing(): Promise<void> {
  const db = new SessionDB(path, { onContention: () => say('retry') });
  if (busyMs !== '') db.store.db.pragma(`busy_timeout = ${busyMs}`);
  // The slower the machine, the longer the rests: six writers want the lock nearly all the time, and not more than that.
  await repeat(
    busy => Math.random() * 12 * busy,
    count => {
      const token = `${name}x${String(count)}`;
      let locked = 0;
      write(db.store, () => {
        locked = performance.now();
        db.appendMessage({ sessionId: name, role: 'user', content: `${token} common ${'filler '.repeat(400)}` });
        db.updateTokenCounts(name, { inputTokens: 1, apiCallCount: 1, model: 'm' });
        sleep(Math.random() * 60);
      });
      report.tokens.push(token);
      return performance.now() - locked;
    },
  );
  Object.assign(report, writeStatistics(db.store));
  attempt(() => db.close());
}

/** Searches and lists for a third of the time. What was found once is found again. */
async function reading(): Promise<void> {
  const db = new SessionDB(path, { readOnly: true });
  let known = 0;
  await repeat(
    busy => Math.random() * 4 * busy,
    () => {
      const started = performance.now();
      const found = db.searchMessages('common', { limit: 5000 }).length;
      if (found < known) throw new Error(`${String(known)} messages were found before, now ${String(found)}`);
      known = found;
      if (db.listSessions({ limit: -1 }).length === 0) throw new Error('no session is listed');
      const took = performance.now() - started;
      report.longestMs = Math.max(report.longestMs, took);
      return took;
    },
  );
  attempt(() => db.close());
}

/** Another program that takes the lock for longer, and goes on where it does not get it. */
async function blocking(): Promise<void> {
  const db = new Database(path, { timeout: 1000 });
  await repeat(
    () => 50 + Math.random() * 300,
    () => {
      try {
        db.exec('BEGIN IMMEDIATE');
      } catch (error) {
        if (!isContention(error)) throw error;
        report.rounds -= 1;
        return 0;
      }
      sleep(20 + Math.random() * 380);
      db.exec('COMMIT');
      return 0;
    },
  );
  db.close();
}

const roles: Readonly<Record<string, () => Promise<void>>> = { writer: writing, reader: reading, blocker: blocking };
await roles[role]?.();
say(JSON.stringify(report));
orders.close();
process.stdin.destroy();
process.stdin.destroy();
process.stdin.destroy();
