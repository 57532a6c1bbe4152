import { basename } from 'node:path';
import type { DeletionPlan, DeletionUnit, NamedSession } from '../../shared/contract/organise.ts';
import type { TaskContext } from '../lanes/context.ts';
import { deletionScope } from '../session-db/deletion-scope.ts';
import { lockedSessions } from '../session-db/locked-sessions.ts';
import { snapshot } from '../session-db/snapshot.ts';
import { transcriptFilesOf } from '../session-db/transcript-files.ts';
import { storedBytes } from '../trash/stored-bytes.ts';
import { rowsOfAll, unitsOf } from './deletion-choice.ts';
import { Labels, readFamilies } from './families.ts';

const MAX_NEW_ROOTS = 50;
const MAX_NAMES = 10;

/** What a deletion would take, counted row by row as of now; unknown ids are left out. Touches nothing. */
export function deletionPlan(
  context: TaskContext,
  { ids, unit }: { readonly ids: readonly string[]; readonly unit: DeletionUnit },
): DeletionPlan {
  return snapshot(context.store, () => planOf(context, ids, unit));
}

function planOf(context: TaskContext, ids: readonly string[], unit: DeletionUnit): DeletionPlan {
  const { store, places, guard } = context;
  const families = readFamilies(store);
  const units = unitsOf(families, ids, unit);
  const { sessions, detached } = deletionScope(store, rowsOfAll(units));
  context.checkCancelled();
  const asked = new Set(units.flatMap(({ segments }) => segments));
  const going = storedBytes(store, sessions, guard);
  const labels = new Labels(store);
  const locked = lockedSessions(store);
  const named = (id: string): NamedSession => {
    const node = families.byId.get(id);
    return node === undefined ? { id, label: id } : labels.session(node);
  };
  return {
    conversations: units.length,
    segments: sessions.length,
    subagents: sessions.filter(id => !asked.has(id)).length,
    messages: going.find(({ table }) => table === 'messages')?.rows ?? 0,
    bytes: going.reduce((sum, { bytes }) => sum + bytes, 0),
    newRoots: detached.slice(0, MAX_NEW_ROOTS).map(named),
    newRootCount: detached.length,
    names: units.slice(0, MAX_NAMES).map(({ conversation }) => labels.conversation(conversation)),
    pinned: units.filter(({ conversation }) => conversation.pinned).length,
    open: sessions.filter(id => families.byId.get(id)?.session.ended === false).length,
    compressing: sessions.filter(id => locked.has(id)).map(named),
    transcriptFiles: transcriptFilesOf(places.transcripts, sessions, id => families.byId.has(id)).map(path =>
      basename(path),
    ),
  };
}
