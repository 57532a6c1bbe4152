import * as appending from './append-message.ts';
import * as conversation from './conversation.ts';
import * as exporting from './export.ts';
import * as exportJson from './export-json.ts';
import type { ExportLimits } from './export-rows.ts';
import type * as lineage from './lineage.ts';
import type { MessageRow } from './message-rows.ts';
import * as messages from './messages.ts';
import * as search from './search.ts';
import { StoreHandle } from './store-handle.ts';

/** What can be asked of messages, and how one is added. Each method is the function of the same name on this object's store. */
export class SessionMessages extends StoreHandle {
  /** {@inheritDoc appending.appendMessage} */
  appendMessage(input: appending.AppendMessageInput): number {
    return appending.appendMessage(this.store, input);
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
  getMessagesAsConversation(id: string, options?: conversation.ConversationOptions): conversation.ConversationEntry[] {
    return conversation.getMessagesAsConversation(this.store, id, options);
  }

  /** {@inheritDoc conversation.getResumeConversations} */
  getResumeConversations(
    id: string,
  ): [model: conversation.ConversationEntry[], display: conversation.ConversationEntry[]] {
    return conversation.getResumeConversations(this.store, id);
  }

  /** {@inheritDoc conversation.getAncestorDisplayPrefix} */
  getAncestorDisplayPrefix(id: string): conversation.ConversationEntry[] {
    return conversation.getAncestorDisplayPrefix(this.store, id);
  }

  /** {@inheritDoc search.searchMessages} */
  searchMessages(query: string, options?: search.SearchMessagesOptions): search.SearchHit[] {
    return search.searchMessages(this.store, query, options);
  }

  /** {@inheritDoc exporting.exportSession} */
  exportSession(id: string, limits?: ExportLimits): exporting.ExportedSession | null {
    return exporting.exportSession(this.store, id, limits);
  }

  /** {@inheritDoc exporting.exportSessionLineage} */
  exportSessionLineage(
    id: string,
    options?: lineage.CompressionLineageOptions & ExportLimits,
  ): exporting.ExportedLineage | null {
    return exporting.exportSessionLineage(this.store, id, options);
  }

  /** {@inheritDoc exporting.exportAll} */
  exportAll(options?: exporting.ExportAllOptions & ExportLimits): exporting.ExportedListRow[] {
    return exporting.exportAll(this.store, options);
  }

  /** {@inheritDoc exporting.iterateExportAll} */
  iterateExportAll(
    options?: exporting.ExportAllOptions & ExportLimits,
  ): Generator<exporting.ExportStep, void, undefined> {
    return exporting.iterateExportAll(this.store, options);
  }

  /** {@inheritDoc exporting.iterateExportedMessages} */
  iterateExportedMessages(id: string, limits?: ExportLimits): Generator<exporting.ExportedMessage, void, undefined> {
    return exporting.iterateExportedMessages(this.store, id, limits);
  }

  /** {@inheritDoc exportJson.exportJson} */
  exportJson(
    target: exportJson.ExportTarget,
    options?: exportJson.ExportJsonOptions,
  ): Generator<string, exportJson.ExportSummary, undefined> {
    return exportJson.exportJson(this.store, target, options);
  }
}
