import { has } from './catalog.ts';
import { lastActive } from './lineage-sql.ts';
import { wellFormed } from './python-text.ts';
import { allColumns } from './session-row.ts';
import type { ActiveSessionRow, SessionRow } from './session-row.ts';
import type { Store } from './store.ts';

/** Options of {@link listGatewaySessions}. */
export interface ListGatewaySessionsOptions {
  /** Source, in either case; every one unless given. */
  readonly platform?: string | null;
  /** Open sessions only; true unless given. */
  readonly activeOnly?: boolean;
}

/** The newest session of every routing key, the most recently active first; spec: api §8. */
export function listGatewaySessions(store: Store, options: ListGatewaySessionsOptions = {}): ActiveSessionRow[] {
  if (!has(store.catalog, 'sessions', 'session_key')) return [];
  const platform = options.platform ? [wellFormed(options.platform)] : [];
  return store.db
    .prepare<unknown[], ActiveSessionRow>(
      `SELECT ${allColumns(store.catalog, 's')}, ${lastActive(store.catalog, 's')} AS last_active
       FROM sessions s WHERE s.session_key IS NOT NULL AND s.started_at = (
         SELECT MAX(k.started_at) FROM sessions k WHERE k.session_key = s.session_key)
       ${platform.length > 0 ? 'AND lower(s.source) = lower(?)' : ''}
       ${options.activeOnly === false ? '' : 'AND s.ended_at IS NULL'}
       ORDER BY last_active DESC, s.started_at DESC, s.id DESC`,
    )
    .all(...platform);
}

/** A chat on a platform, as a message from it names it. */
export interface SessionOrigin {
  readonly platform: string;
  readonly chatId: string;
  /** Any thread unless given; `''` is the chat itself. */
  readonly threadId?: string | null;
  readonly userId?: string | null;
}

/**
 * The latest open session of a chat. Where several people share the chat it is the one of `userId`, and null rather
 * than somebody else's.
 */
export function findSessionByOrigin(store: Store, origin: SessionOrigin): string | null {
  if (origin.platform === '' || origin.chatId === '') return null;
  const found = openSessionsOf(store, origin);
  if (origin.userId) {
    const own = found.find(row => row.user === origin.userId);
    return (own ?? onlyOne(found))?.id ?? null;
  }
  const people = new Set(found.map(row => row.user.trim()).filter(user => user !== ''));
  return people.size > 1 ? null : (found[0]?.id ?? null);
}

interface ChatSession {
  readonly id: string;
  readonly user: string;
}

function onlyOne<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

/** Open sessions of a chat, newest first. */
function openSessionsOf(store: Store, { platform, chatId, threadId = null }: SessionOrigin): ChatSession[] {
  if (!has(store.catalog, 'sessions', 'session_key')) return [];
  const thread =
    threadId === null
      ? { sql: '', values: [] }
      : { sql: "AND COALESCE(thread_id, '') = ?", values: [wellFormed(threadId)] };
  return store.db
    .prepare<unknown[], ChatSession>(
      `SELECT id, COALESCE(user_id, '') AS user FROM sessions
       WHERE lower(source) = lower(?) AND session_key IS NOT NULL AND chat_id = ? AND ended_at IS NULL
       ${thread.sql} ORDER BY started_at DESC, id DESC`,
    )
    .all(wellFormed(platform), wellFormed(chatId), ...thread.values);
}

/** Who talks where, as the gateway routes it. */
export interface GatewayPeer {
  readonly source: string;
  readonly sessionKey?: string | null;
  readonly userId?: string | null;
  readonly chatId?: string | null;
  readonly chatType?: string | null;
  readonly threadId?: string | null;
}

/**
 * The latest session of a peer that is open or ended only by accident, and has messages: by its routing key, else by
 * the whole of source, user, chat, kind of chat and thread. Null without a routing key.
 */
export function findLatestGatewaySessionForPeer(store: Store, peer: GatewayPeer): SessionRow | null {
  if (!peer.sessionKey || !has(store.catalog, 'sessions', 'session_key')) return null;
  const byKey = recoverable(store, 's.session_key = ? AND s.source = ?', [peer.sessionKey, peer.source]);
  return byKey ?? findByWholePeer(store, peer);
}

function findByWholePeer(store: Store, peer: GatewayPeer): SessionRow | null {
  const { source, userId, chatId = null, chatType = null, threadId } = peer;
  if (chatId === null || chatType === null) return null;
  return recoverable(
    store,
    `s.source = ? AND COALESCE(s.user_id, '') = ? AND COALESCE(s.chat_id, '') = ? AND COALESCE(s.chat_type, '') = ?
     AND COALESCE(s.thread_id, '') = ?`,
    [source, userId ?? '', chatId, chatType, threadId ?? ''],
  );
}

function recoverable(store: Store, condition: string, values: readonly string[]): SessionRow | null {
  const row = store.db
    .prepare<unknown[], SessionRow>(
      `SELECT ${allColumns(store.catalog, 's')} FROM sessions s WHERE ${condition}
       AND (s.ended_at IS NULL OR s.end_reason IN ('agent_close', 'ws_orphan_reap'))
       AND (COALESCE(s.message_count, 0) > 0 OR EXISTS (SELECT 1 FROM messages m WHERE m.session_id = s.id))
       ORDER BY s.started_at DESC, s.id DESC LIMIT 1`,
    )
    .get(...values.map(wellFormed));
  return row ?? null;
}

/** The gateway's routing entries of one scope, as it wrote them: JSON text by routing key; spec: schema §5. */
export function loadGatewayRoutingEntries(
  store: Store,
  options: { readonly scope?: string } = {},
): Record<string, string> {
  if (!has(store.catalog, 'gateway_routing')) return {};
  const scoped = has(store.catalog, 'gateway_routing', 'scope');
  const scope = options.scope ?? '';
  if (!scoped && scope !== '') return {};
  const rows = store.db
    .prepare<unknown[], [string, string]>(
      `SELECT session_key, entry_json FROM gateway_routing ${scoped ? 'WHERE scope = ?' : ''}`,
    )
    .raw()
    .all(...(scoped ? [wellFormed(scope)] : []));
  return Object.fromEntries(rows);
}
