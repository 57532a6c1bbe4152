import type { PruneItem, PrunePlan, PruneRule } from '../../shared/contract/prune.ts';
import type { LaneContext } from '../lanes/context.ts';
import { deletionScope } from '../session-db/deletion-scope.ts';
import { lockedSessions } from '../session-db/locked-sessions.ts';
import { snapshot } from '../session-db/snapshot.ts';
import { storedBytes, storedBytesBySession } from '../trash/stored-bytes.ts';
import { rowsOfAll } from './deletion-choice.ts';
import { type Families, Labels, readFamilies } from './families.ts';
import { type KeptReason, pruneVerdicts, type Verdict } from './prune-verdicts.ts';

const MAX_ITEMS = 500;
const SECONDS_PER_DAY = 86_400;

/** What a prune would take, and what it would keep and why; counted row by row as of now. Touches nothing. */
export function prunePlan(context: LaneContext, rule: PruneRule): PrunePlan {
  return snapshot(context.store, () => planOf(context, rule));
}

function planOf(context: LaneContext, rule: PruneRule): PrunePlan {
  const { store, guard } = context;
  const before = store.now() - rule.olderThanDays * SECONDS_PER_DAY;
  const families = readFamilies(store);
  context.checkCancelled();
  const verdicts = pruneVerdicts(families, { rule, before, locked: lockedSessions(store) });
  const going = verdicts.filter(({ kept }) => kept === null);
  const { sessions, detached } = deletionScope(store, rowsOfAll(going));
  context.checkCancelled();
  const bytesByTable = storedBytes(store, sessions, guard);
  const kept = (reason: KeptReason) => verdicts.filter(verdict => verdict.kept === reason).length;
  return {
    conversations: going.length,
    sessions: sessions.length,
    messages: bytesByTable.find(({ table }) => table === 'messages')?.rows ?? 0,
    bytesByTable,
    bytes: bytesByTable.reduce((sum, { bytes }) => sum + bytes, 0),
    items: itemsOf(context, families, going.slice(0, MAX_ITEMS)),
    kept: {
      pinned: kept('pinned'),
      archived: kept('archived'),
      live: kept('live'),
      compressing: kept('compressing'),
    },
    newRootCount: detached.length,
    before,
  };
}

function itemsOf({ store, guard }: LaneContext, families: Families, verdicts: readonly Verdict[]): PruneItem[] {
  const labels = new Labels(store);
  const held = storedBytesBySession(store, rowsOfAll(verdicts), guard);
  return verdicts.map(({ conversation, rows }) => {
    const own = rows.flatMap(id => held.get(id) ?? []);
    return {
      ...labels.conversation(conversation),
      source: conversation.source,
      startedAt: conversation.startedAt,
      lastActive: lastActive(families, rows),
      sessions: rows.length,
      messages: own.reduce((sum, { messages }) => sum + messages, 0),
      bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  });
}

function lastActive({ byId }: Families, rows: readonly string[]): number | null {
  const times = rows.flatMap(id => byId.get(id)?.session.activity ?? []);
  return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b));
}
