import { buildConversations, type Conversation } from '../read-models/conversation-index-build.ts';
import { linkFamilies, type SessionNode } from '../read-models/edges-family.ts';
import { readSessions } from '../read-models/edges.ts';
import { PreviewCache } from '../read-models/label-preview.ts';
import { labelOf } from '../read-models/label.ts';
import type { NamedSession } from '../../shared/contract/organise.ts';
import type { Store } from '../session-db/store.ts';

/** Every session of a file in its conversation, as of one look at all rows. */
export interface Families {
  readonly byId: ReadonlyMap<string, SessionNode>;
  readonly conversations: readonly Conversation[];
  /** Subagents by the sessions that they belong to: the one that their mark names, and their parent. */
  readonly delegates: ReadonlyMap<string, readonly SessionNode[]>;
}

/**
 * Reads all sessions anew. The index of the reader lane may be a moment behind; what is deleted must not be chosen by it.
 *
 * @throws SqliteError where a row cannot be read: a chain with a gap in it would be taken for two.
 */
export function readFamilies(store: Store): Families {
  const { nodes, byId } = linkFamilies(readSessions(store, { kind: 'all' }));
  const conversations = buildConversations(nodes);
  const delegates = new Map<string, SessionNode[]>();
  for (const node of nodes) {
    const { delegateFrom, parentId } = node.session;
    if (delegateFrom === null) continue;
    for (const owner of new Set([delegateFrom, parentId])) {
      if (owner === null || owner === node.session.id) continue;
      const own = delegates.get(owner);
      if (own === undefined) delegates.set(owner, [node]);
      else own.push(node);
    }
  }
  return { byId, conversations, delegates };
}

/** The families of a store, read again only where another program has committed since. */
export class FreshFamilies {
  readonly #store: Store;
  #known: { readonly version: unknown; readonly families: Families } | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * As of now. What this connection itself has deleted since the last look is still in them.
   */
  get(): Families {
    const version = this.#store.db.pragma('data_version', { simple: true });
    if (this.#known !== null && this.#known.version === version) return this.#known.families;
    const families = readFamilies(this.#store);
    this.#known = { version, families };
    return families;
  }
}

/** The conversation that holds a session; null for an unknown id. */
export function conversationOf({ byId }: Families, id: string): Conversation | null {
  return byId.get(id)?.conversation ?? null;
}

/** Sessions together with their subagents at any depth, and the later segments of those. */
export function withSubagents({ delegates }: Families, ids: readonly string[]): string[] {
  const group = new Set(ids);
  // A set hands out what is added to it while it is walked.
  for (const id of group) {
    for (const { session, conversation } of delegates.get(id) ?? []) {
      group.add(session.id);
      for (const segment of conversation?.segments ?? []) group.add(segment.id);
    }
  }
  return [...group];
}

/** All rows of a conversation: its segments, and their subagents at any depth. */
export function rowsOf(families: Families, { segments }: Conversation): string[] {
  return withSubagents(
    families,
    segments.map(({ id }) => id),
  );
}

/** Names sessions and conversations as the list does. */
export class Labels {
  readonly #previews: PreviewCache;

  constructor(store: Store) {
    this.#previews = new PreviewCache(store);
  }

  conversation(conversation: Conversation): NamedSession {
    const { title, tip } = conversation;
    const preview = title === null ? this.#previews.of(conversation, true) : '';
    return { id: tip.id, label: labelOf({ title, preview, session: tip }) };
  }

  session({ session }: SessionNode): NamedSession {
    const preview = session.title === null ? this.#previews.ofSession(session, true) : '';
    return { id: session.id, label: labelOf({ title: session.title, preview, session }) };
  }
}
