import { fullDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import type { DayMeasure, DaySeries } from './day-series.ts';
import { measureWords, seriesName } from './series-words.ts';
import css from './table.module.css';

export interface DayTableProps {
  readonly series: DaySeries;
  readonly measure: DayMeasure;
  /** Called with a day, and with one model of it or null for all. */
  readonly onBehind: (day: string, model: string | null) => void;
}

/** The days as a table; newest first, days without use left out. */
export function DayTable({ series, measure, onBehind }: DayTableProps) {
  const say = texts.dashboard;
  const used = series.days.filter(day => day.values.some(value => value !== 0));
  return (
    <div className={css['scroll']} tabIndex={0} role="group" aria-label={say.perDay}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th>{say.day}</th>
            <th>{say.total}</th>
            {series.models.map(model => (
              <th key={model ?? 'other models'}>{seriesName(model)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {used.toReversed().map(day => (
            <tr key={day.day} data-day={day.day}>
              <td>
                <button
                  type="button"
                  className={css['link']}
                  onClick={() => {
                    onBehind(day.day, null);
                  }}
                >
                  {fullDay(day.day)}
                </button>
              </td>
              <td data-total={day.total}>{measureWords(day.total, measure)}</td>
              {day.values.map((value, at) => (
                <td key={series.models[at] ?? 'other models'}>{value === 0 ? '' : measureWords(value, measure)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
