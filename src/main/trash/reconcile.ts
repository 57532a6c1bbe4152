import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Interruption } from '../../shared/contract/trash.ts';
import { liveRuns, runMark } from '../interruptions/live-runs.ts';
import type { Store } from '../session-db/store.ts';
import { JournalDamageError, readJournalHeader } from './journal-reader.ts';
import { settlePending, settleRestoring } from './settle.ts';
import { type JournalEntry, journalsIn, namesIn, transcriptStore, type TrashPlace } from './trash-folder.ts';
import { bringTranscriptsBack } from './transcript-moves.ts';

/** Days that rows are kept in the trash. */
export const TRASH_DAYS = 30;
/** Days after which nothing of another start of the app can be undone any more. */
const UNDO_DAYS = 1;
const SECONDS_PER_DAY = 86_400;

/**
 * Finishes what an earlier run of the app, or a thread that crashed, left half-way. What another window on the same
 * user-data folder is doing at the moment is left alone.
 *
 * @param runs - `earlier` leaves alone what this run of the app may be writing, too. `all` is for the one who writes,
 *   before a change.
 * @returns what was found; nothing is removed that is the only copy of a row.
 */
export function reconcileTrash(store: Store, place: TrashPlace, runs: 'earlier' | 'all'): Interruption[] {
  const busy = new Set(liveRuns(place.runs));
  if (runs === 'all') busy.delete(runMark(place.runId));
  else busy.add(runMark(place.runId));
  const found = journalsIn(place.folder).flatMap(
    entry => unlessGone(entry, () => settle(store, place, entry, busy)) ?? [],
  );
  if (busy.size > (runs === 'all' ? 0 : 1)) return found;
  for (const folder of strayTranscripts(place)) {
    if (bringTranscriptsBack(folder, place.transcripts)) rmSync(folder, { recursive: true, force: true });
  }
  return found;
}

function settle(store: Store, place: TrashPlace, entry: JournalEntry, busy: ReadonlySet<string>): Interruption | null {
  if (entry.state !== 'pending' && entry.state !== 'restoring') return null;
  if (isInUse(entry, busy)) return null;
  return entry.state === 'pending' ? settlePending(store, place, entry) : settleRestoring(store, place, entry);
}

/** A journal whose beginning is not written yet may be one that is just begun, by anyone who is at work. */
function isInUse(entry: JournalEntry, busy: ReadonlySet<string>): boolean {
  if (entry.run !== null) return busy.has(entry.run);
  try {
    return busy.has(runMark(readJournalHeader(entry.path).runId));
  } catch (error) {
    if (error instanceof JournalDamageError) return busy.size > 0;
    throw error;
  }
}

/** Null for a journal that whoever writes has renamed or removed since it was listed. */
function unlessGone<T>({ path }: JournalEntry, look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (existsSync(path)) throw error;
    return null;
  }
}

/** Folders of transcript files whose rows are back, which could not be moved at the time. */
function strayTranscripts(place: TrashPlace): string[] {
  const held = new Set(journalsIn(place.folder).map(entry => transcriptStore(place.folder, entry)));
  return namesIn(place.folder)
    .filter(name => name.endsWith('.files'))
    .map(name => join(place.folder, name))
    .filter(path => !held.has(path));
}

/**
 * Removes journals that are older than 30 days, and what could be undone in other runs of the app until yesterday.
 *
 * @returns how many entries of the trash have gone.
 */
export function tidyTrash(place: TrashPlace, now: number): number {
  const expired = journalsIn(place.folder).filter(entry => unlessGone(entry, () => isOver(entry, place, now)) === true);
  for (const entry of expired) removeEntry(place, entry);
  return new Set(expired.filter(({ state }) => state === 'trash').map(({ actionId }) => actionId)).size;
}

function isOver(entry: JournalEntry, { runId }: TrashPlace, now: number): boolean {
  try {
    const header = readJournalHeader(entry.path);
    const age = (now - header.createdAt) / SECONDS_PER_DAY;
    // The other start may still be running, with an undo that somebody is about to press.
    if (entry.state === 'undo') return header.runId !== runId && age > UNDO_DAYS;
    return entry.state === 'trash' && age > TRASH_DAYS;
  } catch (error) {
    // It says nothing of its age; the person who finds it in the list decides.
    if (error instanceof JournalDamageError) return false;
    throw error;
  }
}

/**
 * Removes entries of the trash for good.
 *
 * @param ids - of the actions; all unless given.
 * @returns how many entries have gone.
 */
export function removeFromTrash(place: TrashPlace, ids?: readonly string[]): number {
  const wanted = ids === undefined ? null : new Set(ids);
  const going = journalsIn(place.folder).filter(
    ({ state, actionId }) => state === 'trash' && (wanted === null || wanted.has(actionId)),
  );
  for (const entry of going) removeEntry(place, entry);
  return new Set(going.map(({ actionId }) => actionId)).size;
}

function removeEntry(place: TrashPlace, entry: JournalEntry): void {
  // In this order: files that are left without their journal are taken for ones that belong back.
  rmSync(transcriptStore(place.folder, entry), { recursive: true, force: true });
  rmSync(entry.path, { force: true });
}
