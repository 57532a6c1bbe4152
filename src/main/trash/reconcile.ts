import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Interruption } from '../../shared/contract/trash.ts';
import type { Store } from '../session-db/store.ts';
import { JournalDamageError, readJournalHeader } from './journal-reader.ts';
import { settlePending, settleRestoring } from './settle.ts';
import { type JournalEntry, journalsIn, namesIn, runMark, transcriptStore, type TrashPlace } from './trash-folder.ts';
import { bringTranscriptsBack } from './transcript-moves.ts';

/** Days that rows are kept in the trash. */
export const TRASH_DAYS = 30;
const SECONDS_PER_DAY = 86_400;

/**
 * Finishes what an earlier run of the app, or a thread that crashed, left half-way.
 *
 * @param runs - `earlier` leaves alone what this run of the app may be writing at the moment. `all` is for the one who
 *   writes, before a change.
 * @returns what was found; nothing is removed that is the only copy of a row.
 */
export function reconcileTrash(store: Store, place: TrashPlace, runs: 'earlier' | 'all'): Interruption[] {
  const found = journalsIn(place.folder).flatMap(entry => {
    if (runs === 'earlier' && mayBeInUse(entry, place)) return [];
    if (entry.state === 'pending') return settlePending(store, place, entry) ?? [];
    return entry.state === 'restoring' ? [settleRestoring(store, place, entry)] : [];
  });
  for (const folder of strayTranscripts(place)) {
    if (bringTranscriptsBack(folder, place.transcripts)) rmSync(folder, { recursive: true, force: true });
  }
  return found;
}

/** A journal whose beginning is not written yet may be one that is just begun. */
function mayBeInUse(entry: JournalEntry, { runId }: TrashPlace): boolean {
  if (entry.state === 'restoring') return entry.run === runMark(runId);
  if (entry.state !== 'pending') return false;
  try {
    return readJournalHeader(entry.path).runId === runId;
  } catch (error) {
    if (error instanceof JournalDamageError) return true;
    throw error;
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
 * Removes journals that are older than 30 days, and what could be undone in earlier runs of the app.
 *
 * @returns how many entries of the trash have gone.
 */
export function tidyTrash(place: TrashPlace, now: number): number {
  const expired = journalsIn(place.folder).filter(entry => isOver(entry, place, now));
  for (const entry of expired) removeEntry(place, entry);
  return new Set(expired.filter(({ state }) => state === 'trash').map(({ actionId }) => actionId)).size;
}

function isOver(entry: JournalEntry, { runId }: TrashPlace, now: number): boolean {
  try {
    const header = readJournalHeader(entry.path);
    if (entry.state === 'undo') return header.runId !== runId;
    return entry.state === 'trash' && header.createdAt + TRASH_DAYS * SECONDS_PER_DAY < now;
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
  rmSync(entry.path, { force: true });
  rmSync(transcriptStore(place.folder, entry), { recursive: true, force: true });
}
