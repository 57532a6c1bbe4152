import { CONTENT_SENTINEL, storedText } from './content.ts';
import { dumpPythonFloat, rewritePythonJson } from './python-json-text.ts';

/** Characters of a text that are escaped at once; a whole one could outgrow the longest string that there is. */
const SLICE = 1024 * 1024;

/** Values of a row in the order of its columns, integers as bigints, so that they cannot be taken for floats. */
export type ExactRow = readonly unknown[];

/** Writes rows of one table as the members of an object as Python writes them, without the braces. */
export type RowWriter = (row: ExactRow) => string | Iterable<string>;

/**
 * Makes the writer of rows with these columns. What it writes is one text where the row is short, else pieces. This runs
 * for every value of an export, so what can be known beforehand is.
 */
export function rowWriter(columns: readonly string[], valueOf: ValueWriter): RowWriter {
  const heads = columns.map((column, at) => `${at === 0 ? '' : ', '}${JSON.stringify(column)}: `);
  const between = textBetween(heads);
  const writeAll = (row: ExactRow): string => {
    let text = '';
    let from = 0;
    for (let at = 0; at < columns.length; at += 1) {
      const value = row[at];
      if (value === null || value === undefined) continue;
      text += between(from, at);
      const written = valueOf(columns[at] ?? '', value);
      if (typeof written === 'string') text += written;
      else for (const piece of written) text += piece;
      from = at + 1;
    }
    return text + between(from, columns.length);
  };
  return row =>
    isShort(row) ? writeAll(row) : memberPieces(row, heads, (at, value) => valueOf(columns[at] ?? '', value));
}

/**
 * What stands between two values: the members that are null, and the name of the next. Most columns of most rows are
 * null, and the few stretches of them that occur are kept.
 *
 * @returns a function of the first column and of the one whose value follows, or of the number of columns.
 */
function textBetween(heads: readonly string[]): (from: number, to: number) => string {
  const kept = new Map<number, string>();
  return (from, to) => {
    const key = from * (heads.length + 1) + to;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const nulls = heads.slice(from, to).map(head => `${head}null`);
    const text = nulls.join('') + (heads[to] ?? '');
    kept.set(key, text);
    return text;
  };
}

function* memberPieces(
  row: ExactRow,
  heads: readonly string[],
  valueOf: (at: number, value: unknown) => string | Iterable<string>,
): Generator<string, void, undefined> {
  for (const [at, head] of heads.entries()) {
    yield head;
    const written = valueOf(at, row[at]);
    if (typeof written === 'string') yield written;
    else yield* written;
  }
}

function isShort(row: ExactRow): boolean {
  let length = 0;
  for (const value of row) length += typeof value === 'string' ? value.length : 0;
  return length <= SLICE;
}

/** Writes the value of a column as JSON; a long one in pieces. */
export type ValueWriter = (column: string, value: unknown) => string | Iterable<string>;

/** Writes a value as it is stored. */
export const plainValue: ValueWriter = (_column, value) => pieces(value);

/** Writes a value of a message: structured content, tool calls and display metadata are JSON inside JSON on disk. */
export const messageValue: ValueWriter = (column, value) => {
  switch (column) {
    case 'content':
      return content(storedText(value));
    case 'tool_calls':
      return toolCalls(storedText(value));
    case 'display_metadata':
      return metadata(storedText(value));
    default:
      return pieces(value);
  }
};

function content(text: string | null): string | Iterable<string> {
  if (text?.startsWith(CONTENT_SENTINEL) !== true) return pieces(text);
  return rewritten(text.slice(CONTENT_SENTINEL.length)) ?? pieces(text);
}

function toolCalls(text: string | null): string | Iterable<string> {
  return text === null || text === '' ? pieces(text) : (rewritten(text) ?? '[]');
}

/** Some builds encoded it twice; anything but an object is null; spec: schema §9.4. */
function metadata(text: string | null): string {
  if (text === null) return 'null';
  const once = rewritten(text);
  const decoded = once?.startsWith('"') === true ? rewritten(unquoted(once)) : once;
  return decoded?.startsWith('{') === true ? decoded : 'null';
}

function unquoted(json: string): string {
  const text: unknown = JSON.parse(json);
  return typeof text === 'string' ? text : '';
}

function rewritten(text: string): string | null {
  try {
    return rewritePythonJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A stored value as Python writes it. */
function pieces(value: unknown): string | Iterable<string> {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return dumpPythonFloat(value);
  const text = storedText(value) ?? '';
  return text.length <= SLICE ? JSON.stringify(text) : textPieces(text);
}

function* textPieces(text: string): Generator<string, void, undefined> {
  yield '"';
  for (let start = 0; start < text.length;) {
    const end = wholeCharacters(text, start + SLICE);
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}

/** Halves of a pair would be escaped as lone ones. */
function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}
