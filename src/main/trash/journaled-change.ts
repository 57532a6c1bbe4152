import { renameSync, rmSync } from 'node:fs';
import { holdAlive } from '../interruptions/live-runs.ts';
import { SessionDbError } from '../session-db/errors.ts';
import { sqliteFailure, toSessionDbError } from '../session-db/sqlite-errors.ts';
import type { Store } from '../session-db/store.ts';
import { write } from '../session-db/write.ts';
import type { JournalAction, JournalFooter, JournalHeader } from './journal-format.ts';
import { JournalWriter } from './journal-writer.ts';
import { settlePending } from './settle.ts';
import {
  type JournalEntry,
  journalPath,
  makeRoom,
  syncFolder,
  transcriptStore,
  type TrashPlace,
} from './trash-folder.ts';
import { putTranscriptsAway } from './transcript-moves.ts';
import { familyOf } from './version-family.ts';

/** What the caller of {@link journaledChange} says of a change. */
export interface JournalFacts extends Pick<
  JournalHeader,
  'conversations' | 'sessions' | 'messages' | 'names' | 'orphans' | 'transcripts'
> {
  /** Bytes of the rows, for which there has to be room. */
  readonly bytes: number;
}

/** Which change it is. */
export interface JournalIdentity {
  readonly action: JournalAction;
  readonly actionId: string;
  readonly part: number;
}

/** Starts the journal. To be called once, inside the change and before the first row is touched. */
export type BeginJournal = (facts: JournalFacts) => JournalWriter;

/** A journal that is being written. */
interface Draft {
  readonly writer: JournalWriter;
  readonly entry: JournalEntry;
  readonly header: JournalHeader;
  footer: JournalFooter | null;
}

/**
 * Changes the database in one transaction, with everything that is lost in a journal that is on the disk before the
 * commit. Where anything fails, nothing is changed and no journal stays.
 *
 * @param change - copies and changes rows; may run several times. Where it writes nothing into the journal, or starts
 *   none, there will be none.
 * @returns what `change` returned.
 * @throws SessionDbError `db-full` where the journal has no room; whatever `change` throws.
 */
export function journaledChange<T>(
  store: Store,
  place: TrashPlace,
  identity: JournalIdentity,
  change: (begin: BeginJournal) => T,
): T {
  const release = holdAlive(place.runs, place.runId);
  try {
    return journaled(store, place, identity, change);
  } finally {
    release();
  }
}

function journaled<T>(
  store: Store,
  place: TrashPlace,
  identity: JournalIdentity,
  change: (begin: BeginJournal) => T,
): T {
  const drafts: Draft[] = [];
  const begin: BeginJournal = facts => {
    const draft = startDraft(store, place, identity, facts);
    drafts.push(draft);
    return draft.writer;
  };
  try {
    const result = write(store, () => {
      dropDrafts(drafts);
      const changed = change(begin);
      for (const draft of drafts) draft.footer = draft.writer.finish();
      if (drafts.length > 0) syncFolder(place.folder);
      return changed;
    });
    for (const draft of drafts) keep(place, draft);
    return result;
  } catch (error) {
    abandon(store, place, drafts);
    throw typed(error, place);
  }
}

function startDraft(store: Store, place: TrashPlace, identity: JournalIdentity, facts: JournalFacts): Draft {
  const { bytes, ...said } = facts;
  const header: JournalHeader = {
    format: 1,
    ...identity,
    runId: place.runId,
    createdAt: store.now(),
    database: store.path,
    family: familyOf(store.catalog),
    ...said,
  };
  makeRoom(place.folder, bytes);
  const { actionId, part } = identity;
  const entry: JournalEntry = {
    path: journalPath(place.folder, identity, 'pending'),
    actionId,
    part,
    state: 'pending',
    run: null,
  };
  return { writer: new JournalWriter(entry.path, header), entry, header, footer: null };
}

/** Journals of an attempt that was rolled back. */
function dropDrafts(drafts: Draft[]): void {
  for (const { writer, entry } of drafts.splice(0)) {
    writer.close();
    rmSync(entry.path, { force: true });
  }
}

/** The rows are gone from the database: the journal is all there is of them. */
function keep(place: TrashPlace, { entry, header, footer }: Draft): void {
  const isEmpty = footer !== null && footer.cells === 0 && Object.keys(footer.rows).length === 0;
  if (isEmpty) {
    rmSync(entry.path, { force: true });
    return;
  }
  putTranscriptsAway(place.transcripts, header.transcripts, transcriptStore(place.folder, entry));
  renameSync(entry.path, journalPath(place.folder, entry, keptState(header.action)));
  syncFolder(place.folder);
}

/** What becomes of the journal of an action that is done. */
function keptState(action: JournalAction): 'trash' | 'undo' {
  return action === 'delete' || action === 'prune' || action === 'clear' ? 'trash' : 'undo';
}

/** A commit that failed may have happened all the same, so a whole journal is judged by what the database holds. */
function abandon(store: Store, place: TrashPlace, drafts: Draft[]): void {
  const whole = drafts.filter(({ footer }) => footer !== null);
  dropDrafts(drafts.filter(({ footer }) => footer === null));
  for (const { entry } of whole) settlePending(store, place, entry);
}

function typed(error: unknown, place: TrashPlace): unknown {
  if (sqliteFailure(error)?.family === 'TOOBIG') {
    return new SessionDbError('invalid-input', 'A row is too large to be kept in the trash, so nothing was deleted.', {
      hint: 'Export the conversation and remove that row with another tool.',
      cause: error,
    });
  }
  const isOfSystem = error instanceof Error && 'errno' in error && 'syscall' in error;
  return isOfSystem ? toSessionDbError(error, place.folder) : error;
}
