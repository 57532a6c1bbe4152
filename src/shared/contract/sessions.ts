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
  /** Who is paid for the model; null where the file does not say. */
  provider: z.string().nullable(),
  /** Of the tip; null while it is open. */
  endReason: z.string().nullable(),
  /** Root of the git repository, else the working folder; null where the file names neither. */
  project: z.string().nullable(),
  /** Open, and without activity for a week: whoever wrote it is most likely gone. */
  staleOpen: z.boolean(),
  /** Job of a scheduled run, out of its id `cron_<job>_<time>`; null for any other session. */
  job: z.string().nullable(),
  /** Where a conversation of a gateway took place; null for any other. */
  chat: z.object({ type: z.string().nullable(), name: z.string().nullable() }).nullable(),
  /** 0 for a row of the view, 1 and more for one that is shown inside another. */
  depth: z.number(),
  /** How many conversations are shown inside this one when it is expanded: its subagents and unknown children. */
  nested: z.number(),
  expanded: z.boolean(),
  /** Key of the profile in a view over several; null where one file is open. */
  profile: z.string().nullable(),
});
export type ConversationRow = z.infer<typeof ConversationRow>;

export const SessionScope = z.enum(['people', 'automation', 'all']);
export type SessionScope = z.infer<typeof SessionScope>;
export const SessionSort = z.enum(['activity', 'started', 'messages', 'tokens', 'cost', 'title']);
export type SessionSort = z.infer<typeof SessionSort>;
export const SessionState = z.enum(['open', 'ended', 'pinned', 'archived', 'stale-open', 'has-subagents']);
export type SessionState = z.infer<typeof SessionState>;

/** By what a list is parted. `day` parts by the time that it is sorted by, and a list in another order not at all. */
export const SessionGrouping = z.enum(['day', 'source', 'model', 'project', 'job', 'none']);
export type SessionGrouping = z.infer<typeof SessionGrouping>;

/** A stretch of time in seconds: from `from` on, before `to`; null where that end is open. */
export const DateRange = z.object({ from: z.number().nullable(), to: z.number().nullable() });
export type DateRange = z.infer<typeof DateRange>;

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
  /** `day` unless given. */
  group: SessionGrouping.optional(),
  /** Values as in {@link ConversationRow}; empty text for rows without one. Any unless given. */
  providers: z.array(z.string()).optional(),
  projects: z.array(z.string()).optional(),
  endReasons: z.array(z.string()).optional(),
  /** Conversations that were going on within this time: neither over before it nor begun after it. */
  dates: DateRange.nullable().optional(),
  /** Times that `dates` may be set to, each to be counted: where a day begins is known to who asks. None unless given. */
  dateChoices: z.array(DateRange).max(12).optional(),
  /** Ids of conversations (any segment) whose children are shown inside them. */
  expanded: z.array(z.string()).max(500).optional(),
  /** Only the conversations behind a figure of the dashboard. `zone` is an IANA time zone; null is the system's. */
  behind: z.object({ filter: UsageFilter, zone: z.string().nullable(), slice: UsageSlice }).nullable().optional(),
});
export type SessionView = z.infer<typeof SessionView>;

export const FacetValue = z.object({ value: z.string(), count: z.number() });
export type FacetValue = z.infer<typeof FacetValue>;

/** How many conversations were going on within a time. */
export const DateCount = z.object({ range: DateRange, count: z.number() });
export type DateCount = z.infer<typeof DateCount>;

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
  'provider',
  'project',
  'end-reason',
  'dates',
  'filter',
  'behind',
]);
export type HiddenReason = z.infer<typeof HiddenReason>;

/** A run of rows under one heading. */
export const SessionGroup = z.object({
  /** `pinned`, `all`, `unknown`, a local day as `YYYY-MM-DD`, or `<grouping>:<value>` such as `source:telegram`. */
  key: z.string(),
  /** Index of its first row. */
  start: z.number(),
  count: z.number(),
  /** How many of them are shown inside another row; none unless given. */
  inside: z.number().optional(),
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
        providers: z.array(FacetValue),
        projects: z.array(FacetValue),
        endReasons: z.array(FacetValue),
        /** Each of `dateChoices` with its count. */
        dates: z.array(DateCount),
      }),
    }),
  }),
  /** Rows `offset` … `offset + limit - 1` of a view. */
  page: query({
    input: z.object({ view: SessionView, offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) }),
    output: z.object({ revision: z.number(), total: z.number(), rows: z.array(ConversationRow) }),
  }),
  /** Reads ahead what a filter text is compared with, in pieces, so that the first text is answered as fast as later ones. */
  prepareFilter: query({ input: z.object({}), output: z.object({}) }),
  /**
   * Where sessions are in a view, and why they are not: those whose id, start of an id or title (or its words, as in the
   * filter box) is the text, whatever the view leaves out. Best first.
   */
  where: query({
    input: z.object({
      text: z.string().max(2000),
      view: SessionView,
      limit: z.number().int().min(1).max(50),
      /** Only the session whose id the text is. */
      exact: z.boolean().optional(),
    }),
    output: z.object({
      total: z.number(),
      found: z.array(
        z.object({
          /** The session that matches. */
          sessionId: z.string(),
          /** The conversation that holds it. */
          row: ConversationRow,
          /** Place of the row in the view; -1 where it is not in it. */
          index: z.number(),
          /** Why not; null where it is in the view. */
          reason: HiddenReason.nullable(),
        }),
      ),
    }),
  }),
};
