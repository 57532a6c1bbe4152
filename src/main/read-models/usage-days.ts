import { AppError } from '../../shared/errors.ts';

const DAY = 86_400;
/** Every change of clocks between 2000 and 2100 falls on such a step of UTC. */
const STEP = 900;

/** The local days of a zone, as numbers that grow by one a day (0 is 1970-01-01). */
export class LocalDays {
  /** The zone's IANA name. */
  readonly zone: string;
  readonly #format: Intl.DateTimeFormat;
  /** Seconds that local time is ahead, by the second of UTC that was asked for. */
  readonly #offsets = new Map<number, number>();

  /** @throws RangeError for a zone that is not known. */
  constructor(zone: string) {
    this.zone = zone;
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  }

  /** Number of the day that a time falls on; seconds since 1970. */
  of(seconds: number): number {
    const start = Math.floor(seconds / DAY) * DAY;
    const offset = this.#offsetAt(start);
    const isPlain = offset === this.#offsetAt(start + DAY);
    const exact = isPlain ? offset : this.#offsetAt(Math.floor(seconds / STEP) * STEP);
    return Math.floor((seconds + exact) / DAY);
  }

  #offsetAt(seconds: number): number {
    const known = this.#offsets.get(seconds);
    if (known !== undefined) return known;
    const offset = parseOffset(this.#format.format(seconds * 1000));
    this.#offsets.set(seconds, offset);
    return offset;
  }
}

/** The end of a formatted time: `GMT`, or `GMT-03:30`. */
function parseOffset(text: string): number {
  const found = /GMT([+-])(\d{2}):(\d{2})$/.exec(text.replace('\u2212', '-'));
  if (found === null) return 0;
  const seconds = Number(found[2]) * 3600 + Number(found[3]) * 60;
  return found[1] === '-' ? -seconds : seconds;
}

const known = new Map<string, LocalDays>();
const MAX_ZONES = 8;

/**
 * Local days of a zone.
 *
 * @param zone - an IANA name; the system's zone where it is null, UTC on a system that has none.
 * @throws AppError `invalid-input` for a zone that is not known.
 */
export function localDays(zone: string | null): LocalDays {
  const name = zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const before = known.get(name);
  if (before !== undefined) return before;
  const days = makeDays(name) ?? (zone === null ? new LocalDays('UTC') : null);
  if (days === null) {
    throw new AppError('invalid-input', 'This time zone is not known.', { hint: 'Choose another time zone.' });
  }
  if (known.size >= MAX_ZONES) known.clear();
  known.set(name, days);
  return days;
}

function makeDays(name: string): LocalDays | null {
  try {
    return new LocalDays(name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** `YYYY-MM-DD`. */
export function dayText(day: number): string {
  return new Date(day * DAY * 1000).toISOString().slice(0, 10);
}

/**
 * Number of a day from `YYYY-MM-DD`.
 *
 * @throws AppError `invalid-input` for a text that names no day.
 */
export function dayNumber(text: string): number {
  const seconds = Date.parse(`${text}T00:00:00Z`) / 1000;
  if (Number.isNaN(seconds)) {
    throw new AppError('invalid-input', 'A day of the range is no day.', { hint: 'Choose the days anew.' });
  }
  return Math.floor(seconds / DAY);
}
