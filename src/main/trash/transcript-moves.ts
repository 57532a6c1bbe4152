import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { log } from '../log.ts';
import { namesIn, syncFolder } from './trash-folder.ts';

/**
 * Moves transcript files into the trash. One that cannot be moved stays where it is: the rows are gone already, and a
 * file too many loses nothing.
 */
export function putTranscriptsAway(from: string, names: readonly string[], to: string): void {
  const present = names.filter(name => existsSync(join(from, name)));
  if (present.length === 0) return;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of present) attempt(() => moveFile(join(from, name), join(to, name)));
  syncFolder(to);
}

/**
 * Moves transcript files back. Where Hermes has written a new one, that stays and the old one gets another name beside it.
 *
 * @returns false where a file is still in the trash.
 */
export function bringTranscriptsBack(from: string, to: string): boolean {
  const names = namesIn(from);
  if (names.length === 0) return true;
  mkdirSync(to, { recursive: true });
  const moved = names.map(name => attempt(() => moveFile(join(from, name), freeName(join(to, name)))));
  syncFolder(to);
  return moved.every(Boolean);
}

function freeName(path: string): string {
  if (!existsSync(path)) return path;
  for (let count = 1; ; count += 1) {
    const other = `${path}.restored-${String(count)}`;
    if (!existsSync(other)) return other;
  }
}

function attempt(move: () => void): boolean {
  try {
    move();
    return true;
  } catch (error) {
    log.warn('A transcript file could not be moved', { reason: error instanceof Error ? error.name : typeof error });
    return false;
  }
}

/** Copies where the trash is on another disk, and deletes the original only when the copy is safe. */
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    const fd = openSync(to, 'r+');
    fsyncSync(fd);
    closeSync(fd);
    rmSync(from);
  }
}
