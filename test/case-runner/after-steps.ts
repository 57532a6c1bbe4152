import Database from 'better-sqlite3';
import type { Json } from './case-file.ts';

/**
 * Does what a case asks for once its actions are done and while the app still runs, such as "5 s after the last action,
 * second connection: PRAGMA wal_checkpoint(TRUNCATE)".
 *
 * @param steps - `{ step, value }` each; the value is a column and what it holds, such as "busy = 0".
 * @returns what does not hold; a step that is not known is a fault.
 */
export async function checkAfterSteps(path: string, steps: readonly Json[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { step, value } of steps) {
    const [, seconds, sql = ''] = /^(\d+) s after the last action, second connection: (.*)$/.exec(String(step)) ?? [];
    const [column = '', expected] = String(value).split(' = ');
    if (seconds === undefined) problems.push(`this runner cannot do "${String(step)}"`);
    await new Promise(done => setTimeout(done, Number(seconds ?? 0) * 1000));
    const found = seconds === undefined ? expected : String(firstRow(path, sql)[column]);
    if (found !== expected) problems.push(`${sql} gives ${column} = ${String(found)}, expected ${String(value)}`);
  }
  return problems;
}

function firstRow(path: string, sql: string): Json {
  const db = new Database(path);
  try {
    return (db.prepare(sql).get() ?? {}) as Json;
  } finally {
    db.close();
  }
}
