import { z } from 'zod';
import { command } from './procedure.ts';
import { ConversationIds } from './organise.ts';
import { SessionView } from './sessions.ts';

export const ExportScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('conversations'), ids: ConversationIds }),
  z.object({ kind: z.literal('view'), view: SessionView }),
  z.object({ kind: z.literal('all') }),
]);
export type ExportScope = z.infer<typeof ExportScope>;

/**
 * `json`: one object (one conversation) or a list, `jsonl`: one object per line, both as Hermes exports sessions.
 * `markdown`, `html`: the whole lineage as a document for people.
 */
export const ExportFormat = z.enum(['json', 'jsonl', 'markdown', 'html']);
export type ExportFormat = z.infer<typeof ExportFormat>;

export const ExportResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('written'),
    /** For display. */
    path: z.string(),
    bytes: z.number(),
    sessions: z.number(),
    messages: z.number(),
    sha256: z.string(),
    /** Texts of more than 32 MiB, which are not in the file. */
    leftOut: z.number(),
  }),
  /** The dialog was closed, or the running export stopped; nothing is left on disk. */
  z.object({ kind: z.literal('cancelled') }),
]);
export type ExportResult = z.infer<typeof ExportResult>;

export const exporting = {
  /** Asks for a place in a native dialog and writes there. An existing file is replaced only after a question. */
  run: command({
    input: z.object({ jobId: z.string(), scope: ExportScope, format: ExportFormat }),
    output: ExportResult,
  }),
};
