import { decodeDisplayMetadata, decodeToolCalls, isTruthy } from './content.ts';
import { dumpPythonJson, parsePythonJson } from './python-json.ts';
import { trim, wellFormed } from './python-text.ts';

/**
 * The form in which a value is bound to a TEXT column: text without lone surrogates, numbers as text (a number would be
 * stored as `12.0`), bytes as they are, nothing as NULL; spec: compat-notes 15–17.
 *
 * @throws {TypeError} for a value that Python could not bind either, such as an object.
 */
export function textOrNull(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return wellFormed(value);
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return Number.isNaN(value) ? null : String(value);
  if (typeof value === 'bigint') return String(value);
  throw new TypeError(`a ${typeof value} cannot be stored as text`);
}

/** A value for a column of numbers: nothing as NULL, flags as 0 and 1. */
export function numberOrNull(value: unknown): number | bigint | string | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (typeof value === 'bigint') return value;
  return typeof value === 'string' ? wellFormed(value) : null;
}

/** What Python's `if value:` says, as the 0 or 1 of a flag column. */
export function flagOf(value: unknown): 0 | 1 {
  return isTruthy(value) ? 1 : 0;
}

/** JSON for a column; nothing, an empty list and an empty object are stored as NULL; spec: schema §9. */
export function jsonOrNull(value: unknown): string | null {
  return isTruthy(value) ? dumpPythonJson(value) : null;
}

/**
 * JSON for a column that rows are read from as text: such text is stored again as it is, so that a row that is written
 * a second time is not encoded twice; spec: compat-notes 18.
 */
export function providerItemsOrNull(value: unknown): string | null {
  return typeof value === 'string' && isJsonContainer(value) ? wellFormed(value) : jsonOrNull(value);
}

function isJsonContainer(text: string): boolean {
  try {
    const value = parsePythonJson(text);
    return typeof value === 'object' && value !== null;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Tool calls as they are given: a list, one object, or either as JSON text; text that is not JSON is no calls. */
export function givenToolCalls(calls: unknown): unknown {
  return typeof calls === 'string' ? decodeToolCalls(calls) : calls;
}

/** How many calls that are: the length of a list, one for anything else; spec: api §2. */
export function countToolCalls(calls: unknown): number {
  if (Array.isArray(calls)) return calls.length;
  return isTruthy(calls) ? 1 : 0;
}

/** Metadata that arrives as JSON text must not be encoded a second time; spec: compat-notes 20. */
export function metadataOrNull(metadata: unknown): string | null {
  return jsonOrNull(typeof metadata === 'string' ? decodeDisplayMetadata(metadata) : metadata);
}

/** What Python's `float` reads; JavaScript's `Number` also reads `0x10`. */
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Unix seconds of a number, text or date; null where there is no time in it. */
export function secondsOrNull(timestamp: unknown): number | null {
  if (timestamp instanceof Date) return finite(timestamp.getTime() / 1000);
  if (typeof timestamp === 'number' || typeof timestamp === 'bigint') return finite(Number(timestamp));
  if (typeof timestamp !== 'string') return null;
  const text = trim(timestamp).replace(/(?<=\d)_(?=\d)/g, '');
  return decimal.test(text) ? finite(Number(text)) : null;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
