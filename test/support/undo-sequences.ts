import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect } from 'vitest';
import { trashPlaceOf } from '../../src/main/organise/change-tools.ts';
import { deleteConversations } from '../../src/main/organise/delete-conversations.ts';
import { prunePlan } from '../../src/main/organise/prune-plan.ts';
import { pruneRun } from '../../src/main/organise/prune-run.ts';
import { rename } from '../../src/main/organise/rename.ts';
import { setArchived, setPinned } from '../../src/main/organise/set-flags.ts';
import { trashList, trashRestore, undo } from '../../src/main/organise/trash-ops.ts';
import { SessionDB } from '../../src/main/session-db/session-db.ts';
import { clearIntoTrash } from '../../src/main/trash/delete-into-trash.ts';
import { newActionId } from '../../src/main/trash/trash-folder.ts';
import type { PruneRule } from '../../src/shared/contract/prune.ts';
import { temporaryFolder } from './fixtures.ts';
import { buildZoo } from './session-zoo.ts';
import { writeSmallDatabase } from './small-database.ts';
import { startForeignWriter, type Statement } from './foreign-writer.ts';
import { checkIndexes, columnsOf, contentOf, rebuildIndexes, type TableContent } from './table-content.ts';
import { openDesk, type Desk } from './writer-context.ts';

/** One step of a sequence; the numbers choose among what is there at the time. */
export interface Step {
  readonly kind: 'rename' | 'pin' | 'archive' | 'delete' | 'segment' | 'clear' | 'prune' | 'undo' | 'restore';
  readonly which: readonly number[];
  readonly on: boolean;
  readonly title: string | null;
}

/** Any sequence of steps. */
export const anySequence: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('rename', 'pin', 'archive', 'delete', 'segment', 'clear', 'prune', 'undo', 'restore'),
    which: fc.array(fc.nat({ max: 10_000 }), { minLength: 1, maxLength: 6 }),
    on: fc.boolean(),
    title: fc.oneof(
      fc.constant(null),
      fc.constantFrom('One', 'Two', 'Three'),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    ),
  }),
  { minLength: 1, maxLength: 14 },
);

const FOREIGN = ['foreign-1', 'foreign-2'];

/** Brings a copy of a file of any version up to date, and gives it the other program's sessions. */
export function preparedFile(from: string): string {
  const path = join(temporaryFolder(), 'state.db');
  copyFileSync(from, path);
  const db = new SessionDB(path);
  rebuildIndexes(db.store.db);
  for (const id of FOREIGN) {
    db.createSession({ sessionId: id, source: 'foreign' });
    db.appendMessage({ sessionId: id, role: 'user', content: `first of ${id}` });
  }
  db.close();
  return path;
}

/**
 * Runs a sequence while another process appends to its own sessions, takes everything back, and compares.
 *
 * @param prepared - file of {@link preparedFile}; a copy of it is used.
 */
export async function checkSequence(prepared: string, steps: readonly Step[]): Promise<void> {
  const folder = temporaryFolder();
  const path = join(folder, 'state.db');
  copyFileSync(prepared, path);
  await checkIn(path, steps);
  rmSync(folder, { recursive: true });
}

async function checkIn(path: string, steps: readonly Step[]): Promise<void> {
  const desk = openDesk(path, { userData: temporaryFolder() });
  const foreign = startForeignWriter(path);
  try {
    const { db } = desk.db.store;
    const columns = columnsOf(db);
    const last = Number(db.prepare('SELECT MAX(id) FROM messages').pluck().get());
    const look = () => upTo(contentOf(db, { columns, without: FOREIGN }), last);
    const start = look();
    const tokens: string[] = [];
    let appended = 0;
    for (const step of steps) {
      appended += 1;
      const written = foreign.transact([append(appended)]);
      take(desk, tokens, step);
      await written;
    }
    while (tokens.length > 0) undo(desk.writer, { token: tokens.pop() ?? '' });
    expect(look()).toEqual(start);
    expect(trashList(desk.task, {})).toEqual([]);
    checkIndexes(db);
    expect(db.prepare("SELECT COUNT(*) FROM messages WHERE content LIKE 'appended %'").pluck().get()).toBe(appended);
    const found = db.prepare("SELECT COUNT(*) FROM messages_fts WHERE messages_fts MATCH 'appended'").pluck().get();
    expect(Number(found)).toBeGreaterThanOrEqual(appended);
  } finally {
    await foreign.close();
    desk.close();
  }
}

function append(count: number): Statement {
  const sql = 'INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)';
  return { sql, values: [FOREIGN[count % 2] ?? '', 'user', `appended ${String(count)}`, 1_780_000_000 + count] };
}

/** What was there at the start: the other program's messages have higher ids. */
function upTo({ hashes, indexed }: TableContent, last: number): TableContent {
  return {
    hashes,
    indexed: Object.fromEntries(Object.entries(indexed).map(([table, ids]) => [table, ids.filter(id => id <= last)])),
  };
}

function take(desk: Desk, tokens: string[], { kind, which, on, title }: Step): void {
  const { writer, task, db, places } = desk;
  const all = db.store.db
    .prepare<[], string>("SELECT id FROM sessions WHERE source <> 'foreign' ORDER BY id")
    .pluck()
    .all();
  const ids = all.length === 0 ? ['none'] : [...new Set(which.map(number => all[number % all.length] ?? ''))];
  const keep = (token: string | null) => token !== null && tokens.push(token);
  switch (kind) {
    case 'rename': {
      if (all.length === 0) return;
      const result = rename(writer, { id: ids[0] ?? '', title });
      if (result.kind === 'renamed') keep(result.undoToken);
      return;
    }
    case 'pin':
      return void keep(setPinned(writer, { ids, on }).undoToken);
    case 'archive':
      return void keep(setArchived(writer, { ids, on }).undoToken);
    case 'delete':
      return void keep(deleteConversations(writer, { ids, unit: 'conversation' }).undoToken);
    case 'segment':
      return void keep(deleteConversations(writer, { ids, unit: 'segment' }).undoToken);
    case 'clear': {
      const actionId = newActionId();
      clearIntoTrash(db.store, trashPlaceOf(places, writer.path), {
        actionId,
        part: 0,
        sessions: ids.filter(id => id !== 'none'),
        names: [],
      });
      if (trashList(task, {}).some(({ id }) => id === actionId)) tokens.push(actionId);
      return;
    }
    case 'prune': {
      const rule: PruneRule = {
        olderThanDays: which[0]! / 20,
        by: on ? 'started' : 'activity',
        sources: [],
        includePinned: on,
        includeArchived: !on,
      };
      return void keep(pruneRun(writer, { rule, before: prunePlan(task, rule).before }).undoToken);
    }
    case 'undo':
    case 'restore':
      takeBack(desk, tokens, kind);
  }
}

function takeBack({ writer, task }: Desk, tokens: string[], kind: 'undo' | 'restore'): void {
  const token = tokens.pop();
  if (token === undefined) return;
  const isInTrash = trashList(task, {}).some(({ id }) => id === token);
  if (kind === 'restore' && isInTrash) trashRestore(writer, { id: token });
  else undo(writer, { token });
}

/** A generated file, prepared as {@link preparedFile} does. */
export function preparedZoo(seed: number): string {
  const path = writeSmallDatabase(buildZoo(seed));
  const db = new Database(path);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return preparedFile(path);
}
