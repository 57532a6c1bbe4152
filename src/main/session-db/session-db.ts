import * as archive from './archive.ts';
import * as conversation from './conversation.ts';
import type { ConversationEntry } from './conversation.ts';
import * as exporting from './export.ts';
import * as lineage from './lineage.ts';
import type { MessageRow } from './message-rows.ts';
import * as messages from './messages.ts';
import * as meta from './meta.ts';
import { searchMessages } from './search.ts';
import type { SearchHit, SearchMessagesOptions } from './search.ts';
import * as lifecycle from './session-lifecycle.ts';
import { SessionReads } from './session-reads.ts';
import * as titles from './titles.ts';
import * as usage from './usage.ts';

/**
 * A session database of Hermes Agent, opened on this thread. Methods are Hermes's own in camelCase, synchronous, and
 * return rows with the database's column names. Where a rule of ours differs from Hermes's by policy, an option says
 * so; its default is ours.
 */
export class SessionDB extends SessionReads {
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

  /** {@inheritDoc lifecycle.createSession} */
  createSession(input: lifecycle.CreateSessionInput): string {
    return lifecycle.createSession(this.store, input);
  }

  /** {@inheritDoc lifecycle.ensureSession} */
  ensureSession(id: string, input?: lifecycle.EnsureSessionInput): string {
    return lifecycle.ensureSession(this.store, id, input);
  }

  /** {@inheritDoc lifecycle.endSession} */
  endSession(id: string, endReason: string): void {
    lifecycle.endSession(this.store, id, endReason);
  }

  /** {@inheritDoc lifecycle.reopenSession} */
  reopenSession(id: string): void {
    lifecycle.reopenSession(this.store, id);
  }

  /** {@inheritDoc titles.setSessionTitle} */
  setSessionTitle(id: string, title: string | null): boolean {
    return titles.setSessionTitle(this.store, id, title);
  }

  /** {@inheritDoc titles.setAutoTitleIfEmpty} */
  setAutoTitleIfEmpty(id: string, title: string | null): boolean {
    return titles.setAutoTitleIfEmpty(this.store, id, title);
  }

  /** {@inheritDoc archive.setSessionArchived} */
  setSessionArchived(id: string, archived: boolean): boolean {
    return archive.setSessionArchived(this.store, id, archived);
  }

  /** {@inheritDoc archive.setSessionPinned} */
  setSessionPinned(id: string, pinned: boolean): boolean {
    return archive.setSessionPinned(this.store, id, pinned);
  }

  /** {@inheritDoc usage.updateTokenCounts} */
  updateTokenCounts(id: string, update?: usage.TokenUpdate): void {
    usage.updateTokenCounts(this.store, id, update);
  }

  /** {@inheritDoc usage.recordAuxiliaryUsage} */
  recordAuxiliaryUsage(id: string, task: string, usageOfTask?: usage.AuxiliaryUsage): void {
    usage.recordAuxiliaryUsage(this.store, id, task, usageOfTask);
  }

  /** {@inheritDoc meta.setMeta} */
  setMeta(key: string, value: string): void {
    meta.setMeta(this.store, key, value);
  }
}
