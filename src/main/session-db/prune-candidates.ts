import { liveColumn } from './catalog.ts';
import { delegateFinder } from './deletion-scope.ts';
import { tipFinder } from './lineage.ts';
import { lockedSessions } from './locked-sessions.ts';
import { pruneCondition, startedBefore } from './prune-filter.ts';
import type { PruneFilter } from './prune-filter.ts';
import { snapshot } from './snapshot.ts';
import type { Store } from './store.ts';

export type { PruneFilter } from './prune-filter.ts';

/** A session that a prune would take. */
export interface PruneCandidate {
  id: string;
  source: string;
  title: string | null;
  model: string | null;
  started_at: number;
  /** Null only for a subagent that goes along although it is open, which has to be asked for. */
  ended_at: number | null;
  message_count: number | null;
  archived: number;
}

/**
 * The sessions that a prune with this filter would take, subagents that go along included, oldest first. Changes
 * nothing.
 *
 * @throws SessionDbError `invalid-input` for a filter that is not known: it must not be taken for no filter.
 */
export function listPruneCandidates(store: Store, filter: PruneFilter = {}): PruneCandidate[] {
  const column = (name: string, fallback: string) =>
    `${liveColumn(store.catalog, 'sessions', name, 's', fallback)} AS ${name}`;
  return snapshot(store, () => {
    const row = store.db.prepare<[string], PruneCandidate>(
      `SELECT s.id, s.source, ${column('title', 'NULL')}, s.model, s.started_at, s.ended_at, s.message_count,
         ${column('archived', '0')}
       FROM sessions s WHERE s.id = ?`,
    );
    return prunableSessions(store, filter).flatMap(id => row.all(id));
  });
}

/**
 * Ids of what {@link listPruneCandidates} lists, in its order. Call it inside a transaction.
 *
 * @throws SessionDbError as there.
 */
export function prunableSessions(store: Store, filter: PruneFilter): string[] {
  const condition = pruneCondition(store, filter);
  const chosen = store.db
    .prepare<unknown[], string>(`SELECT s.id FROM sessions s WHERE ${condition.sql} AND s.id IS NOT NULL`)
    .pluck()
    .all(...condition.values);
  const goesOn = chainTest(store, filter);
  const isKept = memberTest(store, filter);
  const familyOf = filter.delegates === 'orphan' ? (id: string) => [id] : delegateFinder(store);
  const taken = new Set<string>();
  for (const id of chosen) {
    const family = familyOf(id);
    if (family.some(member => goesOn(member) || isKept(member, id))) continue;
    for (const member of family) taken.add(member);
  }
  return oldestFirst(store, taken);
}

function oldestFirst(store: Store, ids: ReadonlySet<string>): string[] {
  const start = store.db.prepare<[string], unknown>('SELECT started_at FROM sessions WHERE id = ?').pluck();
  return [...ids]
    .map(id => ({ id, started: Number(start.get(id)) }))
    .sort((one, other) => one.started - other.started || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
}

/** Makes a test of whether the conversation of an ended segment is open, or started again within the age bound. */
function chainTest(store: Store, filter: PruneFilter): (id: string) => boolean {
  if (filter.keepLiveChains === false) return () => false;
  const tipOf = tipFinder(store);
  const isLive = liveTest(store, filter);
  return id => {
    const tip = tipOf(id);
    return tip !== id && isLive(tip);
  };
}

function liveTest(store: Store, filter: PruneFilter): (id: string) => boolean {
  const before = startedBefore(store, filter);
  const times = store.db.prepare<[string], { started: number; ended: number | null }>(
    'SELECT started_at AS started, ended_at AS ended FROM sessions WHERE id = ?',
  );
  return id => {
    const row = times.get(id);
    return row !== undefined && (row.ended === null || (before !== null && row.started >= before));
  };
}

/** Makes a test of whether a row has to stay that would go along with a chosen one, the chosen one itself included. */
function memberTest(store: Store, filter: PruneFilter): (member: string, chosen: string) => boolean {
  const locked = filter.whileCompressing === 'proceed' ? new Set<string>() : lockedSessions(store);
  const isLive = filter.keepLiveChains === false ? () => false : liveTest(store, filter);
  const flag = (name: string) => liveColumn(store.catalog, 'sessions', name, 's', '0');
  const flags = store.db.prepare<[string], { archived: number; pinned: number }>(
    `SELECT ${flag('archived')} AS archived, ${flag('pinned')} AS pinned FROM sessions s WHERE s.id = ?`,
  );
  const isFlagged = (id: string) => {
    const row = flags.get(id);
    if (row === undefined) return false;
    const isArchived = filter.archived === undefined || filter.archived === false ? row.archived === 1 : false;
    return isArchived || (filter.keepPinned !== false && row.pinned === 1);
  };
  return (member, chosen) => locked.has(member) || (member !== chosen && (isFlagged(member) || isLive(member)));
}
