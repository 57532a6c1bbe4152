// Run as a process of its own, because cold means a new process: asks the lane, or plain SQL, for pages of the session list.
import BetterSqlite3 from 'better-sqlite3';
import type { SessionView } from '../src/shared/contract/sessions.ts';
import { Library } from '../src/main/library/library.ts';
import { LANE_ENTRIES } from './lane/open-library.ts';
import type { ListRound } from './lane/list-pages.ts';
import { DEEP, pageSql, PAGE, SORTS } from './lane/list-pages.ts';

const REPEATS = 5;

const [way, path] = process.argv.slice(2);
if (path === undefined) throw new Error('usage: list-round.ts lane|sql <file>');
process.stdout.write(`${JSON.stringify(way === 'sql' ? bySql(path) : await byLane(path))}\n`);

async function byLane(file: string): Promise<ListRound> {
  const library = await Library.open({
    path: file,
    entries: LANE_ENTRIES,
    listener: { onChange: () => undefined, onTrouble: () => undefined },
  });
  library.changes.dispose();
  const first = (sort: SessionView['sort']) =>
    timed(() => library.read('sessionsView', { view: viewBy(sort), anchorIds: [], first: PAGE }));
  const cold = await first('activity');
  const round: ListRound = { cold: cold.ms, first: {}, deep: {} };
  for (const sort of SORTS) {
    round.first[sort] = (await first(sort)).ms;
    const offset = Math.max(0, Math.min(DEEP, cold.value.total - PAGE));
    const deep = await timed(() => library.read('sessionsPage', { view: viewBy(sort), offset, limit: PAGE }));
    round.deep[sort] = deep.ms;
  }
  await library.close();
  return round;
}

function bySql(file: string): ListRound {
  const db = new BetterSqlite3(file, { readonly: true });
  db.pragma('mmap_size = 0');
  const ask = (offset: number): number => {
    const start = performance.now();
    db.prepare(pageSql()).all(PAGE, offset);
    return performance.now() - start;
  };
  const rows = Number(db.prepare('SELECT count(*) FROM sessions').pluck().get());
  const offset = Math.max(0, Math.min(DEEP, rows - PAGE));
  const best = (from: number) => Math.min(...Array.from({ length: REPEATS }, () => ask(from)));
  const cold = ask(0);
  const round = { cold, first: { activity: best(0) }, deep: { activity: best(offset) } };
  db.close();
  return round;
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

/** Everything, so that there are rows as deep as that. */
function viewBy(sort: SessionView['sort']): SessionView {
  return {
    scope: 'all',
    filter: '',
    sort,
    sources: [],
    models: [],
    states: [],
    showArchived: true,
    showChildren: true,
  };
}
