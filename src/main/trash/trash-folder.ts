import { createHash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, realpathSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runMark } from '../interruptions/live-runs.ts';
import { SessionDbError } from '../session-db/errors.ts';
import { toSessionDbError } from '../session-db/sqlite-errors.ts';

/** Where the journals of one database are, and what goes along. */
export interface TrashPlace {
  /** Folder of this database's journals; it may be missing. */
  readonly folder: string;
  /** Hermes's folder of transcript files; it may be missing. */
  readonly transcripts: string;
  /** Tells this start of the app from earlier ones. */
  readonly runId: string;
  /** Folder in which starts of the app show that they are at work; see `holdAlive`. */
  readonly runs: string;
}

/**
 * What a journal is. `pending`: written before COMMIT. `trash`: its rows are gone from the file. `restoring`: they are
 * being put back. `undo`: it holds changed values only, and is dropped by a later start of the app.
 */
export type JournalState = 'pending' | 'trash' | 'restoring' | 'undo';

/** A journal in the folder. */
export interface JournalEntry {
  readonly path: string;
  readonly actionId: string;
  readonly part: number;
  readonly state: JournalState;
  /** Of one that is being restored: which run of the app does it. */
  readonly run: string | null;
}

const NAME = /^([0-9a-z]+-[0-9a-f]{8})\.(\d{6})\.(?:(pending|trash|undo)|(restoring)-([0-9a-f]{8}))$/;
/** Left free on the disk beside the journal. */
const MARGIN_BYTES = 32 * 1024 * 1024;

/** Folder of one database's journals: files of the same name in different places have different ones. */
export function trashFolder(root: string, databasePath: string): string {
  const path = existsSync(databasePath) ? realpathSync(databasePath) : resolve(databasePath);
  return join(root, createHash('sha256').update(path).digest('hex').slice(0, 24));
}

/** A new name for an action; later ones sort behind. */
export function newActionId(): string {
  return `${Date.now().toString(36).padStart(9, '0')}-${randomBytes(4).toString('hex')}`;
}

/** Path of a journal. */
export function journalPath(
  folder: string,
  { actionId, part }: Pick<JournalEntry, 'actionId' | 'part'>,
  state: Exclude<JournalState, 'restoring'>,
): string {
  return join(folder, `${actionId}.${String(part).padStart(6, '0')}.${state}`);
}

/** Path of a journal whose rows this run of the app is putting back. */
export function restoringPath({ folder, runId }: TrashPlace, { actionId, part }: JournalEntry): string {
  return join(folder, `${actionId}.${String(part).padStart(6, '0')}.restoring-${runMark(runId)}`);
}

/** Folder of the transcript files that went with a journal. */
export function transcriptStore(folder: string, { actionId, part }: Pick<JournalEntry, 'actionId' | 'part'>): string {
  return join(folder, `${actionId}.${String(part).padStart(6, '0')}.files`);
}

/** The journals in the folder, oldest first; files that are not ours are passed over. */
export function journalsIn(folder: string): JournalEntry[] {
  return namesIn(folder, 'files')
    .sort()
    .flatMap(name => {
      const [, actionId, part, settled, restoring, run = null] = NAME.exec(name) ?? [];
      const state = settled ?? restoring;
      if (actionId === undefined || !isState(state)) return [];
      return [{ path: join(folder, name), actionId, part: Number(part), state, run }];
    });
}

function isState(text: string | undefined): text is JournalState {
  return text === 'pending' || text === 'trash' || text === 'restoring' || text === 'undo';
}

/** Names in a folder, those of folders only where all are asked for; none where it does not exist. */
export function namesIn(folder: string, kind: 'all' | 'files' = 'all'): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter(entry => kind === 'all' || !entry.isDirectory()).map(entry => entry.name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw toSessionDbError(error, folder);
  }
}

/**
 * Makes the folder, and sees that a journal of this size has room.
 *
 * @throws SessionDbError `db-full` where it has not.
 */
export function makeRoom(folder: string, bytes: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes + MARGIN_BYTES) return;
  throw new SessionDbError('db-full', 'The disk has no room for the trash, so nothing was changed.', {
    hint: 'Free some space, or empty the trash.',
  });
}

/** Waits until names in the folder are on the disk. Windows has no such call, and keeps its own journal of names. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
