import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { deleteConversations } from '../../src/main/organise/delete-conversations.ts';
import { trashList, trashReconcile, trashRestore } from '../../src/main/organise/trash-ops.ts';
import { readJournal } from '../../src/main/trash/journal-reader.ts';
import { journalsIn, trashFolder } from '../../src/main/trash/trash-folder.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { writeSmallDatabase } from '../support/small-database.ts';
import { checkIndexes, contentOf } from '../support/table-content.ts';
import { openDesk } from '../support/writer-context.ts';

const MOMENTS = Number(process.env['MOMENTS'] ?? 30);
const T0 = 1_600_000_000;
const PATIENCE_MS = 1_800_000;

/** Enough for many transactions, with subagents, branches and transcript files. */
function subject(): string {
  const ids = Array.from({ length: 210 }, (_, at) => `s${String(at).padStart(3, '0')}`);
  const parent = (at: number) => ids[at - 1] ?? null;
  const path = writeSmallDatabase({
    sessions: ids.map((id, at) => ({
      id,
      source: 'cli',
      started_at: T0 + at,
      ended_at: T0 + at + 1,
      title: `Title ${String(at)}`,
      ...(at % 7 === 1
        ? { parent_session_id: parent(at), model_config: JSON.stringify({ _delegate_from: parent(at) }) }
        : {}),
      ...(at % 7 === 2 ? { parent_session_id: parent(at) } : {}),
    })),
    messages: ids.flatMap((id, at) =>
      Array.from({ length: 12 }, (_, n) => ({
        session_id: id,
        role: 'user',
        content: `${id} says ${'word '.repeat(at % 90)}${String(n)}`,
        timestamp: T0 + at,
      })),
    ),
    usage: ids.map(id => ({ session_id: id, model: 'm' })),
  });
  const db = new Database(path);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return path;
}

const TRANSCRIPTS = ['s000.json', 's010.jsonl', 'request_dump_s020_1.json'];

function copyOf(from: string): string {
  const path = join(temporaryFolder(), 'state.db');
  copyFileSync(from, path);
  mkdirSync(join(dirname(path), 'sessions'));
  for (const name of TRANSCRIPTS) writeFileSync(join(dirname(path), 'sessions', name), name);
  return path;
}

/** Starts the work, and kills it `delay` milliseconds after it says that it began. @returns how long it took where it was not killed. */
async function runAndKill(args: readonly string[], delay: number | null): Promise<number | null> {
  const script = join(import.meta.dirname, '..', 'support', 'trash-process.ts');
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let [began, ended] = [0, 0];
  const lines = createInterface({ input: child.stdout });
  const started = new Promise<void>(resolve => {
    lines.on('line', line => {
      if (line === 'started') {
        began = performance.now();
        resolve();
      } else ended = performance.now();
    });
  });
  await Promise.race([started, exited]);
  if (delay !== null) {
    await wait(delay);
    child.kill('SIGKILL');
  }
  await exited;
  return ended === 0 ? null : ended - began;
}

/** Ids of sessions and messages that a journal in the trash holds. */
function heldIn(folder: string): Set<string> {
  const held = new Set<string>();
  for (const { path, state } of journalsIn(folder)) {
    if (state === 'undo') continue;
    for (const record of readJournal(path)) {
      if (record.kind !== 'row') continue;
      const { table, row } = record;
      if (table.table !== 'sessions' && table.table !== 'messages') continue;
      const id = row.values[table.columns.indexOf('id')];
      held.add(`${table.table} ${id instanceof Uint8Array ? Buffer.from(id).toString() : String(id)}`);
    }
  }
  return held;
}

function storedIn(path: string): Set<string> {
  const db = new Database(path);
  const rows = db
    .prepare<[], string>("SELECT 'sessions ' || id FROM sessions UNION ALL SELECT 'messages ' || id FROM messages")
    .pluck()
    .all();
  db.close();
  return new Set(rows);
}

/** After the kill: the next start settles, nothing is lost, and everything can be put back as it was. */
function settleAndCheck(
  path: string,
  userData: string,
  start: ReturnType<typeof contentOf>,
  all: ReadonlySet<string>,
): string[] {
  const desk = openDesk(path, { userData, runId: 'next start' });
  try {
    const said = trashReconcile(desk.task, {});
    const folder = trashFolder(desk.places.trash, path);
    expect(journalsIn(folder).filter(({ state }) => state !== 'trash')).toEqual([]);
    const [held, stored] = [heldIn(folder), storedIn(path)];
    expect([...all].filter(row => held.has(row) === stored.has(row))).toEqual([]);
    for (const { id } of trashList(desk.task, {})) trashRestore(desk.writer, { id });
    expect(contentOf(desk.db.store.db)).toEqual(start);
    checkIndexes(desk.db.store.db);
    expect(readdirSync(desk.places.transcripts).sort()).toEqual([...TRANSCRIPTS].sort());
    return said.map(({ action }) => action);
  } finally {
    desk.close();
  }
}

test.each(['delete', 'prune', 'restore'] as const)(
  'killed in the middle of a %s at thirty moments, no row is in neither place, and the next start says so',
  async action => {
    const original = subject();
    const db = new Database(original);
    const start = contentOf(db);
    db.close();
    const all = storedIn(original);
    const prepare = (): { path: string; userData: string; args: string[] } => {
      const [path, userData] = [copyOf(original), temporaryFolder()];
      if (action !== 'restore') return { path, userData, args: [path, userData, action] };
      const desk = openDesk(path, { userData, runId: 'earlier' });
      const ids = desk.db.store.db.prepare<[], string>('SELECT id FROM sessions').pluck().all();
      const token = deleteConversations(desk.writer, { ids, unit: 'conversation' }).undoToken ?? '';
      desk.close();
      return { path, userData, args: [path, userData, action, token] };
    };
    const whole = prepare();
    const took = (await runAndKill(whole.args, null)) ?? 1000;
    expect(settleAndCheck(whole.path, whole.userData, start, all)).toEqual([]);
    let [interrupted, said] = [0, 0];
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      const { path, userData, args } = prepare();
      const finished = await runAndKill(args, (took * (moment + 0.5)) / MOMENTS);
      const words = settleAndCheck(path, userData, start, all);
      if (finished === null) interrupted += 1;
      if (finished === null && words.includes(action)) said += 1;
      rmSync(dirname(path), { recursive: true });
      rmSync(userData, { recursive: true, force: true });
    }
    console.log(action, { took, interrupted, said });
    expect(interrupted).toBeGreaterThan(MOMENTS / 3);
    // One may fall before the work leaves its mark, or between the end of the work and its last word.
    expect(said).toBeGreaterThanOrEqual(interrupted - 2);
  },
  PATIENCE_MS,
);
