import { assertNotCompressing } from './compression-locks.ts';
import type { CompressionGuard } from './compression-locks.ts';
import { deleteSessionRows } from './delete-rows.ts';
import { deletionScope } from './deletion-scope.ts';
import type { ScopeOptions } from './deletion-scope.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { removeFiles, transcriptFilesOf } from './transcript-files.ts';
import { write } from './write.ts';

/** Where the transcript files of deleted sessions lie. */
export interface TranscriptFolder {
  /**
   * Hermes's `sessions` folder. The files of what was deleted go after the commit; what goes wrong there is ignored, as
   * Hermes does, because the rows are gone already. No file is touched unless given.
   */
  readonly sessionsDir?: string | null;
}

/** How sessions are deleted. */
export interface DeleteOptions extends CompressionGuard, ScopeOptions, TranscriptFolder {}

/**
 * Deletes a session with its messages, its usage and its subagents. Branches, continuations and untagged children stay
 * as roots. Of a compressed conversation only this segment goes: for all of it delete its lineage; spec: api §10.
 *
 * @returns false for an unknown id.
 * @throws SessionDbError `compressing` while another holder compresses one of them.
 */
export function deleteSession(store: Store, id: string, options: DeleteOptions = {}): boolean {
  return deleteKnown(store, [id], options) > 0;
}

/**
 * As {@link deleteSession} for many, in one transaction. Repeated and unknown ids and what is no text is left out.
 *
 * @returns how many of the given sessions existed; subagents that went along are not counted.
 */
export function deleteSessions(store: Store, ids: readonly unknown[], options: DeleteOptions = {}): number {
  return deleteKnown(
    store,
    ids.flatMap(id => (typeof id === 'string' && id !== '' ? [id] : [])),
    options,
  );
}

function deleteKnown(store: Store, ids: readonly string[], options: DeleteOptions): number {
  const asked = new Set(ids.map(wellFormed));
  if (asked.size === 0) return 0;
  const deleted = write(store, () => {
    const { sessions } = deletionScope(store, [...asked], options);
    assertNotCompressing(store, sessions, options);
    deleteSessionRows(store, sessions);
    return sessions;
  });
  removeTranscripts(store, deleted, options);
  return deleted.filter(id => asked.has(id)).length;
}

/** Removes the transcript files of sessions that are deleted, once that is committed. */
export function removeTranscripts(store: Store, deleted: readonly string[], { sessionsDir }: TranscriptFolder): void {
  if (!sessionsDir || deleted.length === 0 || store.db.inTransaction) return;
  const known = store.db.prepare<[string], number>('SELECT 1 FROM sessions WHERE id = ?').pluck();
  removeFiles(transcriptFilesOf(sessionsDir, deleted, id => known.get(id) !== undefined));
}
