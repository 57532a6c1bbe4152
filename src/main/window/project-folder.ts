import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { shell } from 'electron';
import { AppError } from '../../shared/errors.ts';

/** Folders that Windows takes for something else than a folder, such as `x.{21EC2020-…}`. */
const SHELL_OBJECT = /\.\{[0-9a-f-]+\}[\\/]?$/i;
/** Folders on other machines: looking at them alone would connect to one that a hostile file names. */
const ON_NETWORK = /^(?:\\\\|\/\/)/;

/**
 * Shows the first of some folders that is there in the system's file manager. The names come out of the database and are
 * not to be trusted: nothing but an existing folder of this machine is opened.
 *
 * @throws AppError `not-found` where none of them is there, `internal` where the system cannot show it.
 */
export async function openProjectFolder(candidates: readonly string[]): Promise<void> {
  if (candidates.length === 0) {
    throw new AppError('not-found', 'The database names no project folder for this session.');
  }
  const folder = await firstFolder(candidates);
  if (folder === null) {
    throw new AppError('not-found', 'The project folder of this session is not on this machine any more.', {
      hint: 'It was moved, renamed or deleted, or the session comes from another machine.',
    });
  }
  // A folder may be a program on macOS, which opening it would start.
  if (process.platform === 'darwin') {
    shell.showItemInFolder(folder);
    return;
  }
  const problem = await shell.openPath(folder);
  if (problem !== '') throw new AppError('internal', 'The system could not show the project folder.');
}

async function firstFolder(candidates: readonly string[]): Promise<string | null> {
  for (const folder of candidates) if (await isOpenable(folder)) return folder;
  return null;
}

async function isOpenable(folder: string): Promise<boolean> {
  if (!isAbsolute(folder) || folder.includes('\0') || SHELL_OBJECT.test(folder)) return false;
  if (process.platform === 'win32' && ON_NETWORK.test(folder)) return false;
  try {
    return (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}
