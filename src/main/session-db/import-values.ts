import { secondsOrNull } from './bound-values.ts';
import { trim } from './python-text.ts';

const LARGEST = 2n ** 63n;

/** What Python's `int` makes of a value that JSON can hold; null where it raises, and beyond 64 bits. */
export function importedInteger(value: unknown): number | bigint | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isFinite(value) ? inRange(BigInt(Math.trunc(value))) : null;
  if (typeof value === 'bigint') return inRange(value);
  if (typeof value !== 'string') return null;
  const digits = trim(value);
  if (!/^[+-]?\d+(?:_\d+)*$/.test(digits)) return null;
  return inRange(BigInt(digits.replaceAll('_', '').replace(/^\+/, '')));
}

function inRange(value: bigint): number | bigint | null {
  if (value >= LARGEST || value < -LARGEST) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** What Python's `float` makes of a value that JSON can hold; null where it raises, and for what is not finite. */
export function importedFloat(value: unknown): number | null {
  return typeof value === 'boolean' ? Number(value) : secondsOrNull(value);
}
