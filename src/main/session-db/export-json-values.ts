import { CONTENT_SENTINEL, storedText } from './content.ts';
import { dumpPythonFloat, rewritePythonJson } from './python-json-text.ts';

/** Characters of a text that are escaped at once; a whole one could outgrow the longest string that there is. */
const SLICE = 1024 * 1024;

/** A row whose integers are bigints, so that they cannot be taken for floats. */
export type ExactRow = Readonly<Record<string, unknown>>;

/**
 * The members of a row as Python writes them, without the braces: in one piece where that is short, else in several.
 */
export function rowMembers(row: ExactRow, valueOf: ValueWriter): Iterable<string> {
  const members = memberPieces(row, valueOf);
  return isShort(row) ? [[...members].join('')] : members;
}

function* memberPieces(row: ExactRow, valueOf: ValueWriter): Generator<string, void, undefined> {
  let separator = '';
  for (const [column, value] of Object.entries(row)) {
    yield `${separator}${JSON.stringify(column)}: `;
    yield* valueOf(column, value);
    separator = ', ';
  }
}

function isShort(row: ExactRow): boolean {
  let length = 0;
  for (const value of Object.values(row)) length += typeof value === 'string' ? value.length : 0;
  return length <= SLICE;
}

/** Writes the value of a column as JSON, in pieces. */
export type ValueWriter = (column: string, value: unknown) => Iterable<string>;

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
      return [metadata(storedText(value))];
    default:
      return pieces(value);
  }
};

function content(text: string | null): Iterable<string> {
  if (text?.startsWith(CONTENT_SENTINEL) !== true) return pieces(text);
  const decoded = rewritten(text.slice(CONTENT_SENTINEL.length));
  return decoded === null ? pieces(text) : [decoded];
}

function toolCalls(text: string | null): Iterable<string> {
  return text === null || text === '' ? pieces(text) : [rewritten(text) ?? '[]'];
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
function pieces(value: unknown): Iterable<string> {
  if (value === null || value === undefined) return ['null'];
  if (typeof value === 'bigint') return [String(value)];
  if (typeof value === 'number') return [dumpPythonFloat(value)];
  const text = storedText(value) ?? '';
  return text.length <= SLICE ? [JSON.stringify(text)] : textPieces(text);
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
