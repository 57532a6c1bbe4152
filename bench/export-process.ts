// Run as a process of its own, because its memory is measured: exports a whole database as JSONL through the lane of the
// app that does that, or reads the same rows by plain SQL.
import BetterSqlite3 from 'better-sqlite3';
import { join } from 'node:path';
import { Library } from '../src/main/library/library.ts';
import { LANE_ENTRIES, workIn } from './lane/open-library.ts';

const [way, path, folder] = process.argv.slice(2);
if (path === undefined || folder === undefined) throw new Error('usage: export-process.ts app|bare <file> <folder>');

const SAMPLE_MS = 10;
const LAST_ACTIVE = 'COALESCE((SELECT MAX(m.timestamp) FROM messages m WHERE m.session_id = sessions.id), started_at)';

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

/** Every column of every row that the export holds, in its order, as this driver hands rows over. */
function select(file: string) {
  const db = new BetterSqlite3(file, { readonly: true });
  db.pragma('mmap_size = 0');
  const start = performance.now();
  const ids = db.prepare<[], string>(`SELECT id FROM sessions ORDER BY ${LAST_ACTIVE} DESC`).pluck().all();
  const session = db.prepare('SELECT * FROM sessions WHERE id = ?');
  const transcript = db.prepare('SELECT * FROM messages WHERE session_id = ? AND active = 1 ORDER BY id');
  let messages = 0;
  for (const id of ids) {
    session.get(id);
    messages += transcript.all(id).length;
  }
  const ms = performance.now() - start;
  db.close();
  return { ms, messages };
}
