import { expect, it } from 'vitest';
import { dayOf, presetOf, presetRange, rangeOfDays } from './date-range.ts';

const NOW = new Date(2026, 10, 12, 15, 30).getTime() / 1000;
const midnight = (month: number, day: number): number => new Date(2026, month, day).getTime() / 1000;

it('fixed ranges are whole local days up to now, and are known again', () => {
  expect(presetRange('today', NOW)).toEqual({ from: midnight(10, 12), to: null });
  expect(presetRange('week', NOW)).toEqual({ from: midnight(10, 6), to: null });
  expect(presetRange('month', NOW)).toEqual({ from: midnight(9, 14), to: null });
  expect(presetOf(presetRange('week', NOW), NOW)).toBe('week');
  expect(presetOf(presetRange('week', NOW), NOW + 86_400)).toBeNull();
  expect(presetOf({ from: midnight(10, 12), to: midnight(10, 13) }, NOW)).toBeNull();
});

it('a range of days holds both of them', () => {
  const range = rangeOfDays('2026-10-25', '2026-11-12');
  expect(range).toEqual({ from: midnight(9, 25), to: midnight(10, 13) });
  expect(dayOf(range?.from ?? 0)).toBe('2026-10-25');
  expect(dayOf((range?.to ?? 0) - 1)).toBe('2026-11-12');
  expect(rangeOfDays('', '2026-11-12')).toEqual({ from: null, to: midnight(10, 13) });
});

it('what is no day yet leaves its end open', () => {
  expect(rangeOfDays('', '')).toBeNull();
  expect(rangeOfDays('0202-01-01', '')).toBeNull();
  expect(rangeOfDays('soon', '2026-11-12')).toEqual({ from: null, to: midnight(10, 13) });
});
