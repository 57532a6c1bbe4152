import { z } from 'zod';
import type { SqlValue } from './exact-rows.ts';

/**
 * A journal is: the magic; the header as JSON with its length before it; chunks of deflated bytes, each with its packed
 * length before it; a length of 0; the footer as JSON with its length behind it; the SHA-256 of everything before; the
 * end magic. Numbers are little-endian. Inflated, the chunks are one stream of records.
 */
export const MAGIC = Buffer.from('HSBTRSH1', 'latin1');
/** What a journal ends with; one without was cut short. */
export const END_MAGIC = Buffer.from('HSBTEND1', 'latin1');
/** Bytes of the SHA-256. */
export const DIGEST_BYTES = 32;

/** First byte of a record. */
export const RECORD = {
  /** Length and JSON: the table that the rows after it belong to. */
  table: 1,
  /** Row number (8 bytes), a letter for the kind of each value, the values. */
  row: 2,
  /** Length and JSON: a place; the value before and after. */
  cell: 3,
} as const;

/** What an action did. Those that take rows away are kept; the others only until the app is started anew. */
export const JournalAction = z.enum(['delete', 'prune', 'clear', 'rename', 'pin', 'archive']);
export type JournalAction = z.infer<typeof JournalAction>;

/** What is known before the first row. */
export const JournalHeader = z.object({
  format: z.literal(1),
  action: JournalAction,
  /** Journals of one action share it. */
  actionId: z.string(),
  /** Which of them this is; from 0. */
  part: z.number(),
  /** The start of the app that wrote it. */
  runId: z.string(),
  /** Seconds. */
  createdAt: z.number(),
  /** Path of the database. */
  database: z.string(),
  /** See `familyOf`. */
  family: z.string(),
  conversations: z.number(),
  sessions: z.number(),
  messages: z.number(),
  /** First names of the conversations; at most 5. */
  names: z.array(z.string()),
  /** Ids of sessions whose parent was missing already. */
  orphans: z.array(z.string()),
  /** Names of transcript files that go along. */
  transcripts: z.array(z.string()),
});
export type JournalHeader = z.infer<typeof JournalHeader>;

/** What is known after the last row. */
export const JournalFooter = z.object({
  /** Rows that go, by table. */
  rows: z.record(z.string(), z.number()),
  cells: z.number(),
  /** Columns with a value in any row, by table. */
  used: z.record(z.string(), z.array(z.string())),
  /** Highest row number by table. */
  maxRowid: z.record(z.string(), z.string()),
});
export type JournalFooter = z.infer<typeof JournalFooter>;

/** The table record. */
export const JournalTable = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rowid: z.string().nullable(),
  rowidIsColumn: z.boolean(),
  mode: z.enum(['row', 'needed']),
});
export type JournalTable = z.infer<typeof JournalTable>;

/** The cell record. */
export const JournalCell = z.object({ table: z.string(), id: z.string(), column: z.string(), kinds: z.string() });

/** A value with its kind, one letter of `nirtb`. */
export interface KindedValue {
  readonly kind: string;
  readonly value: SqlValue;
}

/** A value that was changed in a row of `table` with this id. */
export interface CellChange {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly before: KindedValue;
  readonly after: KindedValue;
}
