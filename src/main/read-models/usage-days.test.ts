import { expect, it } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { dayNumber, dayText, localDays } from './usage-days.ts';

/** Half-hour changes, changes at midnight, odd offsets, a day that was left out, and changes backwards. */
const ZONES = [
  'UTC',
  'America/New_York',
  'America/Havana',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Atlantic/Azores',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/London',
  'Pacific/Apia',
  'Pacific/Chatham',
];
/** Weeks in which clocks change somewhere, and the one that Samoa left a day out of. */
const WEEKS = [
  '2011-12-27',
  '2018-02-15',
  '2018-11-01',
  '2026-03-06',
  '2026-03-25',
  '2026-04-03',
  '2026-10-23',
  '2026-10-30',
];
const STEP = 25 * 60;

it.each(ZONES)('%s: every time falls on the day that the calendar of the zone says', zone => {
  const days = localDays(zone);
  const calendar = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  for (const week of WEEKS) {
    const start = Date.parse(`${week}T00:00:00Z`) / 1000;
    for (let time = start; time < start + 8 * 86_400; time += STEP) {
      for (const second of [time, time + 0.5, time - 0.001]) {
        expect(dayText(days.of(second))).toBe(calendar.format(Math.floor(second * 1000)));
      }
    }
  }
});

it('numbers and names of days fit each other', () => {
  for (const day of ['1970-01-01', '2000-02-29', '2026-11-29', '2100-12-31']) expect(dayText(dayNumber(day))).toBe(day);
  expect(() => dayNumber('2026-13-01')).toThrow(AppError);
});

it('takes the zone of the system where none is given, and no zone that there is not', () => {
  expect(localDays(null).of(0)).toBeLessThanOrEqual(0);
  expect(() => localDays('Nowhere/At_all')).toThrow(AppError);
});
