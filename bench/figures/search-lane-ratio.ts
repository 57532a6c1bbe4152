import type { Database } from 'better-sqlite3';
import type { Library } from '../../src/main/library/library.ts';
import { openBare, timeOf } from '../lane/open-bare.ts';
import { openLibrary, prepareSearch } from '../lane/open-library.ts';
import type { Measurement } from '../measurement.ts';
import { MIXED_QUERIES, type MixedQuery } from '../search-queries.ts';
import { median, sum } from '../statistics.ts';

/** As many hits as the window asks for. */
const LIMIT = 300;
const ROUNDS = 3;
/** What is not counted of each query, in milliseconds. */
const SLACK = 1;

interface Timed {
  readonly text: string;
  readonly hits: number;
  readonly lane: number;
  readonly floor: number;
}

/**
 * The first stage of the search in its lane, from call to answer, against the bare FTS5 statements that find the same
 * hits with their ranks and show the same rows with their snippets. Sums over the queries.
 */
export const searchLaneRatio: Measurement<'search-lane-ratio'> = {
  ids: ['search-lane-ratio'],
  limitMs: 150_000,
  run: async context => {
    const library = await openLibrary(context, context.database.path);
    await prepareSearch(library);
    const bare = openBare(context, context.database.path);
    const timed: Timed[] = [];
    for (const query of MIXED_QUERIES) timed.push(await timeQuery(library, bare, query));
    const lane = sum(timed.map(one => one.lane));
    const floor = sum(timed.map(one => one.floor));
    for (const one of timed.toSorted((a, b) => b.lane - b.floor - (a.lane - a.floor)).slice(0, 8))
      context.say(words(one));
    return {
      'search-lane-ratio': {
        value: lane,
        unit: 'ms',
        floor,
        ratio: sum(timed.map(one => Math.max(0, one.lane - SLACK))) / floor,
        note: `sum over ${timed.length} queries`,
      },
    };
  },
};

async function timeQuery(library: Library, bare: Database, { text, match }: MixedQuery): Promise<Timed> {
  const lane: number[] = [];
  const floor: number[] = [];
  let hits = 0;
  for (let at = 0; at < ROUNDS; at += 1) {
    const start = performance.now();
    const answer = await library.search('searchMessages', {
      text,
      sort: 'relevance',
      sources: [],
      roles: [],
      stage: 'full-text',
      limit: LIMIT,
    });
    lane.push(performance.now() - start);
    hits = answer.hits;
    const ids = answer.groups.flatMap(group => group.hits.map(hit => hit.messageId));
    const newest = answer.notices.includes('capped') ? answer.hits + 1 : null;
    floor.push(timeOf(() => find(bare, match, newest)) + fastestShow(bare, match, ids));
  }
  return { text, hits, lane: median(lane), floor: median(floor) };
}

/** The newest ones without a rank, or all of them ranked, as the lane has them. */
function find(bare: Database, match: string, newest: number | null): unknown[] {
  const columns = newest === null ? 'rowid, bm25(messages_fts)' : 'rowid';
  return bare
    .prepare(`SELECT ${columns} FROM messages_fts WHERE messages_fts MATCH ? ORDER BY rowid DESC LIMIT ?`)
    .raw()
    .all(match, newest ?? -1);
}

/** In one pass over all hits, or, where no prefix has to be expanded each time, by a seek for each row. */
function fastestShow(bare: Database, match: string, ids: readonly number[]): number {
  const show = (condition: string) =>
    timeOf(() =>
      bare
        .prepare(
          `SELECT m.id, m.session_id, m.role, m.tool_name, m.timestamp, s.title, s.source, s.model,
             snippet(messages_fts, -1, '>>>', '<<<', '...', 40)
           FROM messages_fts JOIN messages m ON m.id = messages_fts.rowid LEFT JOIN sessions s ON s.id = m.session_id
           WHERE messages_fts MATCH ? AND ${condition} IN (SELECT value FROM json_each(?))`,
        )
        .all(match, JSON.stringify(ids)),
    );
  const pass = show('+messages_fts.rowid');
  return match.includes('*') ? pass : Math.min(pass, show('messages_fts.rowid'));
}

function words({ text, hits, lane, floor }: Timed): string {
  return `  ${text}: ${hits} hits, lane ${lane.toFixed(1)} ms, floor ${floor.toFixed(1)} ms`;
}
