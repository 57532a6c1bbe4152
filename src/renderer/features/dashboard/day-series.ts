import type { Dashboard, DayPoint } from '../../../shared/contract/usage.ts';

/** What a day is measured in; dollars of different cost states are never added up, so each is a measure of its own. */
export type DayMeasure = 'tokens' | 'estimated' | 'actual';

/** One day: a value for each series, in the order of the series. */
export interface SeriesDay {
  readonly day: string;
  readonly values: readonly number[];
  readonly total: number;
}

/** Days by model, with the small models together. */
export interface DaySeries {
  /** Names; null stands for all the others together. */
  readonly models: readonly (string | null)[];
  /** Every day of the range in order, those without use too, up to a limit. */
  readonly days: readonly SeriesDay[];
}

/** More than this is told apart by nobody; the rest is one series. */
const MOST_SERIES = 7;
/** Longer stretches without use are left out, so that one wrong clock does not make a chart of forty years. */
const LONGEST_FILLED = 400;

function valueOf(point: DayPoint, measure: DayMeasure): number {
  if (measure === 'tokens') return point.totalTokens;
  return measure === 'estimated' ? point.cost.estimatedUsd : point.cost.actualUsd;
}

function nextDay(day: string): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10);
}

/** Days from the first to the last; only those with use where there are too many. */
function daysOf(used: readonly string[], first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = nextDay(day)) {
    days.push(day);
    if (days.length > LONGEST_FILLED) return used;
  }
  return days;
}

/** What the chart and its table show. */
export function daySeries({ days: points, firstDay, lastDay }: Dashboard, measure: DayMeasure): DaySeries {
  const sums = new Map<string, number>();
  const byDay = new Map<string, Map<string, number>>();
  for (const point of points) {
    const value = valueOf(point, measure);
    sums.set(point.model, (sums.get(point.model) ?? 0) + value);
    const models = byDay.get(point.day) ?? new Map<string, number>();
    models.set(point.model, (models.get(point.model) ?? 0) + value);
    byDay.set(point.day, models);
  }
  const ranked = [...sums].filter(([, sum]) => sum !== 0).sort((a, b) => b[1] - a[1]);
  if (ranked.length === 0 || firstDay === null || lastDay === null) return { models: [], days: [] };
  const named = ranked.slice(0, MOST_SERIES).map(([model]) => model);
  const others = ranked.length > named.length;
  const days = daysOf([...byDay.keys()].sort(), firstDay, lastDay).map(day => {
    const models = byDay.get(day) ?? new Map<string, number>();
    const total = [...models.values()].reduce((sum, value) => sum + value, 0);
    const values = named.map(model => models.get(model) ?? 0);
    return { day, values: others ? [...values, total - values.reduce((sum, value) => sum + value, 0)] : values, total };
  });
  return { models: others ? [...named, null] : named, days };
}
