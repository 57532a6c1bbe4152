import type * as locks from './compression-locks.ts';
import type { TranscriptMessage } from './message-insert.ts';
import * as rewrites from './message-rewrites.ts';
import * as stamps from './message-stamps.ts';
import * as rewind from './rewind.ts';
import { SessionReads } from './session-reads.ts';

/** What can be changed in a transcript that is there. Each method is the function of the same name on this object's store. */
export class TranscriptWrites extends SessionReads {
  /** {@inheritDoc rewrites.replaceMessages} */
  replaceMessages(id: string, messages: readonly TranscriptMessage[], options?: rewrites.ReplaceMessagesOptions): void {
    rewrites.replaceMessages(this.store, id, messages, options);
  }

  /** {@inheritDoc rewrites.archiveAndCompact} */
  archiveAndCompact(id: string, messages: readonly TranscriptMessage[], guard?: locks.CompressionGuard): number {
    return rewrites.archiveAndCompact(this.store, id, messages, guard);
  }

  /** {@inheritDoc rewrites.clearMessages} */
  clearMessages(id: string, guard?: locks.CompressionGuard): void {
    rewrites.clearMessages(this.store, id, guard);
  }

  /** {@inheritDoc rewind.rewindToMessage} */
  rewindToMessage(id: string, messageId: number, guard?: locks.CompressionGuard): rewind.Rewound {
    return rewind.rewindToMessage(this.store, id, messageId, guard);
  }

  /** {@inheritDoc rewind.restoreRewound} */
  restoreRewound(id: string, sinceMessageId: number, guard?: locks.CompressionGuard): number {
    return rewind.restoreRewound(this.store, id, sinceMessageId, guard);
  }

  /** {@inheritDoc stamps.setLatestMatchingMessageDisplayKind} */
  setLatestMatchingMessageDisplayKind(id: string, stamp: stamps.DisplayStamp): boolean {
    return stamps.setLatestMatchingMessageDisplayKind(this.store, id, stamp);
  }

  /** {@inheritDoc stamps.setLatestUserApiContent} */
  setLatestUserApiContent(id: string, content: unknown, apiContent: string | null): number {
    return stamps.setLatestUserApiContent(this.store, id, content, apiContent);
  }
}
