import { openLibrary, prepareSearch } from '../lane/open-library.ts';
import type { BenchContext, Measurement } from '../measurement.ts';
import { askPeer } from '../peer/ask-peer.ts';
import type { Measured, Missing } from '../report/figure.ts';
import { CJK_QUERIES, MIXED_QUERIES } from '../search-queries.ts';
import { percentile, spread } from '../statistics.ts';
import { AppWindow } from '../window/app-window.ts';

const mixedTexts = MIXED_QUERIES.map(query => query.text);
/** With fewer samples a p95 says nothing. */
const FEWEST = 15;

/** One keystroke that completes a question in the real window, until the first hit is painted. */
export const searchPainted: Measurement<'search-p95' | 'search-cjk-p95'> = {
  ids: ['search-p95', 'search-cjk-p95'],
  limitMs: 180_000,
  run: async context => {
    const found = new Set(await queriesWithHits(context, [...mixedTexts, ...CJK_QUERIES]));
    const app = await AppWindow.open(context, context.database.path);
    const first = await app.prepareSearch('docker');
    context.say(`  the first search after the start, all stages: ${first.toFixed(0)} ms`);
    await app.clearSearch();
    const mixed = await paint(
      app,
      context,
      mixedTexts.filter(text => found.has(text)),
    );
    const cjk = await paint(
      app,
      context,
      CJK_QUERIES.filter(text => found.has(text)),
    );
    const peer = await askPeer(context);
    return {
      'search-p95': { ...p95(mixed), ...(peer === null ? {} : { peer: percentile(peer.searches, 0.95) }) },
      'search-cjk-p95': p95(cjk),
    };
  },
};

async function paint(app: AppWindow, { say }: BenchContext, queries: readonly string[]): Promise<number[]> {
  const times: { text: string; ms: number }[] = [];
  for (const text of queries) {
    times.push({ text, ms: await app.searchToPaint(text) });
    await app.clearSearch();
  }
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  say(`  slowest: ${slowest.map(({ text, ms }) => `${text} ${ms.toFixed(0)} ms`).join(', ')}`);
  return times.map(({ ms }) => ms);
}

function p95(times: readonly number[]): Measured | Missing {
  if (times.length < FEWEST) return { missing: `Only ${times.length} of the queries have hits in this database.` };
  return { value: percentile(times, 0.95), unit: 'ms', note: spread(times) };
}

/** Nothing is painted for a query without hits, which other databases than the bench's own may have. */
async function queriesWithHits(context: BenchContext, queries: readonly string[]): Promise<string[]> {
  const library = await openLibrary(context, context.database.path);
  await prepareSearch(library);
  const found: string[] = [];
  const common = { sort: 'newest', sources: [], roles: [], stage: 'full-text', limit: 1 } as const;
  for (const text of queries) {
    const { hits } = await library.search('searchMessages', { ...common, sources: [], roles: [], text });
    if (hits > 0) found.push(text);
  }
  await library.close();
  return found;
}
