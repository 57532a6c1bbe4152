import { copyFileSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { timeOf } from '../lane/open-bare.ts';
import { openBareWriter } from '../lane/write-bare.ts';
import { statementsBetween } from '../lane/upgrade-bare.ts';
import type { BenchContext, Measurement } from '../measurement.ts';
import { olderDatabase } from '../older-database.ts';
import type { Measured } from '../report/figure.ts';
import { median } from '../statistics.ts';

const ROUNDS = 3;

/** What an upgrade took, in milliseconds. */
interface Upgraded {
  readonly whole: number;
  /** From the first page of the backup to the first change. */
  readonly backup: number;
}

/**
 * The first writable open of a file of version 11 with all sessions and messages, less the backup that it makes and
 * verifies before, against the statements that make the same of a copy. The backup is told in the note.
 */
export const migrateV11: Measurement<'migrate-v11'> = {
  ids: ['migrate-v11'],
  limitMs: 900_000,
  run: context => Promise.resolve(measure(context)),
};

function measure(context: BenchContext): Record<'migrate-v11', Measured> {
  const older = olderDatabase(context);
  const app: Upgraded[] = [];
  const bare: number[] = [];
  let statements: readonly string[] = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    const path = copyInto(context, older);
    app.push(upgrade(path));
    if (at === 0) statements = statementsBetween(older, path);
    const copy = copyInto(context, older);
    bare.push(upgradeBare(copy, statements));
    if (rowsChanged(path) !== rowsChanged(copy)) throw new Error('The app and the statements changed different rows.');
  }
  const backup = median(app.map(one => one.backup));
  return {
    'migrate-v11': {
      value: median(app.map(({ whole, backup: apart }) => whole - apart)),
      unit: 'ms',
      floor: median(bare),
      note: `${statements.length} statements; the verified backup, ${backup.toFixed(0)} ms, is not counted`,
    },
  };
}

function upgrade(path: string): Upgraded {
  const backingUp: number[] = [];
  const changing: number[] = [];
  const start = performance.now();
  const db = new SessionDB(path, {
    // Only the backup can be cancelled.
    watch: { onProgress: ({ canCancel }) => (canCancel ? backingUp : changing).push(performance.now()) },
  });
  const whole = performance.now() - start;
  const version = db.store.upgrade?.to;
  db.close();
  const [began, ended] = [backingUp[0], changing[0]];
  if (began === undefined || ended === undefined || version !== 23) throw new Error('The file was not upgraded.');
  return { whole, backup: ended - began };
}

function upgradeBare(path: string, statements: readonly string[]): number {
  const db = openBareWriter(path);
  db.pragma('foreign_keys = OFF');
  const ms = timeOf(() => {
    db.transaction(() => {
      for (const sql of statements) db.exec(sql);
    }).immediate();
  });
  db.close();
  return ms;
}

function rowsChanged(path: string): string {
  const db = openBareWriter(path);
  const [marked, usage] = [
    "SELECT count(*) FROM sessions WHERE json_extract(model_config, '$._delegate_from') IS NOT NULL",
    'SELECT count(*) FROM session_model_usage',
  ].map(sql => String(db.prepare(sql).pluck().get()));
  db.close();
  return `${marked ?? ''} marked, ${usage ?? ''} of usage`;
}

function copyInto(context: BenchContext, older: string): string {
  const path = join(context.makeFolder(), 'state.db');
  copyFileSync(older, path, constants.COPYFILE_FICLONE);
  inWalMode(path);
  return path;
}

/** As Hermes leaves its files. */
function inWalMode(path: string): void {
  const db: Database = openBareWriter(path);
  db.pragma('journal_mode = WAL');
  db.close();
}
