import { lazy, Suspense, useMemo, useState } from 'react';
import type { Dashboard } from '../../../shared/contract/usage.ts';
import type { UsageSlice } from '../../../shared/contract/usage-filter.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import css from './day-usage.module.css';
import { daySeries } from './day-series.ts';
import type { DayMeasure } from './day-series.ts';
import { DayTable } from './day-table.tsx';
import { SectionHead } from './section-head.tsx';

const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));
const MEASURES: readonly DayMeasure[] = ['tokens', 'estimated', 'actual'];

/** Tokens or dollars per local day, stacked by model; the same as a table. */
export function DayUsage({ data, onBehind }: { data: Dashboard; onBehind: (slice: UsageSlice) => void }) {
  const [measure, setMeasure] = useState<DayMeasure>('tokens');
  const [asTable, setAsTable] = useState(false);
  const say = texts.dashboard;
  const series = useMemo(() => daySeries(data, measure), [data, measure]);
  const behindDay = (day: string, model: string | null): void => {
    onBehind({ kind: 'day', value: day, model });
  };
  return (
    <section className={css['section']} aria-label={say.perDay}>
      <SectionHead title={say.perDay}>
        <Segmented
          label={say.measure}
          value={measure}
          items={MEASURES.map(value => ({ value, label: say.measures[value] }))}
          onValue={setMeasure}
        />
        <Button small onClick={() => setAsTable(!asTable)}>
          {asTable ? say.asChart : say.asTable}
        </Button>
      </SectionHead>
      {series.days.length === 0 ? (
        <p className={css['nothing']}>{say.noUse}</p>
      ) : asTable ? (
        <DayTable series={series} measure={measure} onBehind={behindDay} />
      ) : (
        <Suspense fallback={<div className={css['chart']} />}>
          <DayChart series={series} measure={measure} onBehind={behindDay} />
        </Suspense>
      )}
      {data.undated === 0 ? null : <p className={css['nothing']}>{say.undated(data.undated)}</p>}
    </section>
  );
}
