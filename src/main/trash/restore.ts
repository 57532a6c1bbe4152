import { renameSync, rmSync } from 'node:fs';
import { SessionDbError } from '../session-db/errors.ts';
import type { Store } from '../session-db/store.ts';
import { write } from '../session-db/write.ts';
import { assertIndexesFollow } from './index-triggers.ts';
import type { JournalHeader } from './journal-format.ts';
import { JournalDamageError, type JournalSummary, verifyJournal } from './journal-reader.ts';
import { putCellsBack } from './put-cells-back.ts';
import { putRowsBack } from './put-rows-back.ts';
import { assertNoCollision, conflict, schemaProblem } from './restore-checks.ts';
import { dropRestored, settleRestoring } from './settle.ts';
import {
  type JournalEntry,
  journalPath,
  journalsIn,
  restoringPath,
  syncFolder,
  type TrashPlace,
} from './trash-folder.ts';

/** What came back. */
export interface Restored {
  readonly action: JournalHeader['action'];
  readonly conversations: number;
  readonly sessions: number;
  readonly messages: number;
}

/** How a restore goes on. */
export interface RestoreOptions {
  /** Called before each journal, with how many are done; may throw to stop there. */
  readonly onPart?: (done: number, total: number) => void;
}

interface CheckedEntry {
  readonly entry: JournalEntry;
  readonly summary: JournalSummary;
}

/**
 * Takes an action back: puts its rows into the file with their old ids, under the file's own triggers, and sets the
 * values that it changed back. Every journal of the action is checked before the first is touched; each is put back in
 * one transaction and leaves the trash after its commit.
 *
 * @throws SessionDbError `not-found` for an action that has no journal (any more); `conflict` with the reason where
 *   something collides, was changed again since, or does not fit any more. Then nothing was changed, unless another
 *   program came in between two journals of a large action: the message says how much is back.
 */
export function restoreAction(
  store: Store,
  place: TrashPlace,
  actionId: string,
  { onPart }: RestoreOptions = {},
): Restored {
  const entries = journalsIn(place.folder)
    .filter(entry => entry.actionId === actionId && (entry.state === 'trash' || entry.state === 'undo'))
    .reverse();
  if (entries.length === 0) {
    throw new SessionDbError('not-found', 'This cannot be taken back any more.', { hint: 'Look into the trash.' });
  }
  assertIndexesFollow(store);
  const checked = entries.map(entry => checkedEntry(store, entry));
  checked.forEach((entry, done) => {
    onPart?.(done, checked.length);
    restorePart(store, place, entry, done);
  });
  onPart?.(checked.length, checked.length);
  return totals(checked.map(({ summary }) => summary.header));
}

function totals(headers: readonly JournalHeader[]): Restored {
  const sum = (of: (header: JournalHeader) => number) => headers.reduce((total, header) => total + of(header), 0);
  return {
    action: headers[0]?.action ?? 'delete',
    conversations: sum(({ conversations }) => conversations),
    sessions: sum(({ sessions }) => sessions),
    messages: sum(({ messages }) => messages),
  };
}

function checkedEntry(store: Store, entry: JournalEntry): CheckedEntry {
  try {
    const summary = verifyJournal(entry.path);
    const problem = schemaProblem(store, summary.header, summary.footer);
    if (problem !== null) throw conflict(problem);
    assertNoCollision(store, entry.path);
    return { entry, summary };
  } catch (error) {
    if (error instanceof JournalDamageError) throw conflict(`The journal cannot be read: ${error.message}.`, error);
    throw error;
  }
}

function restorePart(store: Store, place: TrashPlace, { entry, summary }: CheckedEntry, done: number): void {
  const isKept = entry.state === 'trash';
  const path = isKept ? restoringPath(place, entry) : entry.path;
  if (isKept) {
    renameSync(entry.path, path);
    syncFolder(place.folder);
  }
  try {
    withoutForeignKeys(store, () => write(store, () => putBack(store, path, summary)));
  } catch (error) {
    if (isKept) takeBack(store, place, { ...entry, path }, error);
    throw done === 0 ? error : partly(error, done);
  }
  if (isKept) dropRestored(place, { ...entry, path });
  else rmSync(path, { force: true });
}

/** A commit that failed may have happened all the same, and then the rows are there. A refusal comes before it. */
function takeBack(store: Store, place: TrashPlace, entry: JournalEntry, error: unknown): void {
  if (error instanceof SessionDbError) renameSync(entry.path, journalPath(place.folder, entry, 'trash'));
  else settleRestoring(store, place, entry);
}

function partly(error: unknown, done: number): unknown {
  if (!(error instanceof SessionDbError)) return error;
  const message = `${error.message} ${String(done)} parts are back, the others are still in the trash.`;
  return new SessionDbError(error.code, message, { hint: error.hint, cause: error });
}

/** Enforcement cannot be deferred for parents that were missing before. */
function withoutForeignKeys<T>({ db }: Store, run: () => T): T {
  const before = db.pragma('foreign_keys', { simple: true });
  db.pragma('foreign_keys = OFF');
  try {
    return run();
  } finally {
    db.pragma(`foreign_keys = ${before === 0 ? 'OFF' : 'ON'}`);
  }
}

function putBack(store: Store, path: string, summary: JournalSummary): void {
  const { header } = summary;
  const { sessions, cells } = putRowsBack(store, path, summary);
  dropMissingParents(store, sessions, new Set(header.orphans));
  const isDeletion = header.action === 'delete' || header.action === 'prune';
  putCellsBack(store, cells, isDeletion ? 'skip' : 'refuse');
}

/** A parent that was deleted meanwhile: its children became roots, and so does this one. */
function dropMissingParents({ db }: Store, sessions: readonly string[], orphans: ReadonlySet<string>): void {
  const drop = db.prepare(
    `UPDATE sessions SET parent_session_id = NULL WHERE id = ? AND parent_session_id IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM sessions p WHERE p.id = sessions.parent_session_id)`,
  );
  for (const id of sessions) if (!orphans.has(id)) drop.run(id);
}
