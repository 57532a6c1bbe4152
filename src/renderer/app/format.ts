import type { CostSummary } from '../../shared/contract/sessions.ts';

/** Which of the four cost states an amount is in; `mixed` where several rows of different states stand behind it. */
export type CostState = 'actual' | 'estimated' | 'included' | 'unknown' | 'mixed';

/** A cost as it is written: its sign, and whether the sign tells everything. */
export interface CostSign {
  readonly state: CostState;
  /** State of the sign itself, for its colour. */
  readonly tone: Exclude<CostState, 'mixed'>;
  readonly text: string;
}

function makeFormats(locale: string) {
  return {
    locale,
    plain: new Intl.NumberFormat(locale),
    compact: new Intl.NumberFormat(locale, { notation: 'compact' }),
    precise: new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 }),
    usd: new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
    usdWhole: new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 0,
    }),
    plural: new Intl.PluralRules(locale),
    list: new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' }),
    clock: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
    dayOfYear: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
    longDay: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }),
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }),
    weekdayOfYear: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    full: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }),
    relativeDay: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  };
}

let formats = makeFormats('en');

/** Sets the language of numbers, dates and plurals (a BCP 47 tag); `en` where the tag is not one. */
export function setLocale(locale: string): void {
  formats = makeFormats(isLocale(locale) ? locale : 'en');
}

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
}

/** `22,104` */
export function number(value: number): string {
  return formats.plain.format(value);
}

/** `1.2M`, `310K`, `842`: two digits, or three before the unit. */
export function compactNumber(value: number): string {
  return formats.compact.format(value);
}

/** `61.4M`, `7.92M`: three digits, for a figure that stands alone. */
export function figure(value: number): string {
  return formats.precise.format(value);
}

/** The form of a word that goes with a count; `#` in it stands for the count. */
export function plural(count: number, one: string, other: string): string {
  return (formats.plural.select(count) === 'one' ? one : other).replace('#', number(count));
}

/** `a, b and c` */
export function list(items: readonly string[]): string {
  return formats.list.format(items);
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** `312 KB`, `1.9 GB`; a kilobyte is 1,000 bytes, as file managers count. */
export function bytes(count: number): string {
  let value = count;
  let unit = 0;
  while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const rounded = unit > 0 && value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${number(rounded)} ${BYTE_UNITS[unit] ?? 'B'}`;
}

/** `$3.41`, from a hundred dollars on `$1,235`; amounts under a cent are `<1¢`, because they are not nothing. */
export function usd(amount: number): string {
  if (amount > 0 && amount < 0.01) return '<1¢';
  return amount >= 100 ? formats.usdWhole.format(amount) : formats.usd.format(amount);
}

/** `$1,234.56`, to the cent. */
export function usdExact(amount: number): string {
  return formats.usd.format(amount);
}

/**
 * `$3.41` actual, `~$3.41` estimated, `incl.` included, `?` unknown. Where several states stand side by side, the
 * greater amount is shown and a `+` says that there is more; states are never added up.
 */
export function costSign(cost: CostSummary): CostSign {
  const states = [
    { tone: 'actual', count: cost.actualCount, usd: cost.actualUsd, text: usd(cost.actualUsd) },
    { tone: 'estimated', count: cost.estimatedCount, usd: cost.estimatedUsd, text: `~${usd(cost.estimatedUsd)}` },
    { tone: 'included', count: cost.includedCount, usd: 0, text: 'incl.' },
    { tone: 'unknown', count: cost.unknownCount, usd: 0, text: '?' },
  ] as const;
  const present = states.filter(state => state.count > 0);
  const [first, ...others] = present;
  if (first === undefined) return { state: 'unknown', tone: 'unknown', text: '?' };
  if (others.length === 0) return { state: first.tone, tone: first.tone, text: first.text };
  const greatest = others.reduce<(typeof states)[number]>(
    (best, state) => (state.usd > best.usd ? state : best),
    first,
  );
  return { state: 'mixed', tone: greatest.tone, text: `${greatest.text}+` };
}

/** `11:20`; `seconds` since 1970, local time. */
export function clock(seconds: number): string {
  return formats.clock.format(seconds * 1000);
}

/** `12 Nov`, with the year where it is not that of `now`. */
export function shortDay(seconds: number, now: number): string {
  const year = new Date(seconds * 1000).getFullYear();
  const format = year === new Date(now * 1000).getFullYear() ? formats.day : formats.dayOfYear;
  return format.format(seconds * 1000);
}

/** `12 Nov 2026, 14:02:31` */
export function fullTime(seconds: number): string {
  return formats.full.format(seconds * 1000);
}

const HOUR = 3600;

/** `now`, `2m`, `5h`, then the day: how long ago something was, in the width of a column. */
export function relativeTime(seconds: number, now: number): string {
  const age = now - seconds;
  if (age >= 24 * HOUR || age < -60) return shortDay(seconds, now);
  if (age < 60) return 'now';
  return age < HOUR ? `${String(Math.floor(age / 60))}m` : `${String(Math.floor(age / HOUR))}h`;
}

/** The time of a row that stands under the heading of its day: `2m` within the last hour, else `11:20`. */
export function timeOfDay(seconds: number, now: number): string {
  const age = now - seconds;
  return age >= -60 && age < HOUR ? relativeTime(seconds, now) : clock(seconds);
}

function localDayNumber(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase(formats.locale) + text.slice(1);
}

/** `Today, 12 November`, `Monday, 10 November`, with the year where it is not that of `now`. Takes `YYYY-MM-DD`. */
export function dayName(day: string, now: number): string {
  const then = dateOf(day);
  const today = new Date(now * 1000);
  const daysAgo = localDayNumber(today) - localDayNumber(then);
  if (daysAgo === 0 || daysAgo === 1) {
    return `${capitalised(formats.relativeDay.format(-daysAgo, 'day'))}, ${formats.longDay.format(then)}`;
  }
  const format = then.getFullYear() === today.getFullYear() ? formats.weekday : formats.weekdayOfYear;
  return capitalised(format.format(then));
}

function dateOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** `12 Nov 2026`. Takes `YYYY-MM-DD`. */
export function fullDay(day: string): string {
  return formats.dayOfYear.format(dateOf(day));
}

/** `12 Nov`, for an axis. Takes `YYYY-MM-DD`. */
export function axisDay(day: string): string {
  return formats.day.format(dateOf(day));
}
