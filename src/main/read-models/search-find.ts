import type { SearchNotice } from '../../shared/contract/search.ts';
import type { LaneContext } from '../lanes/context.ts';
import { findGaps } from './search-gaps.ts';
import {
  askIndex,
  askIndexFirst,
  FIRST_HITS,
  indexState,
  isIndexed,
  MAX_HITS,
  needsCheck,
  type Scores,
} from './search-index.ts';
import type { Conjunction, SearchQuery } from './search-query.ts';
import { checkMessages, matcherOf, type Scanned, scanMessages } from './search-scan.ts';
import { type SideIndex, sideIndex } from './search-side-index.ts';
import { hiddenWordsExpression, isExact, sideExpression } from './search-side-tokens.ts';

const EVERYTHING = Number.MAX_SAFE_INTEGER;
/** Messages that are looked at themselves before the first answer. */
const FIRST_CHECKED = 1_000;

/** Messages that match, whether or not they may be shown, and what is to be said of the finding. */
export interface Findings {
  readonly scores: Scores;
  readonly notices: Set<SearchNotice>;
  /** How many of the newest candidates of one way of looking are taken. */
  readonly limit: number;
}

/** The way in which the word index is asked, and how many of the newest hits are taken. */
interface HowToAsk {
  readonly ask: typeof askIndex;
  readonly limit: number;
}

/**
 * What can be said at once: the newest hits of the word index, and of the side index where that is ready.
 * Whatever takes a look at many messages is left to {@link findEverything}.
 */
export function findFirst(context: LaneContext, query: SearchQuery): Findings {
  const findings = findIndexed(context, query, { ask: askIndexFirst, limit: FIRST_HITS });
  const side = sideIndex(context);
  if (!side.isReady(context)) return findings;
  for (const conjunction of query.any) {
    if (isIndexed(conjunction) || sideExpression(conjunction) === null) continue;
    findInSide(context, side, conjunction, { ...findings, limit: isExact(conjunction) ? FIRST_HITS : FIRST_CHECKED });
  }
  dropHiddenExclusions(context, side, query, { ...findings, limit: FIRST_CHECKED });
  return findings;
}

/** What the word index finds, and everything that it cannot: see {@link SideIndex}, gaps and damage of the index. */
export function findEverything(context: LaneContext, query: SearchQuery): Findings {
  const findings = findIndexed(context, query, { ask: askIndex, limit: MAX_HITS });
  const side = sideIndex(context);
  side.extend(context);
  const isReady = !findings.notices.has('no-index') && !findings.notices.has('index-damaged');
  const indexed = query.any.filter(isIndexed);
  for (const conjunction of query.any) {
    if (!isIndexed(conjunction)) findInSide(context, side, conjunction, findings);
    else if (isReady) findHidden(context, side, conjunction, findings);
  }
  if (isReady && indexed.length > 0) {
    note(findings, checkMessages(context, findGaps(context), matcherOf(indexed), findings.scores));
    dropHiddenExclusions(context, side, query, findings);
  } else if (indexed.length > 0) note(findings, scanMessages(context, indexed, EVERYTHING, findings.scores));
  note(findings, checkMessages(context, [...side.unsure], matcherOf(query.any), findings.scores));
  if (side.low > 0) note(findings, scanMessages(context, query.any, side.low, findings.scores));
  return findings;
}

/** What the word index alone finds. */
function findIndexed(context: LaneContext, query: SearchQuery, how: HowToAsk): Findings {
  const findings: Findings = { scores: new Map(), notices: new Set(), limit: how.limit };
  const conjunctions = query.any.filter(isIndexed);
  const state = indexState(context);
  if (state !== 'ready') findings.notices.add(state === 'none' ? 'no-index' : 'index-damaged');
  else if (conjunctions.length > 0) askInto(context, conjunctions, findings, how);
  if (query.shortPrefix) findings.notices.add('capped');
  return findings;
}

function askInto(
  context: LaneContext,
  conjunctions: readonly Conjunction[],
  findings: Findings,
  { ask, limit }: HowToAsk,
): void {
  const sure = conjunctions.filter(conjunction => !needsCheck(conjunction));
  if (sure.length > 0) takeAnswer(ask(context, sure, limit), findings, null);
  for (const conjunction of conjunctions.filter(needsCheck)) {
    takeAnswer(ask(context, [conjunction], limit), findings, scores => {
      const checked: Scores = new Map();
      checkMessages(context, [...scores.keys()], matcherOf([conjunction]), checked);
      return new Map([...scores].filter(([id]) => checked.has(id)));
    });
  }
}

function takeAnswer(
  answer: ReturnType<typeof askIndex>,
  { scores, notices }: Findings,
  check: ((scores: Scores) => Scores) | null,
): void {
  if (answer === null) {
    notices.add('index-damaged');
    return;
  }
  if (answer.capped) notices.add('capped');
  for (const [id, score] of check === null ? answer.scores : check(answer.scores)) {
    scores.set(id, Math.min(score, scores.get(id) ?? 0));
  }
}

/** Chinese, Japanese, Korean and signs. */
function findInSide(context: LaneContext, side: SideIndex, conjunction: Conjunction, findings: Findings): void {
  const expression = sideExpression(conjunction);
  if (expression === null) {
    note(findings, scanMessages(context, [conjunction], EVERYTHING, findings.scores));
    return;
  }
  const ids = propose(side, expression, findings);
  if (isExact(conjunction)) for (const id of ids) findings.scores.set(id, findings.scores.get(id) ?? 0);
  else note(findings, checkMessages(context, ids, matcherOf([conjunction]), findings.scores));
}

/** Words that the word index knows, where it did not see them. */
function findHidden(context: LaneContext, side: SideIndex, conjunction: Conjunction, findings: Findings): void {
  const ids = propose(side, hiddenWordsExpression(conjunction), findings);
  note(findings, checkMessages(context, ids, matcherOf([conjunction]), findings.scores));
}

/** Takes out what holds an unwanted word where the word index did not see it. */
function dropHiddenExclusions(context: LaneContext, side: SideIndex, query: SearchQuery, findings: Findings): void {
  const unwanted = query.any.flatMap(({ none }) => none).filter(term => term.kind === 'word');
  if (unwanted.length === 0) return;
  const expression = hiddenWordsExpression({ all: unwanted, none: [] });
  const doubtful = propose(side, expression, findings).filter(id => findings.scores.has(id));
  const kept: Scores = new Map();
  checkMessages(context, doubtful, matcherOf(query.any), kept);
  for (const id of doubtful) if (!kept.has(id)) findings.scores.delete(id);
}

function propose(side: SideIndex, expression: string, { notices, limit }: Findings): number[] {
  const ids = side.ask(expression, limit + 1);
  if (ids.length <= limit) return ids;
  notices.add('capped');
  return ids.slice(0, limit);
}

function note({ notices }: Findings, { capped, incomplete }: Scanned): void {
  if (capped) notices.add('capped');
  if (incomplete) notices.add('index-incomplete');
}
