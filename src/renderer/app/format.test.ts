import { afterEach, describe, expect, it } from 'vitest';
import * as format from './format.ts';

const NOON = Math.floor(new Date(2026, 10, 12, 12, 0, 0).getTime() / 1000);
const NO_COST = {
  actualUsd: 0,
  actualCount: 0,
  estimatedUsd: 0,
  estimatedCount: 0,
  includedCount: 0,
  unknownCount: 0,
};

afterEach(() => {
  format.setLocale('en');
});

describe('numbers', () => {
  it.each([
    [0, '0'],
    [842, '842'],
    [1_234_567, '1.2M'],
    [310_400, '310K'],
    [12_000, '12K'],
  ])('%d tokens are written %s', (value, text) => {
    expect(format.compactNumber(value)).toBe(text);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 KB'],
    [1240, '1.2 KB'],
    [312_000, '312 KB'],
    [999_700, '1 MB'],
    [1_900_000_000, '1.9 GB'],
  ])('%d bytes are written %s', (value, text) => {
    expect(format.bytes(value)).toBe(text);
  });

  it('follow the locale that main names, and English where it is none', () => {
    format.setLocale('de');
    expect(format.number(22_104)).toBe('22.104');
    format.setLocale('not a locale');
    expect(format.number(22_104)).toBe('22,104');
    expect(format.plural(1, '# row', '# rows')).toBe('1 row');
    expect(format.plural(1200, '# row', '# rows')).toBe('1,200 rows');
  });
});

describe('costs', () => {
  it.each([
    [{ actualUsd: 3.41, actualCount: 1 }, 'actual', '$3.41'],
    [{ estimatedUsd: 3.41, estimatedCount: 2 }, 'estimated', '~$3.41'],
    [{ estimatedUsd: 0, estimatedCount: 1 }, 'estimated', '~$0.00'],
    [{ estimatedUsd: 0.004, estimatedCount: 1 }, 'estimated', '~<1¢'],
    [{ estimatedUsd: 1234.6, estimatedCount: 1 }, 'estimated', '~$1,235'],
    [{ includedCount: 1 }, 'included', 'incl.'],
    [{ unknownCount: 1 }, 'unknown', '?'],
    [{}, 'unknown', '?'],
  ])('%o is %s, written %s', (cost, state, text) => {
    expect(format.costSign({ ...NO_COST, ...cost })).toMatchObject({ state, text });
  });

  it('of several states are not added up: the greater is shown and a sign says that there is more', () => {
    const cost = { ...NO_COST, actualUsd: 1, actualCount: 1, estimatedUsd: 2, estimatedCount: 1, unknownCount: 4 };
    expect(format.costSign(cost)).toEqual({ state: 'mixed', tone: 'estimated', text: '~$2.00+' });
    expect(format.costSign({ ...cost, actualUsd: 3 })).toEqual({ state: 'mixed', tone: 'actual', text: '$3.00+' });
    const free = { ...NO_COST, includedCount: 1, unknownCount: 1 };
    expect(format.costSign(free)).toEqual({ state: 'mixed', tone: 'included', text: 'incl.+' });
  });
});

describe('times', () => {
  it.each([
    [0, 'now'],
    [119, '1m'],
    [3599, '59m'],
    [3600, '1h'],
    [86_399, '23h'],
    [3 * 86_400, 'Nov 9'],
    [400 * 86_400, 'Oct 8, 2025'],
  ])('%d seconds ago is %s', (age, text) => {
    expect(format.relativeTime(NOON - age, NOON)).toBe(text);
  });

  it('in the future are written as what they are, not as "now"', () => {
    expect(format.relativeTime(NOON + 3 * 86_400, NOON)).toBe('Nov 15');
    expect(format.timeOfDay(NOON + 7200, NOON)).toBe('14:00');
  });

  it('under the heading of their day leave the day out', () => {
    expect(format.timeOfDay(NOON - 120, NOON)).toBe('2m');
    expect(format.timeOfDay(NOON - 4 * 3600, NOON)).toBe('08:00');
  });

  it.each([
    ['2026-11-12', 'Today, November 12'],
    ['2026-11-11', 'Yesterday, November 11'],
    ['2026-11-09', 'Monday, November 9'],
    ['2025-11-12', 'Wednesday, November 12, 2025'],
  ])('the day %s is named %s', (day, name) => {
    expect(format.dayName(day, NOON)).toBe(name);
  });
});
