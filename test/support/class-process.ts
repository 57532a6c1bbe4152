// A process with a SessionDB that runs operations as lines, and answers each with a line; see class-sequence.ts.
import { createInterface } from 'node:readline';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { exportHash, perform, SEQUENCE_START, type Placed } from './class-operations.ts';

let at = 0;
const db = new SessionDB(process.argv[2], { now: () => SEQUENCE_START + at });
db.store.db.pragma('synchronous = OFF');
const lines = createInterface({ input: process.stdin });
lines.on('line', line => {
  if (line === 'export') {
    process.stdout.write(`${exportHash(db)}\n`);
    return;
  }
  const operation = JSON.parse(Buffer.from(line, 'base64').toString()) as Placed;
  at = operation.at;
  process.stdout.write(`${JSON.stringify(answer(operation))}\n`);
});
lines.on('close', () => db.close());

function answer(operation: Placed): unknown {
  try {
    return perform(db, operation);
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
