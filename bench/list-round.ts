// Run as a process of its own, because cold means a new process: asks the lane, or plain SQL, for pages of the session list.
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { SessionView } from '../src/shared/contract/sessions.ts';
import { Library } from '../src/main/library/library.ts';
import { LANE_ENTRIES } from './lane/open-library.ts';
import type { ListRound, ViewRound } from './lane/list-pages.ts';
import { DEEP, GROUPINGS, pageSql, PAGE, SORTS } from './lane/list-pages.ts';

const REPEATS = 5;

const [way, path, rest = '0'] = process.argv.slice(2);
if (path === undefined) throw new Error('usage: list-round.ts lane|views|sql <file> [<milliseconds after the first>]');
process.stdout.write(`${JSON.stringify(await roundOf(path))}\n`);

function roundOf(file: string): Promise<ListRound | ViewRound> | ListRound {
  if (way === 'sql') return bySql(file);
  return way === 'views' ? byViews(file) : byLane(file);
}

async function openQuiet(file: string): Promise<Library> {
  const library = await Library.open({
    path: file,
    entries: LANE_ENTRIES,
    listener: { onChange: () => undefined, onTrouble: () => undefined },
  });
  library.changes.dispose();
  return library;
}

async function byViews(file: string): Promise<ViewRound> {
  const library = await openQuiet(file);
  await library.read('sessionsView', { view: viewBy('activity'), anchorIds: [], first: PAGE });
  await setTimeout(Number(rest));
  const round: Record<string, number> = {};
  for (const group of GROUPINGS) {
    for (const sort of SORTS) {
      const view = { ...viewBy(sort), group, showChildren: false };
      round[`${group} ${sort}`] = (
        await timed(() => library.read('sessionsView', { view, anchorIds: [], first: PAGE }))
      ).ms;
    }
  }
  await library.close();
  return round;
}

async function byLane(file: string): Promise<ListRound> {
  const library = await openQuiet(file);
  const first = (sort: SessionView['sort']) =>
    timed(() => library.read('sessionsView', { view: viewBy(sort), anchorIds: [], first: PAGE }));
  const cold = await first('activity');
  await setTimeout(Number(rest));
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
