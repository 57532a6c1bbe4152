import { jsonOrNull, textOrNull } from './bound-values.ts';
import { has } from './catalog.ts';
import { encodeContent } from './content.ts';
import { liveCondition } from './message-rows.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** Which message to mark, and how it is to be shown. */
export interface DisplayStamp {
  readonly role: string;
  readonly content: unknown;
  readonly displayKind: string;
  readonly displayMetadata?: Readonly<Record<string, unknown>> | null;
}

/** Marks how the latest live message of this role and content is shown; false where there is none; spec: api §2. */
export function setLatestMatchingMessageDisplayKind(store: Store, id: string, stamp: DisplayStamp): boolean {
  const { role, content, displayKind } = stamp;
  if (id === '' || content === '' || displayKind === '' || !has(store.catalog, 'messages', 'display_kind'))
    return false;
  return write(
    store,
    db =>
      db
        .prepare(
          `UPDATE messages SET display_kind = ?, display_metadata = ? WHERE id = (
             SELECT m.id FROM messages m WHERE m.session_id = ? AND m.role = ? AND m.content IS ?
             AND ${liveCondition(store.catalog)} ORDER BY m.id DESC LIMIT 1)`,
        )
        .run(
          ...[textOrNull(displayKind), jsonOrNull(stamp.displayMetadata)],
          ...[wellFormed(id), textOrNull(role), encodeContent(content)],
        ).changes > 0,
  );
}

/**
 * Records what was really sent for the latest live message of the user, if that message still has this content.
 *
 * @returns 1, or 0 where it has not; spec: api §2.
 */
export function setLatestUserApiContent(store: Store, id: string, content: unknown, apiContent: string | null): number {
  if (!has(store.catalog, 'messages', 'api_content')) return 0;
  return write(
    store,
    db =>
      db
        .prepare(
          `UPDATE messages SET api_content = ? WHERE content IS ? AND id = (
             SELECT m.id FROM messages m WHERE m.session_id = ? AND m.role = 'user'
             AND ${liveCondition(store.catalog)} ORDER BY m.id DESC LIMIT 1)`,
        )
        .run(textOrNull(apiContent), encodeContent(content), wellFormed(id)).changes,
  );
}
