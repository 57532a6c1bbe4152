import { describe, expect, it } from 'vitest';
import type { Dashboard, DayPoint } from '../../../shared/contract/usage.ts';
import { daySeries } from './day-series.ts';

const COST = { actualUsd: 0, actualCount: 0, estimatedUsd: 2, estimatedCount: 1, includedCount: 0, unknownCount: 0 };

function point(day: string, model: string, totalTokens: number): DayPoint {
  return {
    day,
    model,
    totalTokens,
    inputTokens: totalTokens,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
    sessions: 1,
    conversations: 1,
    cost: COST,
  };
}

function dashboardOf(days: DayPoint[], firstDay: string | null, lastDay: string | null): Dashboard {
  return { days, firstDay, lastDay } as Partial<Dashboard> as Dashboard;
}

describe('daySeries', () => {
  it('has every day of the range, and adds up', () => {
    const data = dashboardOf([point('2026-02-27', 'a', 3), point('2026-03-01', 'b', 4)], '2026-02-27', '2026-03-01');
    const { models, days } = daySeries(data, 'tokens');
    expect(models).toEqual(['b', 'a']);
    expect(days.map(day => [day.day, day.total])).toEqual([
      ['2026-02-27', 3],
      ['2026-02-28', 0],
      ['2026-03-01', 4],
    ]);
  });

  it('puts the models beyond the seventh together', () => {
    const points = Array.from({ length: 10 }, (_, at) => point('2026-11-01', `m${String(at)}`, at + 1));
    const { models, days } = daySeries(dashboardOf(points, '2026-11-01', '2026-11-01'), 'tokens');
    expect(models).toEqual(['m9', 'm8', 'm7', 'm6', 'm5', 'm4', 'm3', null]);
    expect(days[0]?.values.at(-1)).toBe(1 + 2 + 3);
    expect(days[0]?.values.reduce((sum, value) => sum + value, 0)).toBe(55);
  });

  it('leaves out days without use where the range is very long', () => {
    const points = [point('2001-01-01', 'a', 1), point('2026-11-01', 'a', 1)];
    expect(daySeries(dashboardOf(points, '2001-01-01', '2026-11-01'), 'tokens').days).toHaveLength(2);
  });

  it('measures dollars of one state', () => {
    const data = dashboardOf([point('2026-11-01', 'a', 0)], '2026-11-01', '2026-11-01');
    expect(daySeries(data, 'estimated').days[0]?.total).toBe(2);
    expect(daySeries(data, 'actual')).toEqual({ models: [], days: [] });
  });
});
