import { CONTENT_SENTINEL, decodeContent, textParts } from './content.ts';
import { codePointLength, firstCodePoints, trim } from './python-text.ts';
import type { Store } from './store.ts';

/** How the preview of a list row is made. */
export interface PreviewOptions {
  /**
   * First user messages that consist of parts (text and pictures). `text` (default): their text parts are joined.
   * `stored` is Hermes's answer: the stored form begins with NUL, so the preview is empty; spec: api §4.
   */
  readonly partsPreview?: 'text' | 'stored';
}

/** Hermes fetches this much before it trims, so leading blanks use it up; spec: compat-notes 13. */
const FETCHED = 63;
const SHOWN = 60;

/** Longer messages are not read for a preview: the largest that SQLite stores cannot even be cut in SQL. */
const MAX_BYTES = 64_000_000;
/** Longer structured messages, pictures mostly, are not decoded for one line of text. */
const MAX_DECODED_BYTES = 8_000_000;

/**
 * Makes a function that gives the preview of a session: its first user message by time, in any state, line ends as
 * spaces, at most 60 characters and `...` if there is more; spec: api §4.
 */
export function previewer(store: Store, options: PreviewOptions): (sessionId: string) => string {
  const first = store.db.prepare<[string], { id: number; head: string | null; parts: number }>(
    `SELECT m.id,
       CASE WHEN octet_length(m.content) <= ${String(MAX_BYTES)}
         THEN substr(CAST(m.content AS TEXT), 1, ${String(FETCHED)}) END AS head,
       CASE WHEN octet_length(m.content) <= ${String(MAX_DECODED_BYTES)}
         THEN substr(CAST(m.content AS BLOB), 1, ${String(CONTENT_SENTINEL.length)}) =
           X'${Buffer.from(CONTENT_SENTINEL).toString('hex')}' ELSE 0 END AS parts
     FROM messages m WHERE m.session_id = ? AND m.role = 'user' AND m.content IS NOT NULL
     ORDER BY m.timestamp, m.id LIMIT 1`,
  );
  const content = store.db.prepare<[number], unknown>('SELECT content FROM messages WHERE id = ?').pluck();
  return sessionId => {
    const found = first.get(sessionId);
    if (found === undefined) return '';
    const decodes = found.parts === 1 && options.partsPreview !== 'stored';
    return shorten(decodes ? partsText(content.get(found.id)) : (found.head ?? ''));
  };
}

function partsText(stored: unknown): string {
  const content = decodeContent(stored);
  return Array.isArray(content) ? firstCodePoints(trim(textParts(content).join(' ')), FETCHED) : '';
}

function shorten(head: string): string {
  const line = trim(head.replace(/[\n\r]/g, ' '));
  return codePointLength(line) > SHOWN ? `${firstCodePoints(line, SHOWN)}...` : line;
}
