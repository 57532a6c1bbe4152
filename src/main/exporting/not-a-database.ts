import { basename, dirname, resolve } from 'node:path';
import { realpathSync, statSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';

/**
 * Refuses to write over the open database or one of its side files, by whatever name they are reached.
 *
 * @throws AppError `invalid-input`.
 */
export function assertNoDatabase(target: string, database: string): void {
  const own = ['', '-wal', '-shm', '-journal'].map(suffix => `${realPath(database)}${suffix}`);
  if (own.includes(realPath(target)) || own.some(path => isSameFile(path, target))) {
    throw new AppError('invalid-input', 'This is the database itself, or a file that belongs to it.', {
      hint: 'Choose another name.',
    });
  }
}

/** The folder's real path with the name in it, also where no such file is there yet. */
function realPath(path: string): string {
  const whole = resolve(path);
  const folder = dirname(whole);
  const real = statSync(folder, { throwIfNoEntry: false }) === undefined ? folder : realpathSync(folder);
  return `${real}/${basename(whole)}`;
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map(path => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && a.dev === b?.dev && a.ino === b.ino;
}
