import { parsePythonJson, type PythonJson } from '../session-db/python-json.ts';

const MARK = '\u0000number:';
const MARKED = new RegExp(String.raw`"\\u0000number:(-?(?:\d+|Infinity)|NaN)"`, 'g');

/** JSON text of a decoded value for a person to read, numbers exact; a nesting too deep to write is said to be that. */
export function displayJson(value: PythonJson, indent = 0): string {
  try {
    return JSON.stringify(value, markNumber, indent).replace(MARKED, '$1');
  } catch (error) {
    if (error instanceof RangeError) return '[nested too deeply to be shown]';
    throw error;
  }
}

/** Parses JSON as Python writes it; undefined for what is none, or nested too deeply. */
export function jsonOrUndefined(text: string): PythonJson | undefined {
  try {
    return parsePythonJson(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** True for what JSON calls an object. */
export function isJsonObject(value: PythonJson | undefined): value is { [key: string]: PythonJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON.stringify refuses bigints and writes `null` for NaN and Infinity, which Python's JSON has as words. */
function markNumber(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${MARK}${String(value)}`;
  return typeof value === 'number' && !Number.isFinite(value) ? `${MARK}${String(value)}` : value;
}
