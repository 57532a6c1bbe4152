import type { Database } from 'better-sqlite3';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { timeOf } from '../lane/open-bare.ts';
import { openBareWriter, twinsOf } from '../lane/write-bare.ts';
import type { BenchContext, Measurement } from '../measurement.ts';
import type { Measured } from '../report/figure.ts';
import { median } from '../statistics.ts';

const ROUNDS = 3;
/** Indexing all would be most of the time of the whole bench. */
const MESSAGES = 100_000;
const TABLES = ['messages_fts', 'messages_fts_trigram'] as const;

/** Both indexes of the newest 100,000 messages of the file made anew, against FTS5's own command for it on a copy. */
export const ftsRebuild: Measurement<'fts-rebuild'> = {
  ids: ['fts-rebuild'],
  limitMs: 400_000,
  run: context => Promise.resolve(measure(context)),
};

function measure(context: BenchContext): Record<'fts-rebuild', Measured> {
  const twins = twinsOf(context.database, context);
  for (const path of [twins.app, twins.bare]) shorten(path);
  const app = new SessionDB(twins.app);
  const bare = openBareWriter(twins.bare);
  context.defer(() => {
    app.close();
    bare.close();
    return undefined;
  });
  const times = { app: [] as number[], bare: [] as number[] };
  for (let at = 0; at < ROUNDS; at += 1) {
    const runs = [
      () => times.app.push(timeOf(() => app.rebuildFts())),
      () => times.bare.push(timeOf(() => rebuildBare(bare))),
    ];
    for (const run of at % 2 === 0 ? runs : runs.toReversed()) run();
  }
  const messages = Number(bare.prepare('SELECT count(*) FROM messages').pluck().get());
  return {
    'fts-rebuild': {
      value: median(times.app),
      unit: 'ms',
      floor: median(times.bare),
      note: `${messages} messages, two indexes`,
    },
  };
}

function rebuildBare(db: Database): void {
  db.transaction(() => {
    for (const table of TABLES) db.exec(`INSERT INTO ${table}(${table}) VALUES('rebuild')`);
  }).immediate();
}

/** Leaves the newest messages, and indexes of them alone. What is not measured need not be on the disk. */
function shorten(path: string): void {
  const db = openBareWriter(path);
  db.pragma('synchronous = OFF');
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'messages'",
    )
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
  db.prepare('DELETE FROM messages WHERE id <= (SELECT max(id) FROM messages) - ?').run(MESSAGES);
  for (const table of TABLES) db.exec(`INSERT INTO ${table}(${table}) VALUES('delete-all')`);
  for (const { sql } of triggers) db.exec(sql);
  rebuildBare(db);
  db.close();
}
