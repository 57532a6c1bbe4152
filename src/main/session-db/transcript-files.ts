import type { Dirent } from 'node:fs';
import { readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The folder's own index of live chats, which is no session's file; spec: schema §1. */
const RESERVED = new Set(['sessions']);

/** What became of transcript files. */
export interface RemovedFiles {
  readonly removed: string[];
  /** Files that are still there, each with what the system said. */
  readonly failed: { readonly path: string; readonly reason: string }[];
}

/**
 * The files that belong to sessions in Hermes's `sessions` folder: `<id>.json`, `<id>.jsonl` and
 * `request_dump_<id>_*.json`; spec: api §10. Names in the folder are compared with ids, so nothing outside it can be
 * meant and no character is a wildcard. Ids with a separator or `..` have no files.
 *
 * @param isSession - tells whether an id is of a session that stays. A dump whose name fits a longer id belongs to that
 *   session: with `a` and `a_b`, `request_dump_a_b_1.json` is of `a_b`.
 * @returns paths, in the order of their names; none where the folder does not exist.
 */
export function transcriptFilesOf(
  folder: string,
  ids: readonly string[],
  isSession: (id: string) => boolean = () => false,
): string[] {
  const wanted = new Set(ids.filter(isFileName));
  if (wanted.size === 0) return [];
  return filesIn(folder)
    .filter(name => wanted.has(ownerOf(name, id => wanted.has(id) || isSession(id)) ?? ''))
    .sort()
    .map(name => join(folder, name));
}

/** Deletes files one by one; what cannot be deleted is told and left. Files that are gone already count as removed. */
export function removeFiles(paths: readonly string[]): RemovedFiles {
  const result: RemovedFiles = { removed: [], failed: [] };
  for (const path of paths) {
    try {
      unlinkSync(path);
      result.removed.push(path);
    } catch (error) {
      if (isMissing(error)) result.removed.push(path);
      else result.failed.push({ path, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return result;
}

function isFileName(id: string): boolean {
  return id !== '' && !/[/\\\0]|\.\./.test(id) && !RESERVED.has(id);
}

/** The id that a file's name holds; for a dump the longest that `isKnown`. Null for other files. */
function ownerOf(name: string, isKnown: (id: string) => boolean): string | null {
  const plain = /^(.*)\.jsonl?$/s.exec(name)?.[1];
  if (plain === undefined) return null;
  if (!name.startsWith('request_dump_') || !name.endsWith('.json')) return plain;
  const rest = name.slice('request_dump_'.length, -'.json'.length);
  for (let end = rest.lastIndexOf('_'); end > 0; end = rest.lastIndexOf('_', end - 1)) {
    if (isKnown(rest.slice(0, end))) return rest.slice(0, end);
  }
  return plain;
}

function filesIn(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  return entries.filter(entry => entry.isFile() || entry.isSymbolicLink()).map(entry => entry.name);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
