import { compactNumber, number, usdExact } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { visibleName } from '../../ui/visible-name.ts';
import type { DayMeasure } from './day-series.ts';

/** Name of a series: a model, or all the others together. */
export function seriesName(model: string | null): string {
  if (model === null) return texts.dashboard.other;
  return model === '' ? texts.dashboard.nameless.model : visibleName(model);
}

/** Colour of a series by its place; the eighth is that of the others. */
export function seriesColour(at: number, model: string | null): string {
  return `var(--c${model === null ? '8' : String(at + 1)})`;
}

/** A value as it is read. */
export function measureWords(value: number, measure: DayMeasure): string {
  if (measure === 'tokens') return number(value);
  return measure === 'estimated' ? `~${usdExact(value)}` : usdExact(value);
}

/** A value in the width of an axis. */
export function axisWords(value: number, measure: DayMeasure): string {
  return measure === 'tokens' ? compactNumber(value) : usdExact(value);
}
