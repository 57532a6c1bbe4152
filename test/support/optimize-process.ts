// A process that brings the storage of a file's search index to the newest layout: says when it begins and ends each
// transaction, and rests as long as it is told between them.
import { SessionDB } from '../../src/main/session-db/index.ts';

const [path = '', restMs = '0'] = process.argv.slice(2);
const db = new SessionDB(path);
process.stdout.write('started\n');
const run = db.ftsStorageSteps({ vacuum: false });
let steps = 0;
for (let next = run.next(); next.done !== true; next = run.next()) {
  steps += 1;
  process.stdout.write(`step ${String(steps)}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(restMs));
}
db.close();
process.stdout.write('done\n');
