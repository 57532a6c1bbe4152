import type { LaneContext } from '../lanes/context.ts';
import { has } from '../session-db/catalog.ts';
import type { Store } from '../session-db/store.ts';
import { buildConversations } from './conversation-index-build.ts';
import { remarkedIds } from './conversation-index-marks.ts';
import { type IndexParts, patchParts, type RowChanges } from './conversation-index-patch.ts';
import { linkFamilies } from './edges-family.ts';
import { isDamage, readAllSessions } from './edges-salvage.ts';
import { sameSession } from './edges-same.ts';
import { readSessions, type Session } from './edges.ts';
import { PreviewCache } from './label-preview.ts';
import { SessionOrders } from './session-view-orders.ts';

/**
 * Every session of a file in its conversation and its family, as of one look at the file. To be used within one
 * operation: the next look may put newer rows into its nodes.
 */
export interface ConversationIndex extends IndexParts {
  /** Grows whenever anything in the index changed. */
  readonly revision: number;
  /** What of a damaged file is missing, one sentence; null where nothing is. */
  readonly damage: string | null;
  /** Opening words, read when they are asked for. */
  readonly previews: PreviewCache;
  /** The clock, in Unix seconds. */
  readonly now: () => number;
}

/** What is known of the file at the time of the last look. */
interface IndexState {
  readonly index: ConversationIndex;
  readonly stamp: string;
  readonly lastMessageId: number;
  /** Milliseconds that whole readings may take now; grows with time, see {@link allowance}. */
  readonly allowed: number;
  readonly at: number;
  /** When old rows were looked through for other titles and marks, and until when they are not again. */
  readonly marks: { readonly stamp: string; readonly rest: number };
  /** Since when rows that were not looked at may have changed; null where all were. */
  readonly pendingSince: number | null;
}

/** Share of a lane's time that goes into whole readings while others write without a pause. */
const SHARE = 0.02;
/** Milliseconds of whole readings that a quiet time saves up: single changes are seen at once, however large the file. */
const SAVED = 1000;
/** More new messages than this make a whole reading cheaper than looking at their sessions. */
const MAX_NEW_MESSAGES = 20_000;
/** A whole reading waits this long behind one of what was added, so that the rows on screen are asked for meanwhile. */
const REST_MS = 100;
/** Where rows are added without a pause, all others are looked at this often, if that is allowed. */
const PATIENCE_MS = 1000;
/** Meanwhile old rows are looked through for other titles and marks this often, in this share of the time at most. */
const MARKS_MS = 900;
const MARKS_SHARE = 0.1;
/** Sessions that are looked at whenever anything changed: those that were active last. */
const WATCHED = 100;

const states = new WeakMap<Store, IndexState>();

/**
 * The index of a lane's file as of now: read once, brought up to date where another connection committed since.
 * New sessions, those with new messages and those that were active last are current at once; all others too where
 * nothing was added, else within a second, unless whole readings took more than their share of the lane's time; then
 * titles, ends, pins and archive marks of old rows are within a second or two, and the rest within some more
 * ({@link isIndexPending}).
 *
 * @throws what SQLite throws where the file cannot be read; the next call tries again.
 */
export function conversationIndex({ store }: LaneContext): ConversationIndex {
  const stamp = stampOf(store);
  const state = states.get(store);
  if (state === undefined) return readAll(store, stamp, null).index;
  if (state.stamp === stamp && state.pendingSince === null) return state.index;
  if (state.stamp !== stamp) state.index.previews.recheck();
  return (isWholeDue(store, stamp, state) ? readAll(store, stamp, state) : readNew(store, stamp, state)).index;
}

/** The index as it was at the last look, without looking; null where nothing has asked for it yet. */
export function loadedIndex(store: Store): ConversationIndex | null {
  return states.get(store)?.index ?? null;
}

/** The index where it is that of this moment, without reading it; null where it is not there or is older. */
export function currentIndex(store: Store): ConversationIndex | null {
  const state = states.get(store);
  return state?.stamp === stampOf(store) && state.pendingSince === null ? state.index : null;
}

/** True where {@link conversationIndex} put a whole reading off; asking again within a second makes up for it. */
export function isIndexPending({ store }: LaneContext): boolean {
  return (states.get(store)?.pendingSince ?? null) !== null;
}

/** Changes with every commit of another connection, and with every change through this one. */
function stampOf({ db, readOnly }: Store): string {
  const version = String(db.pragma('data_version', { simple: true }));
  return readOnly ? version : `${version}.${String(db.prepare('SELECT total_changes()').pluck().get())}`;
}

function lastMessageId({ db, catalog }: Store): number {
  if (!has(catalog, 'messages', 'id')) return 0;
  try {
    return Number(db.prepare('SELECT MAX(id) FROM messages').pluck().get() ?? 0);
  } catch (error) {
    // Then nothing is taken for new, and whole readings find what can be found.
    if (isDamage(error)) return 0;
    throw error;
  }
}

/** One reading may overdraw what is allowed; the next waits until that is made up for. */
function allowance({ allowed, at }: IndexState): number {
  return Math.min(SAVED, allowed + (performance.now() - at) * SHARE);
}

/**
 * Whether every row is to be looked at now. Where rows were added, as in nearly every commit, those and what belongs to
 * them are shown first.
 */
function isWholeDue(store: Store, stamp: string, state: IndexState): boolean {
  if (allowance(state) <= 0) return false;
  const waited = state.pendingSince === null ? 0 : performance.now() - state.pendingSince;
  return state.stamp === stamp ? waited >= REST_MS : waited >= PATIENCE_MS || !hasGrown(store, state);
}

/** True where rows were added that can be read alone. */
function hasGrown(store: Store, { index, lastMessageId: known }: IndexState): boolean {
  if (!hasSeeks(store) || index.damage !== null) return false;
  const lastRow = Number(store.db.prepare('SELECT MAX(rowid) FROM sessions').pluck().get() ?? 0);
  return lastMessageId(store) > known || lastRow > (index.nodes.at(-1)?.session.rowid ?? 0);
}

function readAll(store: Store, stamp: string, before: IndexState | null): IndexState {
  const allowed = before === null ? SAVED : allowance(before);
  const start = performance.now();
  const lastMessage = lastMessageId(store);
  const { sessions, damage } = readAllSessions(store);
  const index = compared(store, sessions, { before: before?.index ?? null, damage });
  const at = performance.now();
  return remember(store, {
    index,
    stamp,
    lastMessageId: lastMessage,
    // The first reading is not to delay the second.
    allowed: before === null ? allowed : allowed - (at - start),
    at,
    marks: { stamp, rest: at },
    pendingSince: null,
  });
}

function readNew(store: Store, stamp: string, state: IndexState): IndexState {
  if (state.stamp === stamp && !areMarksDue(stamp, state)) return state;
  const since = state.pendingSince ?? performance.now();
  if (!hasSeeks(store) || state.index.damage !== null) return remember(store, { ...state, stamp, pendingSince: since });
  const { index } = state;
  const lastMessage = lastMessageId(store);
  const lastRow = index.nodes.at(-1)?.session.rowid ?? 0;
  const added = readSessions(store, { kind: 'after', rowid: lastRow });
  const { remarked, marks } = remarkedNow(store, stamp, state);
  const ids = new Set([...watchedIds(index), ...touchedIds(store, state.lastMessageId, lastMessage), ...remarked]);
  const looked = readSessions(store, { kind: 'ids', ids: [...ids] });
  const changed = looked.filter(({ id, rowid }) => index.byId.get(id)?.session.rowid === rowid && rowid <= lastRow);
  return remember(store, {
    ...state,
    index: advance(store, index, { changed, added }),
    stamp,
    lastMessageId: lastMessage,
    marks,
    pendingSince: since,
  });
}

/** Old rows with another title or mark, looked for as often as that may cost. */
function remarkedNow(
  store: Store,
  stamp: string,
  state: IndexState,
): { readonly remarked: readonly string[]; readonly marks: IndexState['marks'] } {
  if (!areMarksDue(stamp, state)) return { remarked: [], marks: state.marks };
  const start = performance.now();
  const remarked = remarkedIds(store, state.index.nodes);
  const end = performance.now();
  return { remarked, marks: { stamp, rest: end + Math.max(MARKS_MS, (end - start) / MARKS_SHARE) } };
}

function areMarksDue(stamp: string, { marks }: IndexState): boolean {
  return marks.stamp !== stamp && performance.now() >= marks.rest;
}

/** Without the index by session even one session costs a scan over all messages. */
function hasSeeks({ catalog }: Store): boolean {
  return catalog.indexes.has('idx_messages_session');
}

/** Sessions that messages were added to. */
function touchedIds({ db }: Store, after: number, last: number): string[] {
  if (last <= after || last - after > MAX_NEW_MESSAGES) return [];
  // Otherwise SQLite walks a whole index by session, because that gives distinct values for nothing.
  const sql = 'SELECT DISTINCT session_id FROM messages NOT INDEXED WHERE id > ?';
  return db.prepare<[number], string>(sql).pluck().all(after);
}

/** Rows beyond the last count change most: tokens, titles, ends. */
function watchedIds({ nodes }: ConversationIndex): string[] {
  const times = Float64Array.from(nodes, ({ session }) => session.activity ?? 0).sort();
  const since = times.at(-WATCHED) ?? 0;
  const ids = nodes.filter(({ session }) => (session.activity ?? 0) >= since).map(({ session }) => session.id);
  return ids.slice(-WATCHED);
}

function remember(store: Store, state: IndexState): IndexState {
  states.set(store, state);
  return state;
}

/** The index of a whole reading: the very same one where nothing changed, parts of it where no chain changed. */
function compared(store: Store, read: readonly Session[], { before, damage }: BuildOptions): ConversationIndex {
  if (before === null) return build(store, read, { before, damage });
  const sessions = read.map(session => unchanged(session, before));
  const held = before.nodes.length;
  const sameRows =
    sessions.length >= held &&
    damage === before.damage &&
    before.nodes.every(({ session }, at) => session.rowid === sessions[at]?.rowid);
  if (!sameRows) return build(store, sessions, { before, damage });
  const changed = sessions.slice(0, held).filter((session, at) => session !== before.nodes[at]?.session);
  return patched(before, { changed, added: sessions.slice(held) }) ?? build(store, sessions, { before, damage });
}

/** The index with some rows newer and some more behind; all others as they were. */
function advance(store: Store, before: ConversationIndex, { changed, added }: RowChanges): ConversationIndex {
  const newer = changed.filter(session => unchanged(session, before) === session);
  const patch = patched(before, { changed: newer, added });
  if (patch !== null) return patch;
  const byRow = new Map(newer.map(session => [session.rowid, session]));
  const sessions = [...before.nodes.map(({ session }) => byRow.get(session.rowid) ?? session), ...added];
  return build(store, sessions, { before, damage: null });
}

/** Null where an index has to be built. */
function patched(before: ConversationIndex, changes: RowChanges): ConversationIndex | null {
  if (changes.changed.length + changes.added.length === 0) return before;
  const parts = patchParts(before, changes);
  return parts === null ? null : { ...before, ...parts, revision: before.revision + 1 };
}

/** The object that is known already, where nothing changed: caches hang on it. */
function unchanged(session: Session, known: ConversationIndex): Session {
  const before = known.byId.get(session.id)?.session;
  if (before === undefined || before === session) return session;
  return before.rowid === session.rowid && sameSession(before, session) ? before : session;
}

/** What an index is built from beside its sessions. */
interface BuildOptions {
  readonly before: ConversationIndex | null;
  readonly damage: string | null;
}

/** The first revision of a lane is a time, so that a lane that was replaced does not repeat the numbers of the old one. */
function build(store: Store, sessions: readonly Session[], { before, damage }: BuildOptions): ConversationIndex {
  const { nodes, byId } = linkFamilies(sessions);
  const conversations = buildConversations(nodes);
  let listed = 0;
  for (const { hidden } of conversations) if (hidden === null) listed += 1;
  return {
    revision: before === null ? Date.now() : before.revision + 1,
    nodes,
    byId,
    conversations,
    conversationOf: { get: id => byId.get(id)?.conversation ?? undefined },
    orders: before?.orders.anew(conversations) ?? new SessionOrders(conversations),
    listed,
    damage,
    previews: before?.previews ?? new PreviewCache(store),
    now: store.now,
  };
}
