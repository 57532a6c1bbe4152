import { has } from '../session-db/catalog.ts';
import { NeedsUpgradeError } from '../session-db/errors.ts';
import { BASE_TRIGGERS, TRIGRAM_TRIGGERS } from '../session-db/fts-schema.ts';
import type { Store } from '../session-db/store.ts';

/**
 * Sees that the search index follows changes of messages by itself. Rows that are deleted or inserted past a missing
 * trigger damage it for good; spec: compat-notes 55.
 *
 * @throws NeedsUpgradeError naming the trigger that is missing.
 */
export function assertIndexesFollow({ catalog }: Store): void {
  const missing = [
    ...(has(catalog, 'messages_fts') ? BASE_TRIGGERS : []),
    ...(has(catalog, 'messages_fts_trigram') ? TRIGRAM_TRIGGERS : []),
  ].find(trigger => !catalog.triggers.has(trigger));
  if (missing === undefined) return;
  const message = `The trigger ${missing} is missing, so the search index would not follow.`;
  throw new NeedsUpgradeError(message, catalog.schemaVersion);
}
