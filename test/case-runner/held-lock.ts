import { Worker } from 'node:worker_threads';

/** A lock that another connection holds for a while. */
export interface HeldLock {
  /** Settles once the lock is held. */
  readonly taken: Promise<void>;
  /** Settles once it is given back. */
  readonly released: Promise<void>;
}

/** Runs on a thread of its own, because better-sqlite3 blocks the one it is on. */
const HOLD = `
const { parentPort, workerData } = require('node:worker_threads');
const db = new (require(workerData.sqlite))(workerData.path, { timeout: 5000 });
for (const statement of workerData.statements) db.exec(statement);
parentPort.postMessage('taken');
setTimeout(() => { db.exec('COMMIT'); db.close(); }, workerData.ms);
`;

/**
 * Takes the lock that a step such as "second connection: BEGIN IMMEDIATE; …; COMMIT after 3 s" describes.
 *
 * @returns null where no step describes one.
 */
export function takeLock(path: string, steps: readonly string[]): HeldLock | null {
  const found = steps
    .map(step => /^second connection: (.*); COMMIT after (\d+) s$/.exec(step))
    .find(match => match !== null);
  if (found === undefined) return null;
  const [, sql = '', seconds = '0'] = found;
  const sqlite = import.meta.resolve('better-sqlite3').replace('file://', '');
  const worker = new Worker(HOLD, {
    eval: true,
    workerData: { path, sqlite, statements: sql.split('; '), ms: Number(seconds) * 1000 },
  });
  const ended = (event: 'message' | 'exit') =>
    new Promise<void>((done, fail) => {
      worker.once(event, () => {
        done();
      });
      worker.once('error', fail);
    });
  return { taken: ended('message'), released: ended('exit') };
}
