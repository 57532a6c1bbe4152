import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { axisDay, fullDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import type { DayMeasure, DaySeries, SeriesDay } from './day-series.ts';
import type { DayTableProps } from './day-table.tsx';
import css from './day-usage.module.css';
import { axisWords, measureWords, seriesColour, seriesName } from './series-words.ts';

const AXIS = { fontSize: 11, fill: 'var(--text-3)' } as const;

/** Stacked bars by day. A click on a bar shows the conversations of that model on that day. The table says the same. */
export function DayChart({ series, measure, onBehind }: DayTableProps) {
  const data = [...series.days];
  return (
    <>
      <div className={css['chart']} aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%">
          {/* Out of the way of the keyboard: the table beside it says the same. */}
          <BarChart
            accessibilityLayer={false}
            data={data}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            barCategoryGap="18%"
            maxBarSize={48}
          >
            <CartesianGrid vertical={false} stroke="var(--border)" />
            <XAxis
              dataKey="day"
              tickFormatter={axisDay}
              tick={AXIS}
              tickLine={false}
              axisLine={{ stroke: 'var(--border-strong)' }}
              minTickGap={40}
            />
            <YAxis
              tickFormatter={(value: number) => axisWords(value, measure)}
              tick={AXIS}
              tickLine={false}
              axisLine={false}
              width={56}
            />
            <Tooltip
              cursor={{ fill: 'var(--bg-hover)' }}
              isAnimationActive={false}
              content={({ active, payload }) => (
                <Tip day={active ? dayOf(series, payload[0]?.payload) : undefined} {...{ series, measure }} />
              )}
            />
            {series.models.map((model, at) => (
              <Bar
                key={model ?? 'other models'}
                dataKey={(day: SeriesDay) => day.values[at]}
                stackId="models"
                fill={seriesColour(at, model)}
                stroke="var(--bg-content)"
                strokeWidth={0.5}
                isAnimationActive={false}
                onClick={entry => {
                  const day = dayOf(series, entry.payload);
                  if (day !== undefined) onBehind(day.day, model);
                }}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <ul className={css['legend']}>
        {series.models.map((model, at) => (
          <li key={model ?? 'other models'}>
            <span className={css['swatch']} style={{ background: seriesColour(at, model) }} />
            {seriesName(model)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The day that the chart means; it hands its data back untyped. */
function dayOf(series: DaySeries, datum: unknown): SeriesDay | undefined {
  return series.days.find(day => day === datum) ?? series.days.find(day => isOfDay(datum, day.day));
}

function isOfDay(datum: unknown, day: string): boolean {
  return typeof datum === 'object' && datum !== null && 'day' in datum && datum.day === day;
}

function Tip(props: { day: SeriesDay | undefined; series: DaySeries; measure: DayMeasure }) {
  const { day, series, measure } = props;
  if (day === undefined) return null;
  return (
    <div className={css['tip']}>
      <p>{fullDay(day.day)}</p>
      <ul>
        {series.models.map((model, at) => {
          const value = day.values[at] ?? 0;
          return value === 0 ? null : (
            <li key={model ?? 'other models'}>
              <span>
                <span className={css['swatch']} style={{ background: seriesColour(at, model) }} />
                {seriesName(model)}
              </span>
              <span>{measureWords(value, measure)}</span>
            </li>
          );
        })}
        <li>
          <span>{texts.dashboard.total}</span>
          <span>{measureWords(day.total, measure)}</span>
        </li>
      </ul>
    </div>
  );
}
