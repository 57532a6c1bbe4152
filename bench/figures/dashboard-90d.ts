import type { UsageFilter } from '../../src/shared/contract/usage-filter.ts';
import { timeUntil } from '../lane/open-bare.ts';
import { openLibrary } from '../lane/open-library.ts';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

/** A zone that was not asked for yet makes the dashboard add up anew; the first only warms the code. */
const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Tokyo', 'Asia/Kolkata', 'Australia/Sydney'];
const DAYS = 90;

/**
 * The dashboard of the last 90 days of the file, added up anew by a lane that has the sessions and the counts of their
 * messages; the note says how long an answer takes that is at hand.
 */
export const dashboard90d: Measurement<'dashboard-90d'> = {
  ids: ['dashboard-90d'],
  limitMs: 60_000,
  run: async context => {
    const library = await openLibrary(context, context.database.path);
    await library.read('conversationCount', {});
    const all = { range: { kind: 'all' as const }, sources: [], models: [] };
    const { lastDay } = await library.read('usageDashboard', { filter: all, zone: 'Pacific/Apia' });
    const filter: UsageFilter = { ...all, range: { kind: 'custom', ...lastDays(lastDay ?? '2026-01-01') } };
    const ask = (zone: string) => timeUntil(() => library.read('usageDashboard', { filter, zone }));
    const anew: number[] = [];
    for (const zone of ZONES) anew.push(await ask(zone));
    const [, ...warm] = anew;
    const again = await ask('UTC');
    const { tiles } = await library.read('usageDashboard', { filter, zone: 'UTC' });
    return {
      'dashboard-90d': {
        value: median(warm),
        unit: 'ms',
        note: `${String(tiles.sessions)} sessions added up anew; asked again ${again.toFixed(1)} ms`,
      },
    };
  },
};

function lastDays(to: string): { from: string; to: string } {
  const from = new Date(Date.parse(to) - (DAYS - 1) * 86_400_000);
  return { from: from.toISOString().slice(0, 10), to };
}
