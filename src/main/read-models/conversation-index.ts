import type { LaneContext } from '../lanes/context.ts';
import { has } from '../session-db/catalog.ts';
import type { Store } from '../session-db/store.ts';
import { buildConversations, type Conversation } from './conversation-index-build.ts';
import { linkFamilies, nodesById, type SessionNode } from './edges-family.ts';
import { isDamage, readAllSessions } from './edges-salvage.ts';
import { sameSession } from './edges-same.ts';
import { readSessions, type Session } from './edges.ts';
import { PreviewCache } from './label-preview.ts';

/** Every session of a file in its conversation and its family. Never changed: a newer state is another object. */
export interface ConversationIndex {
  /** Grows whenever anything in the index changed. */
  readonly revision: number;
  /** In the order of their rowids. */
  readonly nodes: readonly SessionNode[];
  /** Nodes by session id. */
  readonly byId: ReadonlyMap<string, SessionNode>;
  /** Hidden ones included, in no useful order. */
  readonly conversations: readonly Conversation[];
  /** Conversation by the id of any of its segments. */
  readonly conversationOf: ReadonlyMap<string, Conversation>;
  /** Conversations that the list shows as rows of their own. */
  readonly listed: number;
  /** What of a damaged file is missing, one sentence; null where nothing is. */
  readonly damage: string | null;
  /** Opening words, read when they are asked for. */
  readonly previews: PreviewCache;
  /** The clock, in Unix seconds. */
  readonly now: () => number;
}

/** What is known of the file at the time of the last look. */
interface IndexState {
  index: ConversationIndex;
  stamp: string;
  lastMessageId: number;
  /** When the last whole reading ended and how long it took, in milliseconds. */
  readAt: number;
  readMs: number;
  /** Rows that are neither new nor have new messages may have changed and were not looked at. */
  pending: boolean;
}

/** A whole reading waits until this many times its own duration has passed: a fifth of the lane's time at most. */
const REST = 4;
/** More new messages than this make a whole reading cheaper than looking at their sessions. */
const MAX_NEW_MESSAGES = 20_000;

const states = new WeakMap<Store, IndexState>();

/**
 * The index of a lane's file as of now: read once, brought up to date where another connection committed since.
 * New sessions and those with new messages are current at once; other changes of rows at the next whole reading, which
 * is at once too unless that would take more than a fifth of the lane's time.
 *
 * @throws what SQLite throws where the file cannot be read; the next call tries again.
 */
export function conversationIndex({ store }: LaneContext): ConversationIndex {
  const stamp = stampOf(store);
  const state = states.get(store);
  if (state === undefined) return readAll(store, stamp, null).index;
  if (state.stamp === stamp && !state.pending) return state.index;
  if (state.stamp !== stamp) state.index.previews.recheck();
  if (performance.now() - state.readAt >= REST * state.readMs) return readAll(store, stamp, state).index;
  return readNew(store, stamp, state).index;
}

/** The index as it was at the last look, without looking; null where nothing has asked for it yet. */
export function loadedIndex(store: Store): ConversationIndex | null {
  return states.get(store)?.index ?? null;
}

/** True where {@link conversationIndex} put a whole reading off; asking again within a second makes up for it. */
export function isIndexPending({ store }: LaneContext): boolean {
  return states.get(store)?.pending === true;
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

function readAll(store: Store, stamp: string, before: IndexState | null): IndexState {
  const start = performance.now();
  const lastMessage = lastMessageId(store);
  const known = before?.index ?? null;
  const reading = readAllSessions(store);
  const sessions = reading.sessions.map(session => unchanged(session, known));
  const index =
    known !== null && isSame(sessions, known) && known.damage === reading.damage
      ? known
      : build(store, sessions, { before: known, damage: reading.damage });
  const end = performance.now();
  return remember(store, {
    index,
    stamp,
    lastMessageId: lastMessage,
    readAt: end,
    readMs: end - start,
    pending: false,
  });
}

function readNew(store: Store, stamp: string, state: IndexState): IndexState {
  if (state.stamp === stamp) return state;
  if (!hasSeeks(store) || state.index.damage !== null) return remember(store, { ...state, stamp, pending: true });
  const { index } = state;
  const lastMessage = lastMessageId(store);
  const lastRow = index.nodes.at(-1)?.session.rowid ?? 0;
  const added = readSessions(store, { kind: 'after', rowid: lastRow });
  const touched = readTouched(store, state.lastMessageId, lastMessage);
  const changed = new Map(touched.filter(session => session.rowid <= lastRow).map(session => [session.rowid, session]));
  const kept = index.nodes.map(({ session }) => unchanged(changed.get(session.rowid) ?? session, index));
  const sessions = [...kept, ...added];
  return remember(store, {
    ...state,
    index: isSame(sessions, index) ? index : build(store, sessions, { before: index, damage: null }),
    stamp,
    lastMessageId: lastMessage,
    pending: true,
  });
}

/** Without the index by session even one session costs a scan over all messages. */
function hasSeeks({ catalog }: Store): boolean {
  return catalog.indexes.has('idx_messages_session');
}

/** Rows of the sessions that messages were added to. */
function readTouched(store: Store, after: number, last: number): Session[] {
  if (last <= after || last - after > MAX_NEW_MESSAGES) return [];
  const ids = store.db
    .prepare<[number], string>('SELECT DISTINCT session_id FROM messages WHERE id > ?')
    .pluck()
    .all(after);
  return readSessions(store, { kind: 'ids', ids });
}

function remember(store: Store, state: IndexState): IndexState {
  states.set(store, state);
  return state;
}

/** The object that is known already, where nothing changed: caches hang on it. */
function unchanged(session: Session, known: ConversationIndex | null): Session {
  const before = known?.byId.get(session.id)?.session;
  return before?.rowid === session.rowid && sameSession(before, session) ? before : session;
}

function isSame(sessions: readonly Session[], known: ConversationIndex): boolean {
  return (
    sessions.length === known.nodes.length && sessions.every((session, at) => session === known.nodes[at]?.session)
  );
}

/** What an index is built from beside its sessions. */
interface BuildOptions {
  readonly before: ConversationIndex | null;
  readonly damage: string | null;
}

/** The first revision of a lane is a time, so that a lane that was replaced does not repeat the numbers of the old one. */
function build(store: Store, sessions: readonly Session[], { before, damage }: BuildOptions): ConversationIndex {
  const nodes = linkFamilies(sessions);
  const conversations = buildConversations(nodes);
  return {
    revision: before === null ? Date.now() : before.revision + 1,
    nodes,
    byId: nodesById(nodes),
    conversations,
    conversationOf: conversationsById(conversations),
    listed: conversations.filter(conversation => conversation.hidden === null).length,
    damage,
    previews: before?.previews ?? new PreviewCache(store),
    now: store.now,
  };
}

function conversationsById(conversations: readonly Conversation[]): Map<string, Conversation> {
  const found = new Map<string, Conversation>();
  for (const conversation of conversations) {
    for (const { id } of conversation.segments) if (!found.has(id)) found.set(id, conversation);
  }
  return found;
}
