import { z } from 'zod';
import { query } from './procedure.ts';

/** A stretch of text; `mark` where it matched. */
export const SnippetPart = z.object({ text: z.string(), mark: z.boolean() });
export type SnippetPart = z.infer<typeof SnippetPart>;

/** The message beside a hit, cut to 200 characters. */
export const Neighbour = z.object({ role: z.string(), text: z.string() });
export type Neighbour = z.infer<typeof Neighbour>;

export const SearchHit = z.object({
  messageId: z.number(),
  sessionId: z.string(),
  role: z.string(),
  toolName: z.string().nullable(),
  timestamp: z.number().nullable(),
  snippet: z.array(SnippetPart),
  before: Neighbour.nullable(),
  after: Neighbour.nullable(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** Hits of one conversation. `hits` may hold fewer than `hitCount`. */
export const HitGroup = z.object({
  /** Tip of the conversation, or the session itself where it belongs to none that is listed. */
  conversationId: z.string(),
  label: z.string(),
  source: z.string(),
  model: z.string().nullable(),
  lastActive: z.number().nullable(),
  archived: z.boolean(),
  hitCount: z.number(),
  /** Key of the profile in a search over several. */
  profile: z.string().optional(),
  hits: z.array(SearchHit),
});
export type HitGroup = z.infer<typeof HitGroup>;

export const SearchSort = z.enum(['relevance', 'newest', 'oldest']);
export type SearchSort = z.infer<typeof SearchSort>;

/** `titles`: ids and titles. `full-text`: the word index. `substring`: inside words, CJK, and what the index lacks. */
export const SearchStage = z.enum(['titles', 'full-text', 'substring']);
export type SearchStage = z.infer<typeof SearchStage>;

const SearchInput = z.object({
  text: z.string().max(4000),
  sort: SearchSort,
  /** An empty list means any. */
  sources: z.array(z.string()),
  roles: z.array(z.string()),
});

/** Something that the reader of the results has to know. */
export const SearchNotice = z.enum(['index-damaged', 'index-incomplete', 'no-index', 'capped', 'nothing-to-search']);
export type SearchNotice = z.infer<typeof SearchNotice>;

export const search = {
  /** Gets ready for a first search, so that it need not wait; any real search takes precedence. */
  prepare: query({ input: z.object({}), output: z.object({}) }),
  /** Conversations whose id or title holds the text. */
  titles: query({
    input: SearchInput,
    output: z.object({
      conversations: z.array(
        z.object({
          conversationId: z.string(),
          label: z.array(SnippetPart),
          source: z.string(),
          model: z.string().nullable(),
          lastActive: z.number().nullable(),
          /** Key of the profile in a search over several. */
          profile: z.string().optional(),
        }),
      ),
      total: z.number(),
    }),
  }),
  /**
   * One stage of the message search. Newest request wins: an older one still running is cancelled.
   * `full-text` answers from what is indexed; `substring` answers with everything, the hits of the word index
   * and those that it cannot find, so that its groups and counts replace the earlier ones.
   */
  messages: query({
    input: SearchInput.extend({ stage: z.enum(['full-text', 'substring']), limit: z.number().int().min(1).max(500) }),
    output: z.object({
      groups: z.array(HitGroup),
      /** Hits and conversations of this stage; true counts unless `notices` has `capped`. */
      hits: z.number(),
      conversations: z.number(),
      notices: z.array(SearchNotice),
      /** Milliseconds in the lane. */
      tookMs: z.number(),
    }),
  }),
};
