import { z } from 'zod';
import { command, query } from './procedure.ts';
import { ConversationRow, CostSummary } from './sessions.ts';

/** One session row of a compression chain. */
export const Segment = z.object({
  sessionId: z.string(),
  title: z.string().nullable(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  endReason: z.string().nullable(),
  /** Index of its first item in the skeleton, and how many it has. */
  start: z.number(),
  count: z.number(),
});
export type Segment = z.infer<typeof Segment>;

/**
 * Every item of a conversation in order, by column. An item is one message; a `tool` row whose call stands in an
 * item before it belongs to that item and is not one itself.
 */
export const Skeleton = z.object({
  ids: z.instanceof(Float64Array),
  roles: z.instanceof(Uint8Array),
  flags: z.instanceof(Uint8Array),
  /** Bytes of what the item will show, its tool results included; for estimating heights. */
  bytes: z.instanceof(Float64Array),
  timestamps: z.instanceof(Float64Array),
});
export type Skeleton = z.infer<typeof Skeleton>;

/** A text that may have been cut for the view; `bytes` is the length of the whole in UTF-8. */
export const ClippedText = z.object({ text: z.string(), bytes: z.number(), clipped: z.boolean() });
export type ClippedText = z.infer<typeof ClippedText>;

/** One part of a structured content. */
export const ContentPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: ClippedText }),
  /** An image inside the database; `dataUrl` is null where it is larger than the view takes. */
  z.object({ kind: z.literal('image'), dataUrl: z.string().nullable(), mediaType: z.string(), bytes: z.number() }),
  /** An image elsewhere: shown as its address, never loaded. */
  z.object({ kind: z.literal('remote-image'), url: z.string() }),
  z.object({ kind: z.literal('other'), type: z.string(), json: ClippedText }),
]);
export type ContentPart = z.infer<typeof ContentPart>;

/** The answer of a tool, or a tool row that answers no call we know. */
export const ToolResult = z.object({
  messageId: z.number(),
  /** Session that owns the row. */
  sessionId: z.string(),
  toolCallId: z.string().nullable(),
  toolName: z.string().nullable(),
  timestamp: z.number().nullable(),
  parts: z.array(ContentPart),
  bytes: z.number(),
  /** Exit code or failure that the output itself states; null where it states none. */
  failed: z.boolean().nullable(),
  exitCode: z.number().nullable(),
  flags: z.number(),
});
export type ToolResult = z.infer<typeof ToolResult>;

/** A tool call with the result that answers it. */
export const ToolCall = z.object({
  /** `id` or `call_id`; null where the call has neither. */
  id: z.string().nullable(),
  name: z.string(),
  /** Arguments as the model wrote them. */
  arguments: ClippedText,
  /** True where `arguments` is valid JSON. */
  argumentsValid: z.boolean(),
  result: ToolResult.nullable(),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** Everything that one item shows. */
export const MessageBody = z.object({
  id: z.number(),
  sessionId: z.string(),
  role: z.string(),
  timestamp: z.number().nullable(),
  flags: z.number(),
  displayKind: z.string().nullable(),
  parts: z.array(ContentPart),
  bytes: z.number(),
  reasoning: ClippedText.nullable(),
  toolCalls: z.array(ToolCall),
  /** The stored `tool_calls` where they cannot be read as JSON, as text. */
  unreadableToolCalls: ClippedText.nullable(),
  /** Results in this item that no call of it asked for; for a `tool` item its own result. */
  looseResults: z.array(ToolResult),
  toolName: z.string().nullable(),
  finishReason: z.string().nullable(),
  /**
   * What went to the provider beside what is shown: bytes of `api_content` where it differs from the content, and
   * whether the row has reasoning or items in the provider's own form. Absent where there is none of it.
   */
  sent: z.object({ bytes: z.number().nullable(), hasFields: z.boolean() }).optional(),
  /** `display_metadata` by name: what an event is about, reactions to a message. Absent where there is none. */
  eventData: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
});
export type MessageBody = z.infer<typeof MessageBody>;

/**
 * Which text of a message is meant. `argument` texts are numbered by their place in `tool_calls`; `stored` is the
 * column `content` as it is, where `content` is what a person reads of it.
 */
export const TextPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('content') }),
  z.object({ kind: z.literal('stored') }),
  z.object({ kind: z.literal('reasoning') }),
  /** What was sent instead of the content: `api_content`. */
  z.object({ kind: z.literal('sent') }),
  z.object({ kind: z.literal('tool-calls') }),
  z.object({ kind: z.literal('arguments'), index: z.number().int().min(0) }),
  /** The data URL of an image that was too large to come with the message, by its place in the content. */
  z.object({ kind: z.literal('image'), index: z.number().int().min(0) }),
]);
export type TextPart = z.infer<typeof TextPart>;

/** One column of a row, as text that a person can read. */
export const ColumnValue = z.object({
  column: z.string(),
  /** How the value is stored. */
  type: z.enum(['null', 'integer', 'real', 'text', 'blob']),
  value: ClippedText.nullable(),
  /** Seconds where the column is a time. */
  time: z.number().nullable(),
});
export type ColumnValue = z.infer<typeof ColumnValue>;

export const EdgeKind = z.enum(['root', 'compression', 'branch', 'delegate', 'reset', 'unknown']);
export type EdgeKind = z.infer<typeof EdgeKind>;

/** What some sessions of a family come to. */
export const FamilyTotals = z.object({
  sessions: z.number(),
  messages: z.number(),
  tokens: z.number(),
  cost: CostSummary,
});
export type FamilyTotals = z.infer<typeof FamilyTotals>;

/** A session in its family tree, in preorder; of the children of a session the continuation stands last. */
export const LineageNode = z.object({
  sessionId: z.string(),
  parentId: z.string().nullable(),
  /** 0 for the root. */
  depth: z.number(),
  edge: EdgeKind,
  label: z.string(),
  source: z.string(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  lastActive: z.number().nullable(),
  endReason: z.string().nullable(),
  /** Visible messages, copies once; tokens and cost of the session and its auxiliary calls. */
  messages: z.number(),
  tokens: z.number(),
  cost: CostSummary,
  /** The session and all that hangs on it. */
  branch: FamilyTotals,
  live: z.boolean(),
  archived: z.boolean(),
  /** True where only other rows name this id: the session itself is gone. */
  missing: z.boolean(),
  /** Set where the row names a parent that stands in its own family: itself, or one further down a loop. */
  cut: z.object({ kind: z.enum(['self', 'loop']), parentId: z.string() }).nullable(),
});
export type LineageNode = z.infer<typeof LineageNode>;

/** Which rows are shown beside the ordinary ones. Those of the last three kinds are shown unless it says otherwise. */
export const ShownRows = z.object({
  showRewound: z.boolean(),
  showBookkeeping: z.boolean(),
  showCompacted: z.boolean().optional(),
  showObserved: z.boolean().optional(),
  showEvents: z.boolean().optional(),
});
export type ShownRows = z.infer<typeof ShownRows>;

/** Where a conversation was compressed. */
export const Compaction = z.object({
  /** `rotation` went on in another session, `in-place` in the same one. */
  kind: z.enum(['rotation', 'in-place']),
  /** The session that begins there, or in which it happened. */
  segmentId: z.string(),
  /** The row that holds the summary; null where none is known. */
  summaryId: z.number().nullable(),
  /** Index of the first item behind it; the number of items where there is none. */
  index: z.number(),
});
export type Compaction = z.infer<typeof Compaction>;

const RowKinds = z.object({
  rewound: z.number(),
  compacted: z.number(),
  observed: z.number(),
  bookkeeping: z.number(),
  events: z.number(),
});

/** A conversation as one scroll. */
export const OpenedConversation = z.object({
  row: ConversationRow,
  segments: z.array(Segment),
  skeleton: Skeleton,
  compactions: z.array(Compaction),
  /** Rows left out of the skeleton, by what they are. */
  hidden: RowKinds.extend({ copies: z.number() }),
  /** Rows of each kind, shown or not; copies are not counted. */
  kinds: RowKinds,
  /** Changes when earlier rows changed: rewind, compaction, deletion. */
  fingerprint: z.string(),
});
export type OpenedConversation = z.infer<typeof OpenedConversation>;

export const conversation = {
  /**
   * The conversation that holds a session, whichever segment, branch or subagent that is: its chain and the skeleton.
   * Fails with `not-found` for an unknown id.
   */
  open: query({
    input: ShownRows.extend({ sessionId: z.string() }),
    output: OpenedConversation,
  }),
  /** Index in the skeleton of the item that shows a message (its own, that of its call, or of the copy shown); -1 if none. */
  locate: query({
    input: ShownRows.extend({ sessionId: z.string(), messageId: z.number() }),
    output: z.object({ index: z.number(), itemId: z.number().nullable() }),
  }),
  /** What the items with these ids show. Long texts come clipped. */
  bodies: query({
    input: z.object({ sessionId: z.string(), ids: z.array(z.number()).min(1).max(100) }),
    output: z.array(MessageBody),
  }),
  /** A stretch of one text, in UTF-16 units of the decoded text; `done` says that it reaches the end. */
  text: query({
    input: z.object({
      /** A session of the same file; needed where several profiles are open. */
      sessionId: z.string().optional(),
      messageId: z.number(),
      part: TextPart,
      offset: z.number().int().min(0),
      length: z.number().int().min(1).max(1_000_000),
    }),
    output: z.object({ text: z.string(), done: z.boolean() }),
  }),
  /** Puts the whole text of a message on the clipboard, however long; answers its length in UTF-16 units. */
  copyMessage: command({
    input: z.object({ sessionId: z.string().optional(), messageId: z.number() }),
    output: z.object({ length: z.number() }),
  }),
  /** Every column of one session row. */
  details: query({ input: z.object({ sessionId: z.string() }), output: z.array(ColumnValue) }),
  /**
   * The whole family of a session. `current` is the conversation's tip; `family` counts every session of it, the nodes
   * may be cut off. They come packed: see lineage-table.ts.
   */
  lineage: query({
    input: z.object({ sessionId: z.string() }),
    output: z.object({
      current: z.string(),
      table: z.object({ words: z.string(), numbers: z.instanceof(Float64Array) }),
      family: FamilyTotals,
    }),
  }),
};
