import type { Database } from 'better-sqlite3';
import { Library } from '../../src/main/library/library.ts';
import { deletionScope } from '../../src/main/session-db/deletion-scope.ts';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { timeOf, timeUntil } from '../lane/open-bare.ts';
import { LANE_ENTRIES, workIn } from '../lane/open-library.ts';
import { openBareWriter, twinsOf } from '../lane/write-bare.ts';
import type { BenchContext, Measurement } from '../measurement.ts';
import type { Measured, Missing } from '../report/figure.ts';
import { median } from '../statistics.ts';

const SESSIONS = 1000;
const ROUNDS = 3;
/** The last of the rounds goes through the trash. */
const SHARES = ROUNDS + 1;

/** Sessions that go in one round, and all rows that go with them. */
interface Share {
  readonly ids: readonly string[];
  readonly rows: readonly string[];
}

/**
 * 1,000 sessions from all over the file, deleted with their subagents in one transaction, against the statements that
 * delete the same rows of a copy of it under the same triggers. The same through the app's trash is told in the note.
 */
export const delete1000: Measurement<'delete-1000'> = {
  ids: ['delete-1000'],
  limitMs: 300_000,
  run: async context => {
    const twins = twinsOf(context.database, context);
    const bare = openBareWriter(twins.bare);
    context.defer(() => {
      bare.close();
      return undefined;
    });
    if (sessionsIn(bare) < SESSIONS * SHARES) {
      return { 'delete-1000': { missing: `The database has fewer than ${SESSIONS * SHARES} sessions.` } };
    }
    return { 'delete-1000': await measure(context, twins.app, bare) };
  },
};

async function measure(context: BenchContext, path: string, bare: Database): Promise<Measured | Missing> {
  const app = new SessionDB(path);
  const times = { app: [] as number[], bare: [] as number[] };
  for (let at = 0; at < ROUNDS; at += 1) {
    const share = shareOf(app, at);
    const runs = [
      () => times.app.push(timeOf(() => app.deleteSessions(share.ids))),
      () => times.bare.push(timeOf(() => deleteBare(bare, share.rows))),
    ];
    for (const run of at % 2 === 0 ? runs : runs.toReversed()) run();
  }
  const last = shareOf(app, ROUNDS);
  app.close();
  const trash = await timeOfTrash(context, path, last.ids);
  const trashFloor = timeOf(() => deleteBare(bare, last.rows));
  if (sessionsOf(path) !== sessionsIn(bare)) return { missing: 'The app and the statements deleted different rows.' };
  return {
    value: median(times.app),
    unit: 'ms',
    floor: median(times.bare),
    note: `through the trash ${trash.toFixed(0)} ms, its statements alone ${trashFloor.toFixed(0)} ms`,
  };
}

/** Through the lane that writes, as the window has it done: with a journal of all rows that is on the disk before the commit. */
async function timeOfTrash(context: BenchContext, path: string, ids: readonly string[]): Promise<number> {
  const library = await Library.open({
    path,
    entries: LANE_ENTRIES,
    listener: { onChange: () => undefined, onTrouble: () => undefined },
    work: workIn(context.makeFolder()),
  });
  context.defer(() => library.close());
  await library.write('prepareWriter', {});
  const ms = await timeUntil(() => library.write('deleteConversations', { ids, unit: 'segment' }));
  await library.close();
  return ms;
}

function shareOf(app: SessionDB, share: number): Share {
  const all = app.store.db.prepare<[], string>('SELECT id FROM sessions ORDER BY started_at, id').pluck().all();
  // The shares before have gone already, so this one is a larger part of what is left.
  const step = Math.floor(all.length / SESSIONS);
  const ids = all.filter((_, at) => at % step === share % step).slice(0, SESSIONS);
  return { ids, rows: deletionScope(app.store, ids).sessions };
}

function deleteBare(db: Database, rows: readonly string[]): void {
  const detach = db.prepare('UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id = ?');
  const removals = ['messages', 'session_model_usage'].map(table =>
    db.prepare(`DELETE FROM ${table} WHERE session_id = ?`),
  );
  const remove = db.prepare('DELETE FROM sessions WHERE id = ?');
  db.transaction(() => {
    for (const id of rows) detach.run(id);
    for (const id of rows) {
      for (const removal of removals) removal.run(id);
      remove.run(id);
    }
  }).immediate();
}

function sessionsOf(path: string): number {
  const db = openBareWriter(path);
  const count = sessionsIn(db);
  db.close();
  return count;
}

function sessionsIn(db: Database): number {
  return Number(db.prepare('SELECT count(*) FROM sessions').pluck().get());
}
