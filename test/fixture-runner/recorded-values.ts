import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/** What stands in a recording for a string of more than 500 characters. */
interface LongString {
  readonly chars: number;
  readonly utf8_bytes: number;
  readonly sha256: string;
  readonly head: string;
  readonly tail: string;
}

/** The description of a long string, if a recorded value is one. */
export function longString(value: unknown): LongString | null {
  return isRecord(value) && isLong(value['$long']) ? value['$long'] : null;
}

function isLong(value: unknown): value is LongString {
  return isRecord(value) && typeof value['chars'] === 'number' && typeof value['sha256'] === 'string';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

/** True if a text is the one that a recording describes. */
export function isLongString(text: string, long: LongString): boolean {
  const bytes = Buffer.from(text, 'utf8');
  return (
    [...text].length === long.chars &&
    bytes.length === long.utf8_bytes &&
    sha256(bytes) === long.sha256 &&
    text.startsWith(long.head) &&
    text.endsWith(long.tail)
  );
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * The value a recorded argument stands for. A long string is found again if it repeats its beginning.
 *
 * @throws if a long string cannot be found again.
 */
export function decodeArgument(value: unknown): unknown {
  const long = longString(value);
  if (long !== null) return repeated(long);
  if (Array.isArray(value)) return value.map(decodeArgument);
  if (!isRecord(value)) return value;
  if (Array.isArray(value['$utf16_units'])) return String.fromCharCode(...value['$utf16_units'].map(Number));
  if (typeof value['$bytes'] === 'string') return Buffer.from(value['$bytes'], 'hex');
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, decodeArgument(member)]));
}

function repeated(long: LongString): string {
  for (let period = 1; period <= long.head.length; period += 1) {
    const unit = long.head.slice(0, period);
    const text = unit.repeat(Math.ceil(long.chars / period)).slice(0, long.chars);
    if (isLongString(text, long)) return text;
  }
  throw new Error(`a recorded argument of ${String(long.chars)} characters cannot be rebuilt`);
}

/**
 * The first difference between a recorded value and ours; null where they agree.
 *
 * @param path - where in the result this value is, for the message.
 */
export function difference(recorded: unknown, actual: unknown, path = 'result'): string | null {
  const long = longString(recorded);
  if (long !== null) {
    return typeof actual === 'string' && isLongString(actual, long) ? null : says(path, recorded, actual);
  }
  if (Array.isArray(recorded)) return listDifference(recorded, actual, path);
  if (isRecord(recorded)) return recordDifference(recorded, actual, path);
  return isSameValue(recorded, actual) ? null : says(path, recorded, actual);
}

/** A recording cannot hold an integer exactly that JavaScript's numbers cannot; what returns nothing is recorded as null. */
function isSameValue(recorded: unknown, actual: unknown): boolean {
  if (typeof actual === 'bigint') return recorded === Number(actual);
  return recorded === actual || (recorded === null && actual === undefined);
}

function listDifference(recorded: readonly unknown[], actual: unknown, path: string): string | null {
  if (!Array.isArray(actual)) return says(path, recorded, actual);
  if (recorded.length !== actual.length) return says(path, recorded, actual);
  for (const [index, item] of recorded.entries()) {
    const found = difference(item, actual[index], `${path}[${String(index)}]`);
    if (found !== null) return found;
  }
  return null;
}

function recordDifference(recorded: Record<string, unknown>, actual: unknown, path: string): string | null {
  if ('$bytes' in recorded || '$utf16_units' in recorded) {
    return isDeepStrictEqual(decodeArgument(recorded), actual) ? null : says(path, recorded, actual);
  }
  if (!isRecord(actual)) return says(path, recorded, actual);
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(actual)])) {
    if (key in recorded !== key in actual) return says(`${path}.${key}`, recorded[key], actual[key]);
    const found = difference(recorded[key], actual[key], `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

function says(path: string, recorded: unknown, actual: unknown): string {
  return `${path}: recorded ${brief(recorded)}, ours ${brief(actual)}`;
}

function brief(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
  return text.length > 300 ? `${text.slice(0, 300)}… (${String(text.length)})` : text;
}
