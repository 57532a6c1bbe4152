import { z } from 'zod';
import { ClippedText, MessageBody, OpenedConversation, ShownRows } from './conversation.ts';
import { command, query } from './procedure.ts';

/** Where reading stopped: an item, and how far its top stood below the top of the view in CSS pixels. */
export const ReadingPlace = z.object({ messageId: z.number(), offset: z.number() });
export type ReadingPlace = z.infer<typeof ReadingPlace>;

/** What a compaction came to. `in-place` replaced rows of one session, `rotation` began another one. */
export const XrayTotals = z.object({
  /** Rows that were replaced, results of tools among them. */
  messages: z.number(),
  prompts: z.number(),
  toolResults: z.number(),
  /** Names of the tools whose results were replaced, the most frequent first; at most 12. */
  tools: z.array(z.object({ name: z.string(), count: z.number() })),
  /** Sum of `token_count` where a row has one, else a quarter of its bytes. */
  tokens: z.number(),
  /** Rows whose tokens the file records. */
  counted: z.number(),
  bytes: z.number(),
  /** Prompts that stand again behind the boundary and were not replaced. */
  carried: z.number(),
});
export type XrayTotals = z.infer<typeof XrayTotals>;

/** A row that a summary stands for, in a line. */
export const ReplacedRow = z.object({
  messageId: z.number(),
  role: z.string(),
  timestamp: z.number().nullable(),
  flags: z.number(),
  /** The beginning of the text on one line. */
  text: z.string(),
  /** Names of the tools that it calls. */
  tools: z.array(z.string()),
});
export type ReplacedRow = z.infer<typeof ReplacedRow>;

/**
 * Where in a message a text was found: in what is shown, in its reasoning, in what was sent to the model instead, or only
 * in what is stored.
 */
export const FoundPlace = z.enum(['shown', 'reasoning', 'sent', 'stored']);
export type FoundPlace = z.infer<typeof FoundPlace>;

const ofConversation = ShownRows.extend({ sessionId: z.string() });

export const reading = {
  /**
   * What opening a conversation needs first: where reading stopped, and what can be shown at once: of a long chain the
   * segments around the message or that place, else the whole. `opened` is null where nothing of a long chain shows the
   * message; `itemId` is the item that does. `bodies` are those of the first view, or none, and then asked for like others.
   */
  enter: query({
    input: ofConversation.extend({ messageId: z.number().nullable() }),
    output: z.object({
      place: ReadingPlace.nullable(),
      opened: OpenedConversation.extend({
        itemId: z.number().nullable(),
        isPart: z.boolean(),
        bodies: z.array(MessageBody),
      }).nullable(),
    }),
  }),
  /** Remembers where reading stopped in a conversation; null at its end, where it opens by itself. */
  keepPlace: command({
    input: z.object({ rootId: z.string().max(512), place: ReadingPlace.nullable() }),
    output: z.object({}),
  }),
  /** The user's prompts that are shown, a stretch at a time: ids of items and their first words. */
  prompts: query({
    input: ofConversation.extend({ offset: z.number().int().min(0) }),
    output: z.object({ ids: z.array(z.number()), texts: z.array(z.string()), next: z.number().nullable() }),
  }),
  /**
   * Failed tool results, a stretch at a time. `failures` are messages, `items` the items that show them; `tools` are the
   * items that call tools, with the first stretch only.
   */
  marks: query({
    input: z.object({ sessionId: z.string(), cursor: z.number().int().min(0) }),
    output: z.object({
      failures: z.array(z.number()),
      items: z.array(z.number()),
      tools: z.instanceof(Float64Array).nullable(),
      next: z.number().nullable(),
    }),
  }),
  /**
   * The messages that hold a text, in any case, a stretch at a time; `items` are the items that show them, `places` where
   * in the message it is. `isCut`: a text was too long to be looked through.
   */
  find: query({
    input: z.object({ sessionId: z.string(), text: z.string().min(1).max(500), cursor: z.number().int().min(0) }),
    output: z.object({
      messages: z.array(z.number()),
      items: z.array(z.number()),
      places: z.array(FoundPlace),
      next: z.number().nullable(),
      isCut: z.boolean(),
    }),
  }),
  /** What a compaction replaced, and with what. `offset` pages through the rows. */
  xray: query({
    input: z.object({
      sessionId: z.string(),
      /** Segment in which the summary stands, or which begins at the boundary. */
      segmentId: z.string(),
      kind: z.enum(['rotation', 'in-place']),
      /** The summary; null where none was found. */
      summaryId: z.number().nullable(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(100),
    }),
    output: z.object({
      summary: z
        .object({ messageId: z.number(), timestamp: z.number().nullable(), text: ClippedText, tokens: z.number() })
        .nullable(),
      totals: XrayTotals,
      rows: z.array(ReplacedRow),
      /** Items that the rows are taken from. */
      items: z.number(),
    }),
  }),
};
