import { dumpPythonJson } from './python-json.ts';

/** Python's own encoder gives up near this depth; nothing real comes near it. */
const MAX_DEPTH = 900;

/**
 * Bytes of a value as compact UTF-8 JSON, which limits of an import are counted in; spec: api §9.
 *
 * @throws {TypeError} for what JSON cannot hold: functions, bytes, dates and other objects, structures that contain
 *   themselves, and nesting beyond 900 levels.
 */
export function compactJsonSize(value: unknown): number {
  return sizeOf(value, []);
}

function sizeOf(value: unknown, inside: readonly unknown[]): number {
  if (typeof value === 'object' && value !== null) return sizeOfParts(value, inside);
  if (typeof value === 'string') return Buffer.byteLength(JSON.stringify(value));
  // Throws for functions and symbols; what is left is ASCII.
  return dumpPythonJson(value).length;
}

function sizeOfParts(value: object, inside: readonly unknown[]): number {
  if (inside.length > MAX_DEPTH || inside.includes(value)) throw new TypeError('nested too deeply for JSON');
  const path = [...inside, value];
  if (Array.isArray(value)) {
    // Not on the array itself: `reduce` passes over its gaps, which are written as null.
    return Array.from<unknown>(value).reduce<number>((sum, item) => sum + sizeOf(item, path), 2 + separators(value));
  }
  if (!isPlainObject(value)) throw new TypeError(`a ${value.constructor.name} cannot be written as JSON`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.reduce(
    (sum, [key, member]) => sum + sizeOf(key, path) + 1 + sizeOf(member, path),
    2 + separators(members),
  );
}

function separators(items: readonly unknown[]): number {
  return Math.max(0, items.length - 1);
}

/** True for objects as a JSON parser makes them. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
