import { basename } from 'node:path';
import { assertNotCompressing } from '../session-db/compression-locks.ts';
import { has } from '../session-db/catalog.ts';
import { deleteSessionRows } from '../session-db/delete-rows.ts';
import { deletionScope } from '../session-db/deletion-scope.ts';
import { SessionDbError } from '../session-db/errors.ts';
import { clearMessages } from '../session-db/message-rewrites.ts';
import { hasSharedPrompts } from '../session-db/session-row.ts';
import type { Store } from '../session-db/store.ts';
import { transcriptFilesOf } from '../session-db/transcript-files.ts';
import { cellsOf, changedCells, writeCells } from './changed-cells.ts';
import { type DependentRows, dependentRows } from './dependent-tables.ts';
import { exactRows, quoted, shapeOf } from './exact-rows.ts';
import { assertIndexesFollow } from './index-triggers.ts';
import type { JournalWriter } from './journal-writer.ts';
import { journaledChange } from './journaled-change.ts';
import { storedBytes } from './stored-bytes.ts';
import type { TrashPlace } from './trash-folder.ts';

/** What to delete. */
export interface Deletion {
  readonly action: 'delete' | 'prune';
  readonly actionId: string;
  /** Journals of one action are numbered from 0. */
  readonly part: number;
  /**
   * Called inside the transaction, so that what it looks at cannot change any more.
   *
   * @returns null to delete nothing.
   */
  readonly choose: () => Choice | null;
}

/** Sessions that are to go. */
export interface Choice {
  /** Their subagents go along without being named. */
  readonly sessions: readonly string[];
  readonly conversations: number;
  /** First names of the conversations; at most 5. */
  readonly names: readonly string[];
}

/** What was deleted. */
export interface Deleted {
  readonly conversations: number;
  readonly sessions: number;
  readonly messages: number;
  /** Bytes of the rows that went; see `storedBytes`. */
  readonly bytes: number;
}

/**
 * Deletes sessions with everything that belongs to them, after exact copies of all rows are in a journal on the disk.
 *
 * @returns null where nothing was chosen, or nothing of it exists.
 * @throws SessionDbError `compressing`, `db-full`, `needs-upgrade` where the search index would not follow; then nothing
 *   was deleted.
 */
export function deleteIntoTrash(store: Store, place: TrashPlace, deletion: Deletion): Deleted | null {
  return journaledChange(store, place, deletion, begin => {
    const choice = deletion.choose();
    if (choice === null) return null;
    const { sessions, detached } = deletionScope(store, choice.sessions);
    if (sessions.length === 0) return null;
    assertNotCompressing(store, sessions);
    assertIndexesFollow(store);
    const going = storedBytes(store, sessions);
    const rows = (table: string) => going.find(entry => entry.table === table)?.rows ?? 0;
    const deleted: Deleted = {
      conversations: choice.conversations,
      sessions: rows('sessions'),
      messages: rows('messages'),
      bytes: going.reduce((sum, entry) => sum + entry.bytes, 0),
    };
    const journal = begin({
      ...deleted,
      names: choice.names.slice(0, 5),
      orphans: orphansAmong(store, sessions),
      transcripts: transcriptsOf(store, place, sessions),
    });
    const dependents = dependentRows(store);
    copyRows(store, journal, dependents, sessions);
    const before = cellsOf(store, 'sessions', ['parent_session_id'], detached);
    deleteSessionRows(store, sessions);
    writeCells(journal, changedCells(before, cellsOf(store, 'sessions', ['parent_session_id'], detached)));
    assertGone(store, dependents, sessions);
    return deleted;
  });
}

/** What to clear: the messages of sessions, which stay themselves. */
export interface Clearing {
  readonly actionId: string;
  readonly part: number;
  readonly sessions: readonly string[];
  readonly names: readonly string[];
}

const COUNTERS = ['message_count', 'tool_call_count'];

/**
 * Deletes the messages of sessions and sets their counters back, with exact copies in a journal as for
 * {@link deleteIntoTrash}.
 */
export function clearIntoTrash(store: Store, place: TrashPlace, clearing: Clearing): Deleted {
  const identity = { action: 'clear', actionId: clearing.actionId, part: clearing.part } as const;
  return journaledChange(store, place, identity, begin => {
    const { sessions, names } = clearing;
    assertNotCompressing(store, sessions);
    assertIndexesFollow(store);
    const isMessages = ({ table }: { table: string }) => table !== 'sessions' && table === 'messages';
    const going = storedBytes(store, sessions).find(isMessages);
    const deleted: Deleted = {
      conversations: sessions.length,
      sessions: 0,
      messages: going?.rows ?? 0,
      bytes: going?.bytes ?? 0,
    };
    const journal = begin({ ...deleted, names: names.slice(0, 5), orphans: [], transcripts: [] });
    copyRows(store, journal, dependentRows(store).filter(isMessages), sessions);
    const before = cellsOf(store, 'sessions', columnsOf(store), sessions);
    for (const id of sessions) clearMessages(store, id);
    writeCells(journal, changedCells(before, cellsOf(store, 'sessions', columnsOf(store), sessions)));
    return deleted;
  });
}

/** Clearing may set back more than the counters in later builds, so every column is compared. */
function columnsOf({ catalog }: Store): string[] {
  const all = catalog.columns.get('sessions') ?? COUNTERS;
  return all.filter(column => column !== 'system_prompt' && column !== 'model_config' && column !== 'id');
}

function copyRows(
  store: Store,
  journal: JournalWriter,
  dependents: readonly DependentRows[],
  sessions: readonly string[],
): void {
  const bound = { ids: JSON.stringify(sessions) };
  for (const { table, where } of needed(store)) {
    const shape = shapeOf(store.db, table);
    for (const row of exactRows(store.db, shape, where, bound)) journal.row(shape, row, 'needed');
  }
  for (const { table, where } of dependents) {
    const shape = shapeOf(store.db, table);
    for (const row of exactRows(store.db, shape, where, bound)) journal.row(shape, row);
  }
}

/** Rows that may go, or may be shared with sessions that stay: prompts of later builds, and locks that have run out. */
function needed({ catalog }: Store): DependentRows[] {
  const going = 'IN (SELECT value FROM json_each(:ids))';
  const rows: DependentRows[] = [];
  if (hasSharedPrompts(catalog)) {
    const hashes = `SELECT s.system_prompt_hash FROM sessions s WHERE s.id ${going}`;
    rows.push({ table: 'system_prompts', where: `t.hash IN (${hashes})` });
  }
  if (has(catalog, 'compression_locks', 'session_id')) {
    rows.push({ table: 'compression_locks', where: `t.session_id ${going}` });
  }
  return rows;
}

/** Sessions whose parent is missing before anything is deleted; they get it back all the same. */
function orphansAmong({ db }: Store, sessions: readonly string[]): string[] {
  return db
    .prepare<[{ ids: string }], string>(
      `SELECT s.id FROM sessions s WHERE s.id IN (SELECT value FROM json_each(:ids)) AND s.parent_session_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM sessions p WHERE p.id = s.parent_session_id)`,
    )
    .pluck()
    .all({ ids: JSON.stringify(sessions) });
}

function transcriptsOf({ db }: Store, { transcripts }: TrashPlace, sessions: readonly string[]): string[] {
  const known = db.prepare<[string], number>('SELECT 1 FROM sessions WHERE id = ?').pluck();
  return transcriptFilesOf(transcripts, sessions, id => known.get(id) === 1).map(path => basename(path));
}

/** Nothing may go that is not in the journal, and nothing stay that is: either would show here. */
function assertGone({ db }: Store, dependents: readonly DependentRows[], sessions: readonly string[]): void {
  const bound = { ids: JSON.stringify(sessions) };
  for (const { table, where } of dependents) {
    const left = db
      .prepare<[{ ids: string }], number>(`SELECT 1 FROM ${quoted(table)} t WHERE ${where} LIMIT 1`)
      .pluck()
      .get(bound);
    if (left === undefined) continue;
    throw new SessionDbError('internal', `Rows of ${table} could not be deleted, so nothing was.`);
  }
}
