import type { LaneContext } from '../lanes/context.ts';
import { storedText } from '../session-db/content.ts';
import { decodeHead } from './clip.ts';

/** Longest text, in bytes, that is fetched in one value. */
export const WHOLE_TEXT_BYTES = 8 * 1024 * 1024;
/** Longer texts are put together from slices of this length; each makes SQLite read the whole, so they are few. */
const SLICE_BYTES = 64 * 1024 * 1024;
/** Texts longer than this cannot be taken out of SQLite and JavaScript safely: they are named with their size only. */
export const TOO_LARGE_BYTES = 500_000_000;

/** Columns of `messages` that hold long texts. */
export type TextColumn =
  'content' | 'api_content' | 'tool_calls' | 'reasoning' | 'reasoning_content' | 'reasoning_details';

/**
 * SQL for a text, whole where it is at most `whole` bytes long, else its first `head` bytes as a BLOB, else (longer
 * than SQLite takes) NULL. Going through BLOB keeps NUL characters, at which SQLite's own text functions stop.
 * Spec: compat-notes 14, 26.
 */
export function headSql(column: string, whole: number, head: number): string {
  return (
    `CASE WHEN octet_length(${column}) <= ${String(whole)} THEN ${column} ` +
    `WHEN octet_length(${column}) <= ${String(TOO_LARGE_BYTES)} ` +
    `THEN substr(CAST(${column} AS BLOB), 1, ${String(head)}) END`
  );
}

/** Text of a value that was selected by {@link headSql}: a cut one ends before the code point that the cut split. */
export function headText(value: unknown, bytes: number | null, whole: number): string | null {
  const cut = bytes !== null && bytes > whole && value instanceof Uint8Array;
  return cut ? decodeHead(value) : storedText(value);
}

/**
 * One whole text of a message, in slices where it is long.
 *
 * @param column - SQL of the column, `NULL` where the file lacks it.
 * @returns null where the value is NULL, the row is gone or the text is longer than {@link TOO_LARGE_BYTES}.
 */
export function readWholeText(context: LaneContext, messageId: number, column: string): string | null {
  const { db } = context.store;
  const found = db
    .prepare<[number], { bytes: number | null; text: unknown }>(
      `SELECT octet_length(${column}) AS bytes, ` +
        `CASE WHEN octet_length(${column}) <= ${String(WHOLE_TEXT_BYTES)} THEN ${column} END AS text ` +
        'FROM messages m WHERE m.id = ?',
    )
    .get(messageId);
  if (found === undefined || found.bytes === null || found.bytes > TOO_LARGE_BYTES) return null;
  if (found.bytes <= WHOLE_TEXT_BYTES) return storedText(found.text);
  return readSlices(context, messageId, column, found.bytes);
}

/**
 * The beginning of a longer text.
 *
 * @param bytes - how much of it; a code point that the cut splits is left out.
 */
export function readTextHead(context: LaneContext, messageId: number, column: string, bytes: number): string {
  const head = context.store.db
    .prepare<[number, number], unknown>(`SELECT substr(CAST(${column} AS BLOB), 1, ?) FROM messages m WHERE m.id = ?`)
    .pluck()
    .get(bytes, messageId);
  return head instanceof Uint8Array ? decodeHead(head) : '';
}

function readSlices(context: LaneContext, messageId: number, column: string, bytes: number): string {
  const slice = context.store.db
    .prepare<[number, number, number], Uint8Array | null>(
      `SELECT substr(CAST(${column} AS BLOB), ?, ?) FROM messages m WHERE m.id = ?`,
    )
    .pluck();
  const slices: Uint8Array[] = [];
  for (let offset = 0; offset < bytes; offset += SLICE_BYTES) {
    context.checkCancelled();
    const part = slice.get(offset + 1, SLICE_BYTES, messageId);
    if (part instanceof Uint8Array) slices.push(part);
  }
  return Buffer.concat(slices).toString('utf8');
}
