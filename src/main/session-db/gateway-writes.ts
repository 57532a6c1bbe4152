import { textOrNull } from './bound-values.ts';
import { has } from './catalog.ts';
import type { GatewayPeer } from './gateway.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** A peer with how it is shown. */
export interface RecordedPeer extends GatewayPeer {
  /** What is stored stays unless given. */
  readonly displayName?: string | null;
  /** JSON as text; what is stored stays unless given. */
  readonly originJson?: string | null;
}

/** Writes down who talks in a session, and where. Nothing without a routing key, and for an unknown id; spec: api §8. */
export function recordGatewaySessionPeer(store: Store, id: string, peer: RecordedPeer): void {
  if (id === '' || !peer.sessionKey || !has(store.catalog, 'sessions', 'session_key')) return;
  const replaced = {
    source: peer.source,
    user_id: peer.userId,
    session_key: peer.sessionKey,
    chat_id: peer.chatId,
    chat_type: peer.chatType,
    thread_id: peer.threadId,
  };
  const kept = Object.entries({ display_name: peer.displayName, origin_json: peer.originJson }).filter(([column]) =>
    has(store.catalog, 'sessions', column),
  );
  const assignments = [
    ...Object.keys(replaced).map(column => `${column} = ?`),
    ...kept.map(([column]) => `${column} = COALESCE(?, ${column})`),
  ];
  const values = [...Object.values(replaced), ...kept.map(([, value]) => value)];
  write(store, db =>
    db
      .prepare(`UPDATE sessions SET ${assignments.join(', ')} WHERE id = ?`)
      .run(...values.map(textOrNull), wellFormed(id)),
  );
}

/** Says whether the gateway has finished what it does when a session expires. */
export function setExpiryFinalized(store: Store, id: string, finalized = true): void {
  if (!has(store.catalog, 'sessions', 'expiry_finalized')) return;
  write(store, db =>
    db.prepare('UPDATE sessions SET expiry_finalized = ? WHERE id = ?').run(finalized ? 1 : 0, wellFormed(id)),
  );
}

/** Which routing entries; `''` unless given. */
export interface RoutingScope {
  readonly scope?: string;
}

/** Writes one routing entry of the gateway. An empty key or entry is none. */
export function saveGatewayRoutingEntry(
  store: Store,
  sessionKey: string,
  entryJson: string,
  { scope = '' }: RoutingScope = {},
): void {
  write(store, () => {
    saveEntries(store, scope, { [sessionKey]: entryJson });
  });
}

/** Replaces every routing entry of a scope; other scopes stay. */
export function replaceGatewayRoutingEntries(
  store: Store,
  entries: Readonly<Record<string, string>>,
  { scope = '' }: RoutingScope = {},
): void {
  write(store, db => {
    db.prepare('DELETE FROM gateway_routing WHERE scope = ?').run(wellFormed(scope));
    saveEntries(store, scope, entries);
  });
}

/** Removes routing entries of a scope; unknown keys are no error. */
export function deleteGatewayRoutingEntries(
  store: Store,
  sessionKeys: readonly string[],
  { scope = '' }: RoutingScope = {},
): void {
  write(store, db => {
    const remove = db.prepare('DELETE FROM gateway_routing WHERE scope = ? AND session_key = ?');
    for (const key of sessionKeys) remove.run(wellFormed(scope), wellFormed(key));
  });
}

function saveEntries(store: Store, scope: string, entries: Readonly<Record<string, string>>): void {
  const save = store.db.prepare(
    `INSERT INTO gateway_routing (scope, session_key, entry_json, updated_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (scope, session_key) DO UPDATE SET
       entry_json = excluded.entry_json, updated_at = excluded.updated_at`,
  );
  const now = store.now();
  for (const [key, entry] of Object.entries(entries)) {
    if (key !== '' && entry !== '') save.run(wellFormed(scope), wellFormed(key), wellFormed(entry), now);
  }
}
