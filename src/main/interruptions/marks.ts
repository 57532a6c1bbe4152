import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Interruption } from '../../shared/contract/trash.ts';
import { log } from '../log.ts';
import { holdAlive, liveRuns, runMark } from './live-runs.ts';

const StoredMark = z.object({
  /** The start of the app that made it. */
  runId: z.string(),
  action: Interruption.shape.action,
  /** The database file. */
  database: z.string(),
  /** Seconds. */
  startedAt: z.number(),
  /** A file or folder that the work makes and that must not stay where it was interrupted; null where there is none. */
  partial: z.string().nullable(),
  /** What the action itself needs to find out later what became of it, such as the id of a journal. */
  detail: z.string().nullable(),
});

/** What a long change leaves on disk while it runs, so that the next start can say what was interrupted. */
export type Mark = z.infer<typeof StoredMark> & {
  /** Name of its file in the folder of marks. */
  readonly name: string;
};

const SUFFIX = '.running.json';

/**
 * Leaves a mark on disk, flushed before it returns: call it before the first thing that an interruption could leave
 * half-done.
 *
 * @param folder - where marks lie; made where it is missing.
 * @returns the mark; give it to {@link removeMark} at the end, whatever the end is.
 * @throws the system's error where it cannot be written; the work should then not begin.
 */
export function leaveMark(folder: string, mark: Omit<Mark, 'name'>): Mark {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `${mark.action}-${randomUUID()}${SUFFIX}`;
  const path = join(folder, name);
  writeFlushed(`${path}.new`, JSON.stringify(mark));
  renameSync(`${path}.new`, path);
  flushFolder(folder);
  return { ...mark, name };
}

/** Takes a mark away: the work came to an end that it reported itself, or a person was told. */
export function removeMark(folder: string, mark: Pick<Mark, 'name'>): void {
  rmSync(join(folder, mark.name), { force: true });
}

/**
 * Runs work under a mark, and lets others see meanwhile that it is under way.
 *
 * @returns what `work` returns. The mark is gone afterwards, also where it threw: then the caller knows.
 */
export function marked<T>(folder: string, mark: Omit<Mark, 'name'>, work: () => T): T {
  const release = holdAlive(folder, mark.runId);
  try {
    const left = leaveMark(folder, mark);
    try {
      return work();
    } finally {
      removeMark(folder, left);
    }
  } finally {
    release();
  }
}

/**
 * Marks that earlier starts of the app left, the oldest first. Those of a start that is still at work are not among
 * them, such as another window on the same user-data folder.
 *
 * @param runId - this start, whose own marks are of work that still runs.
 */
export function marksOfEarlierRuns(folder: string, runId: string): Mark[] {
  const live = liveRuns(folder);
  return namesIn(folder)
    .map(name => readMark(folder, name))
    .filter(mark => mark !== null)
    .filter(mark => mark.runId !== runId && !live.has(runMark(mark.runId)))
    .sort((a, b) => a.startedAt - b.startedAt);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(name => name.endsWith(SUFFIX));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** A mark is renamed into its place whole, so one that cannot be read is damaged and says nothing. */
function readMark(folder: string, name: string): Mark | null {
  try {
    return { ...StoredMark.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))), name };
  } catch (error) {
    log.error('A mark of work under way could not be read', error);
    return null;
  }
}

function writeFlushed(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Windows does not let folders be opened; there a rename is flushed with the file system's own log. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
