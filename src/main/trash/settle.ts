import type { Interruption } from '../../shared/contract/trash.ts';
import { renameSync, rmSync, statSync } from 'node:fs';
import type { Store } from '../session-db/store.ts';
import { JournalDamageError, readJournal, readJournalHeader, verifyJournal } from './journal-reader.ts';
import type { SqlValue } from './exact-rows.ts';
import type { JournalHeader } from './journal-format.ts';
import { textOf, valueOf } from './restore-checks.ts';
import { type JournalEntry, journalPath, syncFolder, transcriptStore, type TrashPlace } from './trash-folder.ts';
import { bringTranscriptsBack, putTranscriptsAway } from './transcript-moves.ts';

/** Which of the rows of a journal the database holds. */
export type Presence = 'all' | 'none' | 'some';

/**
 * Looks which rows of a journal are in the database, by their ids.
 *
 * @throws JournalDamageError.
 */
export function presenceOf({ db }: Store, path: string): Presence {
  const session = db.prepare<[string], number>('SELECT 1 FROM sessions WHERE id = ?').pluck();
  const message = db.prepare<[SqlValue], number>('SELECT 1 FROM messages WHERE id = ?').pluck();
  const looks: Readonly<Record<string, (id: SqlValue) => boolean>> = {
    sessions: id => session.get(textOf(id) ?? '') === 1,
    messages: id => message.get(id) === 1,
  };
  const found = new Set<boolean>();
  for (const record of readJournal(path)) {
    const look = record.kind === 'row' ? looks[record.table.table] : undefined;
    if (record.kind === 'row' && look !== undefined) found.add(look(valueOf(record, 'id')));
  }
  if (!found.has(false)) return 'all';
  return found.has(true) ? 'some' : 'none';
}

/**
 * Decides what a journal is that was being written when the app ended: the database says whether its change was
 * committed. The only copy of a row is never removed.
 *
 * @returns what was found; null for changes that leave nothing to restore.
 */
export function settlePending(store: Store, place: TrashPlace, entry: JournalEntry): Interruption | null {
  const header = headerOrNull(entry.path);
  if (header === null) {
    // Not even its beginning was written, and the commit comes after its end.
    rmSync(entry.path, { force: true });
    return null;
  }
  const { action } = header;
  if (action === 'rename' || action === 'pin' || action === 'archive') {
    rmSync(entry.path, { force: true });
    return null;
  }
  const startedAt = header.createdAt;
  if (!isWhole(entry.path)) {
    rmSync(entry.path, { force: true });
    return { action, startedAt, outcome: 'It was stopped before anything was changed; all rows are where they were.' };
  }
  if (presenceOf(store, entry.path) === 'all') {
    rmSync(entry.path, { force: true });
    return { action, startedAt, outcome: 'It was rolled back; all rows are where they were.' };
  }
  finishTrash(place, entry, header);
  return { action, startedAt, outcome: 'What was done until then is done; its rows are in the trash.' };
}

function finishTrash(place: TrashPlace, entry: JournalEntry, header: JournalHeader): void {
  putTranscriptsAway(place.transcripts, header.transcripts, transcriptStore(place.folder, entry));
  renameSync(entry.path, journalPath(place.folder, entry, 'trash'));
  syncFolder(place.folder);
}

/** The same for a journal whose rows were being put back. */
export function settleRestoring(store: Store, place: TrashPlace, entry: JournalEntry): Interruption {
  const startedAt = headerOrNull(entry.path)?.createdAt ?? statSync(entry.path).mtimeMs / 1000;
  if (!isWhole(entry.path)) {
    backIntoTrash(place, entry);
    return { action: 'restore', startedAt, outcome: 'Its journal is damaged; what is left of it is in the trash.' };
  }
  if (presenceOf(store, entry.path) === 'all') {
    dropRestored(place, entry);
    return { action: 'restore', startedAt, outcome: 'The rows of this entry are back in the database.' };
  }
  backIntoTrash(place, entry);
  return { action: 'restore', startedAt, outcome: 'It was rolled back; the rows are still in the trash.' };
}

function backIntoTrash(place: TrashPlace, entry: JournalEntry): void {
  renameSync(entry.path, journalPath(place.folder, entry, 'trash'));
  syncFolder(place.folder);
}

/** Removes a journal whose rows are back. One with transcript files that cannot be moved back stays with them. */
export function dropRestored(place: TrashPlace, entry: JournalEntry): void {
  const files = transcriptStore(place.folder, entry);
  if (bringTranscriptsBack(files, place.transcripts)) rmSync(files, { recursive: true, force: true });
  rmSync(entry.path, { force: true });
}

function headerOrNull(path: string): JournalHeader | null {
  try {
    return readJournalHeader(path);
  } catch (error) {
    if (error instanceof JournalDamageError) return null;
    throw error;
  }
}

function isWhole(path: string): boolean {
  try {
    verifyJournal(path);
    return true;
  } catch (error) {
    if (error instanceof JournalDamageError) return false;
    throw error;
  }
}
