import { allColumns } from './session-row.ts';
import type { ActiveSessionRow, ListedSessionRow, SessionRow } from './session-row.ts';
import * as conversation from './conversation.ts';
import type { ConversationEntry } from './conversation.ts';
import * as exporting from './export.ts';
import * as lineage from './lineage.ts';
import * as listing from './listing.ts';
import type { MessageRow } from './message-rows.ts';
import * as messages from './messages.ts';
import { openStore } from './open.ts';
import type { OpenOptions } from './open.ts';
import { defaultDatabasePath } from './paths.ts';
import { searchMessages } from './search.ts';
import type { SearchHit, SearchMessagesOptions } from './search.ts';
import type { Store } from './store.ts';

/**
 * A session database of Hermes Agent, opened on this thread. Methods are Hermes's own in camelCase, synchronous, and
 * return rows with the database's column names. Where a rule of ours differs from Hermes's by policy, an option says
 * so; its default is ours.
 */
export class SessionDB {
  readonly store: Store;

  /**
   * @param path - the file; Hermes's own unless given.
   * @throws SessionDbError with a code that says what is wrong with the file.
   */
  constructor(path?: string, options: OpenOptions = {}) {
    this.store = openStore(path ?? defaultDatabasePath(), options);
  }

  /** The session as it is stored, every live column; null for an unknown id. */
  getSession(id: string): SessionRow | null {
    const columns = allColumns(this.store.catalog, 's');
    const row = this.store.db.prepare<[string], SessionRow>(`SELECT ${columns} FROM sessions s WHERE s.id = ?`).get(id);
    return row ?? null;
  }

  /** {@inheritDoc listing.listSessions} */
  listSessions(options?: listing.ListSessionsOptions): ListedSessionRow[] {
    return listing.listSessions(this.store, options);
  }

  /** {@inheritDoc listing.searchSessions} */
  searchSessions(options?: listing.SearchSessionsOptions): ActiveSessionRow[] {
    return listing.searchSessions(this.store, options);
  }

  /** {@inheritDoc lineage.getCompressionTip} */
  getCompressionTip(id: string, options?: lineage.LineageOptions): string {
    return lineage.getCompressionTip(this.store, id, options);
  }

  /** {@inheritDoc messages.getMessages} */
  getMessages(id: string, options?: messages.GetMessagesOptions): MessageRow[] {
    return messages.getMessages(this.store, id, options);
  }

  /** {@inheritDoc messages.getMessagesAround} */
  getMessagesAround(id: string, messageId: number, options?: { readonly window?: number }): messages.MessagesAround {
    return messages.getMessagesAround(this.store, id, messageId, options);
  }

  /** {@inheritDoc messages.getAnchoredView} */
  getAnchoredView(id: string, messageId: number, options?: messages.AnchoredViewOptions): messages.AnchoredView {
    return messages.getAnchoredView(this.store, id, messageId, options);
  }

  /** {@inheritDoc messages.listRecentUserMessages} */
  listRecentUserMessages(id: string, options?: messages.RecentUserMessagesOptions): messages.RecentUserMessage[] {
    return messages.listRecentUserMessages(this.store, id, options);
  }

  /** {@inheritDoc messages.hasArchivedMessages} */
  hasArchivedMessages(id: string): boolean {
    return messages.hasArchivedMessages(this.store, id);
  }

  /** {@inheritDoc messages.hasPlatformMessageId} */
  hasPlatformMessageId(id: string, platformMessageId: string): boolean {
    return messages.hasPlatformMessageId(this.store, id, platformMessageId);
  }

  /** {@inheritDoc conversation.getMessagesAsConversation} */
  getMessagesAsConversation(id: string, options?: conversation.ConversationOptions): ConversationEntry[] {
    return conversation.getMessagesAsConversation(this.store, id, options);
  }

  /** {@inheritDoc conversation.getResumeConversations} */
  getResumeConversations(id: string): [model: ConversationEntry[], display: ConversationEntry[]] {
    return conversation.getResumeConversations(this.store, id);
  }

  /** {@inheritDoc conversation.getAncestorDisplayPrefix} */
  getAncestorDisplayPrefix(id: string): ConversationEntry[] {
    return conversation.getAncestorDisplayPrefix(this.store, id);
  }

  /** {@inheritDoc searchMessages} */
  searchMessages(query: string, options?: SearchMessagesOptions): SearchHit[] {
    return searchMessages(this.store, query, options);
  }

  /** {@inheritDoc exporting.exportSession} */
  exportSession(id: string): exporting.ExportedSession | null {
    return exporting.exportSession(this.store, id);
  }

  /** {@inheritDoc exporting.exportSessionLineage} */
  exportSessionLineage(id: string, options?: lineage.CompressionLineageOptions): exporting.ExportedLineage | null {
    return exporting.exportSessionLineage(this.store, id, options);
  }

  /** {@inheritDoc exporting.exportAll} */
  exportAll(options?: { readonly source?: string }): exporting.ExportedListRow[] {
    return exporting.exportAll(this.store, options);
  }

  /** Closes the connection. A second call does nothing. */
  close(): void {
    this.store.db.close();
  }
}
