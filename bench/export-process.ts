// Run as a process of its own, because its memory is measured: exports a whole database as JSONL through the lane of the
// app that does that, or reads the same rows by plain SQL.
import BetterSqlite3 from 'better-sqlite3';
import { join } from 'node:path';
import { Library } from '../src/main/library/library.ts';
import { LANE_ENTRIES, workIn } from './lane/open-library.ts';

const [way, path, folder] = process.argv.slice(2);
if (path === undefined || folder === undefined) throw new Error('usage: export-process.ts app|bare <file> <folder>');

const SAMPLE_MS = 10;

process.stdout.write(`${JSON.stringify(way === 'bare' ? select(path) : await exportAll(path, folder))}\n`);

async function exportAll(file: string, target: string) {
  const library = await Library.open({
    path: file,
    entries: LANE_ENTRIES,
    listener: { onChange: () => undefined, onTrouble: () => undefined },
    work: workIn(target),
  });
  await library.task('trashList', {});
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const start = performance.now();
  const input = { path: join(target, 'all.jsonl'), replaces: false, format: 'jsonl', chains: null } as const;
  const { messages, bytes } = await library.task('exportSessions', input);
  const ms = performance.now() - start;
  clearInterval(sampling);
  await library.close();
  return { ms, messages, bytes, grownMb: (peak - before) / 2 ** 20 };
}

/** Every column of every row that the export holds, as fast as this driver hands rows over one by one. */
function select(file: string) {
  const db = new BetterSqlite3(file, { readonly: true });
  db.pragma('mmap_size = 0');
  const start = performance.now();
  const sessions = count(db.prepare('SELECT * FROM sessions').raw().iterate());
  const messages = count(db.prepare('SELECT * FROM messages WHERE active = 1').raw().iterate());
  const ms = performance.now() - start;
  db.close();
  return { ms, messages, sessions };
}

function count(rows: Iterable<unknown>): number {
  let found = 0;
  for (const _ of rows) found += 1;
  return found;
}
