import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import { readToolCalls } from './tool-calls.ts';
import { partText, structuredContent } from './content-parts.ts';

/** Longest text, in bytes, that is looked through. */
export const SCANNED_BYTES = 16 * 1024 * 1024;
/** Ids in one statement. */
const CHUNK = 300;

/** SQL condition: the message was not taken back by the user; spec: schema §4, row states. */
export function visibleSql({ store }: LaneContext, alias: string): string {
  const active = liveColumn(store.catalog, 'messages', 'active', alias, '1');
  const compacted = liveColumn(store.catalog, 'messages', 'compacted', alias, '0');
  return `(COALESCE(${active}, 1) <> 0 OR COALESCE(${compacted}, 0) <> 0)`;
}

/** The texts of one message as a person would read them. */
export interface MessageTexts {
  readonly id: number;
  /** Content, tool name, tool calls; those that the row has. */
  readonly texts: readonly string[];
  /** True where a text was too long to be taken. */
  readonly incomplete: boolean;
}

/** SQL of the columns that {@link messageTexts} reads. `alias` is the alias of `messages`. */
export function textColumns({ store }: LaneContext, alias: string): string {
  return ['content', 'tool_name', 'tool_calls']
    .map(name => {
      const column = liveColumn(store.catalog, 'messages', name, alias);
      return `CASE WHEN octet_length(${column}) <= ${SCANNED_BYTES} THEN ${column} WHEN octet_length(${column}) IS NOT NULL THEN 0 END`;
    })
    .join(', ');
}

/** A row that begins with the id and goes on with {@link textColumns}. */
export type TextRow = readonly [id: number, content: unknown, toolName: unknown, toolCalls: unknown];

/** The readable texts of a row. A text that is too long stands as the number 0 in it. */
export function messageTexts([id, content, toolName, toolCalls]: TextRow): MessageTexts {
  const texts = [readableContent(taken(content)), taken(toolName), readableCalls(taken(toolCalls))];
  return {
    id,
    texts: texts.filter((text): text is string => text !== null && text !== ''),
    incomplete: [content, toolName, toolCalls].includes(0),
  };
}

/** Content as read: the text parts of structured content, other content as it is. */
export function readableContent(stored: string | null): string | null {
  if (stored === null) return null;
  const parts = structuredContent(stored);
  return parts === null
    ? stored
    : parts
        .map(part => partText(part) ?? '')
        .join(' ')
        .trim();
}

/** Tool calls as read: names and arguments, escapes resolved; null where there are none. */
export function readableCalls(stored: string | null): string | null {
  if (stored === null || stored === '') return null;
  const { calls, unreadable } = readToolCalls(stored);
  return unreadable ? stored : calls.map(call => `${call.name} ${unescaped(call.arguments)}`).join(' ');
}

/** The rows with these ids, in chunks; ids that are gone are left out. */
export function readTexts(context: LaneContext, ids: readonly number[], each: (texts: MessageTexts) => void): void {
  const { db } = context.store;
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK);
    const rows = db
      .prepare<[string], TextRow>(
        `SELECT m.id, ${textColumns(context, 'm')} FROM json_each(?) wanted CROSS JOIN messages m ON m.id = wanted.value ` +
          `WHERE ${context.guard('m.id')}`,
      )
      .raw()
      .all(JSON.stringify(chunk));
    for (const row of rows) {
      context.checkCancelled();
      each(messageTexts(row));
    }
  }
}

function taken(value: unknown): string | null {
  return value === 0 ? null : storedText(value);
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: ' ', b: ' ', f: ' ' };

/** JSON with its escapes resolved: Python writes everything but ASCII as escapes. */
export function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, char: string | undefined) =>
    code === undefined ? (ESCAPED[char ?? ''] ?? char ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
