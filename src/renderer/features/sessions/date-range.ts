import type { DateRange } from '../../../shared/contract/sessions.ts';

export type DatePreset = 'today' | 'week' | 'month';

/** Local days up to today that each of the fixed ranges is long. */
const PRESET_DAYS: Readonly<Record<DatePreset, number>> = { today: 1, week: 7, month: 30 };

const FIRST_YEAR = 1970;

/** The fixed ranges, the shortest first. */
export const DATE_PRESETS: readonly DatePreset[] = ['today', 'week', 'month'];

/** The beginning of a local day so many days after that of `seconds`, in seconds. */
function startOfDay(seconds: number, days = 0): number {
  const date = new Date(seconds * 1000);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime() / 1000;
}

/** The last days up to the end of the present one and beyond. `now` in seconds. */
export function presetRange(preset: DatePreset, now: number): DateRange {
  return { from: startOfDay(now, 1 - PRESET_DAYS[preset]), to: null };
}

/** Which of the fixed ranges a range is today; null for one of its own. */
export function presetOf({ from, to }: DateRange, now: number): DatePreset | null {
  if (to !== null) return null;
  return DATE_PRESETS.find(preset => presetRange(preset, now).from === from) ?? null;
}

/** The local day of a time in seconds, as `YYYY-MM-DD`. */
export function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The range between two local days, both within it; an empty text leaves its end open. Null where both are open, or
 * where a day is none.
 */
export function rangeOfDays(from: string, to: string): DateRange | null {
  const range = { from: startOf(from), to: startOf(to, 1) };
  return range.from === null && range.to === null ? null : range;
}

function startOf(day: string, days = 0): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/u.exec(day);
  if (match === null) return null;
  const [year = 0, month = 0, date = 0] = match.slice(1).map(Number);
  // What a field holds while its year is being typed.
  if (year < FIRST_YEAR) return null;
  const time = new Date(year, month - 1, date + days).getTime() / 1000;
  return Number.isFinite(time) ? time : null;
}
