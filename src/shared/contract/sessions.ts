import { z } from 'zod';
import { query } from './procedure.ts';
import { UsageFilter, UsageSlice } from './usage-filter.ts';

/** Rows of one cost state are added up; rows of different states never are. US dollars. */
export const CostSummary = z.object({
  actualUsd: z.number(),
  actualCount: z.number(),
  estimatedUsd: z.number(),
  estimatedCount: z.number(),
  includedCount: z.number(),
  unknownCount: z.number(),
});
export type CostSummary = z.infer<typeof CostSummary>;

/** One conversation: a compression chain shown once, under the id of its tip. */
export const ConversationRow = z.object({
  /** Id of the tip, the segment that is shown and resumed. */
  id: z.string(),
  rootId: z.string(),
  segments: z.number(),
  /** Title, or null where the tip has none. */
  title: z.string().nullable(),
  /** What to show as a name: the title, or the first words of the conversation, or the id. */
  label: z.string(),
  preview: z.string(),
  source: z.string(),
  model: z.string().nullable(),
  cwd: z.string().nullable(),
  /** Seconds; null where the stored value is no time between 2000 and 2100. */
  startedAt: z.number().nullable(),
  lastActive: z.number().nullable(),
  /** Visible messages over the chain as the counters have them. */
  messages: z.number(),
  toolCalls: z.number(),
  /** Input + output + cache read + cache write over the chain; reasoning is part of output. */
  tokens: z.number(),
  cost: CostSummary,
  /** The tip has no `ended_at`. */
  open: z.boolean(),
  /** Open and active within the last five minutes. */
  live: z.boolean(),
  pinned: z.boolean(),
  archived: z.boolean(),
  /** The tip is not archived but an earlier segment is. */
  earlierArchived: z.boolean(),
  subagents: z.number(),
  branches: z.number(),
});
export type ConversationRow = z.infer<typeof ConversationRow>;

export const SessionScope = z.enum(['people', 'automation', 'all']);
export type SessionScope = z.infer<typeof SessionScope>;
export const SessionSort = z.enum(['activity', 'started', 'messages', 'tokens', 'cost', 'title']);
export type SessionSort = z.infer<typeof SessionSort>;
export const SessionState = z.enum(['open', 'ended', 'pinned', 'archived']);
export type SessionState = z.infer<typeof SessionState>;

/** What the list is asked to show. An empty facet list means "any". */
export const SessionView = z.object({
  scope: SessionScope,
  /** Text of the filter box. */
  filter: z.string().max(2000),
  sort: SessionSort,
  sources: z.array(z.string()),
  models: z.array(z.string()),
  states: z.array(SessionState),
  /** Archived conversations are hidden unless this is set or `states` asks for them. */
  showArchived: z.boolean(),
  /** Rows that belong to another conversation: subagents, unknown children. Shown as rows of their own. */
  showChildren: z.boolean(),
  /** Only the conversations behind a figure of the dashboard. `zone` is an IANA time zone; null is the system's. */
  behind: z.object({ filter: UsageFilter, zone: z.string().nullable(), slice: UsageSlice }).nullable().optional(),
});
export type SessionView = z.infer<typeof SessionView>;

export const FacetValue = z.object({ value: z.string(), count: z.number() });
export type FacetValue = z.infer<typeof FacetValue>;

/** Why rows of `sessions` are not in view. `segments` are inside the rows shown and are not counted as hidden. */
export const HiddenReason = z.enum([
  'subagent',
  'unknown-child',
  'archived',
  'automation',
  'people',
  'source',
  'model',
  'state',
  'filter',
  'behind',
]);
export type HiddenReason = z.infer<typeof HiddenReason>;

/** A run of rows under one heading. */
export const SessionGroup = z.object({
  /** `pinned`, `all`, `unknown`, or a local day as `YYYY-MM-DD`. */
  key: z.string(),
  /** Index of its first row. */
  start: z.number(),
  count: z.number(),
});
export type SessionGroup = z.infer<typeof SessionGroup>;

export const sessions = {
  /**
   * The shape of a view: totals, groups, facets, what is hidden and why, and its first rows.
   * `anchorId` asks where a row is now, so that a list can keep its place when rows arrive above.
   */
  view: query({
    input: z.object({
      view: SessionView,
      anchorIds: z.array(z.string()).max(8),
      first: z.number().int().min(0).max(200),
    }),
    output: z.object({
      /** Changes whenever the rows of the view or their order may have changed. */
      revision: z.number(),
      total: z.number(),
      groups: z.array(SessionGroup),
      rows: z.array(ConversationRow),
      /** Index of each of `anchorIds` in the view; -1 where it is not in it. */
      anchors: z.array(z.number()),
      hidden: z.array(z.object({ reason: HiddenReason, count: z.number() })),
      scopes: z.object({ people: z.number(), automation: z.number(), all: z.number() }),
      facets: z.object({
        sources: z.array(FacetValue),
        models: z.array(FacetValue),
        states: z.array(FacetValue),
      }),
    }),
  }),
  /** Rows `offset` … `offset + limit - 1` of a view. */
  page: query({
    input: z.object({ view: SessionView, offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) }),
    output: z.object({ revision: z.number(), total: z.number(), rows: z.array(ConversationRow) }),
  }),
};
