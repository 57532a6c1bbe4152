import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { settleInterruptions } from '../../src/main/maintenance/settle-interruptions.ts';
import { deleteConversations } from '../../src/main/organise/delete-conversations.ts';
import { trashList, trashRestore } from '../../src/main/organise/trash-ops.ts';
import { readJournal } from '../../src/main/trash/journal-reader.ts';
import { journalsIn, trashFolder } from '../../src/main/trash/trash-folder.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { killRounds, type KillRound } from '../support/kill-rounds.ts';
import { writeSmallDatabase } from '../support/small-database.ts';
import { checkIndexes, contentOf } from '../support/table-content.ts';
import { type Desk, openDesk } from '../support/writer-context.ts';

const MOMENTS = Number(process.env['MOMENTS'] ?? 30);
const LEAST_COUNTED = Math.floor(MOMENTS * 0.8);
const T0 = 1_600_000_000;
const PATIENCE_MS = 900_000;
const TRANSCRIPTS = ['request_dump_s020_1.json', 's000.json', 's010.jsonl'];

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

interface Copy {
  readonly path: string;
  readonly userData: string;
}

function copyOf(from: string): Copy {
  const path = join(temporaryFolder(), 'state.db');
  copyFileSync(from, path);
  mkdirSync(join(dirname(path), 'sessions'));
  for (const name of TRANSCRIPTS) writeFileSync(join(dirname(path), 'sessions', name), name);
  return { path, userData: temporaryFolder() };
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

function storedIn({ store }: Desk['db']): Set<string> {
  const rows = store.db
    .prepare<[], string>("SELECT 'sessions ' || id FROM sessions UNION ALL SELECT 'messages ' || id FROM messages")
    .pluck()
    .all();
  return new Set(rows);
}

const isMark = (name: string) => name.endsWith('.running.json');
const namesIn = (folder: string) => readdirSync(folder, { withFileTypes: true }).map(({ name }) => name);

/** The next start says what was interrupted where the work had begun, once, and the marks go with it. */
function expectTold(desk: Desk, action: string): void {
  const { marks } = desk.places;
  mkdirSync(marks, { recursive: true });
  const begun = namesIn(marks).filter(isMark).length;
  const told = settleInterruptions(desk.task, {});
  expect(told.map(one => one.action)).toEqual(Array.from({ length: begun }, () => action));
  expect(told.every(({ outcome }) => outcome.length > 20)).toBe(true);
  expect(namesIn(marks).filter(isMark)).toEqual([]);
  expect(settleInterruptions(desk.task, {})).toEqual([]);
}

function atNextStart({ path, userData }: Copy, look: (desk: Desk) => void): void {
  const desk = openDesk(path, { userData, runId: 'next start' });
  try {
    look(desk);
  } finally {
    desk.close();
  }
  rmSync(dirname(path), { recursive: true });
  rmSync(userData, { recursive: true });
}

function expectEnough(action: string, { counted, tookMs }: Awaited<ReturnType<typeof killRounds>>): void {
  console.log(`KILLS ${action}: ${String(counted)} of ${String(MOMENTS)} counted, undisturbed ${String(tookMs)} ms`);
  expect(counted).toBeGreaterThanOrEqual(LEAST_COUNTED);
}

test.each(['delete', 'prune', 'restore'] as const)(
  'killed in the middle of a %s, no row is in neither place, all can be put back, and the next start says so',
  async action => {
    const original = subject();
    const db = new Database(original);
    const start = contentOf(db);
    db.close();
    const prepare = (): KillRound => {
      const copy = copyOf(original);
      const token = action === 'restore' ? deletedAll(copy) : '';
      return { args: [copy.path, copy.userData, action, token], check: () => atNextStart(copy, settled) };
    };
    const settled = (desk: Desk) => {
      expectTold(desk, action);
      const folder = trashFolder(desk.places.trash, desk.writer.path);
      expect(journalsIn(folder).filter(({ state }) => state !== 'trash')).toEqual([]);
      const [held, stored] = [heldIn(folder), storedIn(desk.db)];
      expect(held.size + stored.size).toBe(210 * 13);
      expect([...held].filter(row => stored.has(row))).toEqual([]);
      for (const { id } of trashList(desk.task, {})) trashRestore(desk.writer, { id });
      expect(contentOf(desk.db.store.db)).toEqual(start);
      checkIndexes(desk.db.store.db);
      expect(readdirSync(desk.places.transcripts).sort()).toEqual(TRANSCRIPTS);
    };
    expectEnough(action, await killRounds(MOMENTS, prepare));
  },
  PATIENCE_MS,
);

function deletedAll({ path, userData }: Copy): string {
  const desk = openDesk(path, { userData, runId: 'earlier' });
  const ids = desk.db.store.db.prepare<[], string>('SELECT id FROM sessions').pluck().all();
  const token = deleteConversations(desk.writer, { ids, unit: 'conversation' }).undoToken ?? '';
  desk.close();
  return token;
}

/** The same with far more to write. */
function large(): string {
  const path = subject();
  const db = new Database(path);
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11999)
    INSERT INTO messages (session_id, role, content, timestamp)
    SELECT printf('s%03d', i % 210), 'tool', printf('%.*c', 2000, 'x'), ${String(T0)} + i FROM n`);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return path;
}

test(
  'killed in the middle of an export, it is there whole or not at all, and the next start says so',
  async () => {
    const original = large();
    const folder = temporaryFolder();
    const target = join(folder, 'out.jsonl');
    let whole: string | null = null;
    const check = (copy: Copy) =>
      atNextStart(copy, desk => {
        expectTold(desk, 'export');
        const names = readdirSync(folder);
        if (names.length > 0) {
          const text = readFileSync(target, 'utf8');
          expect(text).toBe((whole ??= text));
        }
        expect(names.filter(name => name !== 'out.jsonl')).toEqual([]);
        rmSync(target, { force: true });
      });
    const rounds = await killRounds(MOMENTS, () => {
      const copy = copyOf(original);
      return { args: [copy.path, copy.userData, 'export', target], check: () => check(copy) };
    });
    expect(whole).toContain('s209 says');
    expectEnough('export', rounds);
  },
  PATIENCE_MS,
);

test(
  'killed in the middle of a backup, it is there whole or not at all, and the next start says so',
  async () => {
    const original = large();
    let whole = 0;
    const check = (copy: Copy) =>
      atNextStart(copy, desk => {
        expectTold(desk, 'backup');
        const folder = dirname(copy.path);
        const copies = readdirSync(folder).filter(name => name.includes('.backup-'));
        for (const name of copies) {
          const db = new Database(join(folder, name), { readonly: true });
          expect(db.pragma('quick_check', { simple: true })).toBe('ok');
          expect(db.prepare('SELECT COUNT(*) FROM messages').pluck().get()).toBe(210 * 12 + 12_000);
          db.close();
          whole += 1;
        }
      });
    const rounds = await killRounds(MOMENTS, () => {
      const copy = copyOf(original);
      return { args: [copy.path, copy.userData, 'backup'], check: () => check(copy) };
    });
    expect(whole).toBeGreaterThan(0);
    expectEnough('backup', rounds);
  },
  PATIENCE_MS,
);
