import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { MAX_HITS, type Scores } from './search-index.ts';
import { compileMatcher, type Matcher } from './search-matcher.ts';
import type { Conjunction } from './search-query.ts';
import { messageTexts, readTexts, SCANNED_BYTES, textColumns, type TextRow } from './search-rows.ts';

/** Messages that are looked at between two checks for cancelling. */
const CHUNK = 64;

/** What looking at the messages themselves found. */
export interface Scanned {
  /** True where there were too many hits and the older ones were left out. */
  readonly capped: boolean;
  /** True where a text was too long to be looked through. */
  readonly incomplete: boolean;
}

/** The matcher of some of a query's alternatives. */
export function matcherOf(conjunctions: readonly Conjunction[]): Matcher {
  return compileMatcher({ any: conjunctions });
}

/** Looks at some messages and adds those that match to `scores`. */
export function checkMessages(context: LaneContext, ids: readonly number[], matcher: Matcher, scores: Scores): Scanned {
  let incomplete = false;
  const unknown = ids.filter(id => !scores.has(id));
  readTexts(context, unknown, ({ id, texts, incomplete: cut }) => {
    if (matcher.matches(texts)) scores.set(id, 0);
    else incomplete ||= cut;
  });
  return { capped: false, incomplete };
}

/**
 * Looks at every message below an id, the newest first, until there are too many hits.
 *
 * @param conjunctions - what to look for; signs of ASCII are looked for in SQL first.
 */
export function scanMessages(
  context: LaneContext,
  conjunctions: readonly Conjunction[],
  below: number,
  scores: Scores,
): Scanned {
  const matcher = matcherOf(conjunctions);
  const statement = context.store.db
    .prepare<[number, number], TextRow>(
      `SELECT m.id, ${textColumns(context, 'm')} FROM messages m WHERE ${context.guard('m.id')} AND m.id < ?
       AND ${signsSql(context, conjunctions)} ORDER BY m.id DESC LIMIT ?`,
    )
    .raw();
  let incomplete = false;
  let low = below;
  let found = 0;
  for (let rows = statement.all(low, CHUNK); rows.length > 0; rows = statement.all(low, CHUNK)) {
    for (const row of rows) {
      context.checkCancelled();
      const message = messageTexts(row);
      low = message.id;
      if (!matcher.matches(message.texts)) incomplete ||= message.incomplete;
      else if (!scores.has(message.id)) {
        found += 1;
        scores.set(message.id, 0);
      }
    }
    if (found >= MAX_HITS) return { capped: true, incomplete };
  }
  return { capped: false, incomplete };
}

/** A condition that holds at least where the conjunctions do: cheap where they ask for ASCII signs alone. */
function signsSql({ store }: LaneContext, conjunctions: readonly Conjunction[]): string {
  const conditions = conjunctions.map(({ all }) => {
    const signs = all.find(term => /^[\x21-\x7e]+$/.test(term.text) && term.kind === 'symbol');
    if (signs === undefined) return '1';
    const text = `'${signs.text.replaceAll("'", "''")}'`;
    return ['content', 'tool_name', 'tool_calls']
      .map(name => liveColumn(store.catalog, 'messages', name, 'm'))
      .map(
        column =>
          `CASE WHEN octet_length(${column}) <= ${SCANNED_BYTES} THEN instr(${column}, ${text}) ELSE octet_length(${column}) IS NOT NULL END > 0`,
      )
      .join(' OR ');
  });
  return `(${conditions.join(' OR ')})`;
}
