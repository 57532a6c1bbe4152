import type { z } from 'zod';
import type { search } from '../../shared/contract/search.ts';
import { snapshot } from '../session-db/snapshot.ts';
import type { LaneContext, LaneOp } from '../lanes/context.ts';
import { conversationIndex } from './conversation-index.ts';
import { hitReader } from './search-details.ts';
import { type Findings, findEverything, findFirst } from './search-find.ts';
import { countConversations, groupHits, sortHits } from './search-groups.ts';
import { visibleHits } from './search-hits.ts';
import { compileMatcher } from './search-matcher.ts';
import { parseQuery, type SearchQuery } from './search-query.ts';

type Input = z.output<(typeof search)['messages']['input']>;
type Output = z.input<(typeof search)['messages']['output']>;

/** Hits that the first answer shows; reading them is most of its cost, and the next one brings the rest. */
const FIRST_SHOWN = 60;

/**
 * One stage of the message search.
 *
 * @returns groups in order, true counts unless `capped` is among the notices. No text that a person can type fails.
 * @throws AppError `cancelled`.
 */
export const searchMessages: LaneOp<Input, Output> = (context, input) => {
  const start = performance.now();
  const query = parseQuery(input.text);
  const answer = query.any.length === 0 ? nothing() : snapshot(context.store, () => answerTo(context, query, input));
  return { ...answer, tookMs: performance.now() - start };
};

function answerTo(context: LaneContext, query: SearchQuery, input: Input): Omit<Output, 'tookMs'> {
  const { scores, notices } = find(context, query, input.stage);
  const index = conversationIndex(context);
  const limit = input.stage === 'full-text' ? Math.min(input.limit, FIRST_SHOWN) : input.limit;
  context.checkCancelled();
  const hits = sortHits(visibleHits(context, index, scores, input), input.sort);
  context.checkCancelled();
  return {
    groups: groupHits(index, hits, limit, hitReader(context, compileMatcher(query))),
    hits: hits.length,
    conversations: countConversations(hits),
    notices: [...notices],
  };
}

function find(context: LaneContext, query: SearchQuery, stage: Input['stage']): Findings {
  return stage === 'full-text' ? findFirst(context, query) : findEverything(context, query);
}

function nothing(): Omit<Output, 'tookMs'> {
  return { groups: [], hits: 0, conversations: 0, notices: ['nothing-to-search'] };
}
