import { existsSync, statSync } from 'node:fs';
import { SessionDbError } from './errors.ts';
import { sleep } from './write.ts';

/** Milliseconds for which a journal may be that of a process that is just filling an empty file. */
const FILLING_MS = 2000;
const PAUSE_MS = 50;

/**
 * True where there is nothing that could be lost: no file, or an empty one, and no journal of an earlier one beside it.
 *
 * @throws SessionDbError `db-missing` for a journal without its file.
 */
export function isVacant(path: string): boolean {
  for (;;) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && (!found.isFile() || found.size > 0)) return false;
    const leftover = ['-wal', '-journal'].map(suffix => path + suffix).find(side => existsSync(side));
    if (leftover === undefined) return true;
    if (found === undefined || !isYoung(leftover)) throw orphaned(path, leftover);
    sleep(PAUSE_MS);
  }
}

/** A journal that went away meanwhile is looked for again. */
function isYoung(journal: string): boolean {
  const found = statSync(journal, { throwIfNoEntry: false });
  return found === undefined || Date.now() - found.mtimeMs < FILLING_MS;
}

function orphaned(path: string, leftover: string): SessionDbError {
  return new SessionDbError('db-missing', `${path} holds nothing, but ${leftover} is still beside it.`, {
    hint: 'Put the database back to its journal, or move the journal away; a new file here would destroy it.',
  });
}
