import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SessionDB } from '../../src/main/session-db/index.ts';
import type { Golden, RecordedCall } from '../support/fixtures.ts';
import { answerFailure, describeCall } from './answers.ts';
import { count, messageOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { forThisSqlite } from './sqlite-behaviour.ts';

/** Stores before this version answered many questions by rules of their own; of them, only stored rows are compared. */
const FIRST_COMPARABLE_VERSION = 23;
const STORED_ROWS = new Set(['get_session', 'get_messages', 'message_count', 'get_meta', 'export_session']);

/** Compares what the store of the file's own version answered with what we answer about the untouched file. */
export function runGolden(folder: string, outcome: Outcome): void {
  const golden = JSON.parse(readFileSync(join(folder, 'golden.json'), 'utf8')) as Golden;
  const name = basename(folder);
  const db = open(folder, golden, outcome);
  if (db === null) return;
  try {
    for (const [method, call] of comparableCalls(golden)) {
      count(outcome, `${name} ${describeCall(method, call)}`, answerFailure(db, method, call, outcome));
    }
  } finally {
    db.close();
  }
}

/** A file that does not open is one failure; the other folders are compared all the same. */
function open(folder: string, golden: Golden, outcome: Outcome): SessionDB | null {
  try {
    return new SessionDB(join(folder, 'state.db'), { readOnly: true, now: () => golden.clock });
  } catch (error) {
    outcome.failures.push(`${basename(folder)}: ${messageOf(error)}`);
    return null;
  }
}

function comparableCalls(golden: Golden): [string, RecordedCall][] {
  const comparable = (method: string) => golden.schema_version >= FIRST_COMPARABLE_VERSION || STORED_ROWS.has(method);
  return Object.entries(golden.calls)
    .filter(([method]) => comparable(method))
    .flatMap(([method, calls]) => calls.map((call): [string, RecordedCall] => [method, forThisSqlite(call)]));
}
