import type { Database } from 'better-sqlite3';
import type { ExportFormat } from '../../shared/contract/exporting.ts';
import { AppError } from '../../shared/errors.ts';
import { marked } from '../interruptions/marks.ts';
import type { TaskContext } from '../lanes/context.ts';
import { writeDocument } from './export-document.ts';
import { writeRecords } from './export-records.ts';
import type { ExportSink } from './export-sink.ts';
import { assertNoDatabase } from './not-a-database.ts';
import { onDisk, partialPath, TargetFile } from './target-file.ts';

/** What to export, and where to. */
export interface ExportInput {
  readonly path: string;
  /** Whether the person agreed that a file that lies there may go. */
  readonly replaces: boolean;
  readonly format: ExportFormat;
  /** Segments of each conversation, oldest first; null is every session of the file. */
  readonly chains: readonly (readonly string[])[] | null;
}

/** What was written. */
export interface ExportOutput {
  readonly bytes: number;
  readonly sha256: string;
  readonly sessions: number;
  readonly messages: number;
  /** Texts that were too long; there is null in their place. */
  readonly leftOut: number;
}

/**
 * Writes an export in slices, so that neither memory nor the file's log grows with it. The file has its name only when
 * it is whole and on disk.
 *
 * @throws AppError `cancelled`, `file-exists`, `db-full` and others of the disk; nothing is left then.
 */
export function exportSessions(context: TaskContext, input: ExportInput): ExportOutput {
  const { places, store } = context;
  onDisk(input.path, () => {
    assertNoDatabase(input.path, store.path);
  });
  const partial = partialPath(input.path);
  const mark = {
    runId: places.runId,
    action: 'export',
    database: store.path,
    startedAt: store.now(),
    partial,
    detail: null,
  } as const;
  return marked(places.marks, mark, () => {
    const target = new TargetFile(input.path, partial, input.replaces);
    const counts = { sessions: 0, messages: 0, leftOut: 0 };
    try {
      writeInto(context, input, sinkTo(context, input, target, counts));
      context.checkCancelled();
    } catch (error) {
      target.discard();
      throw error;
    }
    return { ...target.finish(), ...counts };
  });
}

function writeInto(context: TaskContext, { format, chains }: ExportInput, sink: ExportSink): void {
  if (format === 'json' || format === 'jsonl') writeRecords(context, { format, chains }, sink);
  else if (chains === null) throw new AppError('invalid-input', 'A document needs to know its conversations.');
  else writeDocument(context, { format, chains }, sink);
}

function sinkTo(
  context: TaskContext,
  { chains }: ExportInput,
  target: TargetFile,
  counts: { sessions: number; messages: number; leftOut: number },
): ExportSink {
  const total = countMessages(context.store.db, chains);
  return {
    write: text => {
      target.write(text);
    },
    onSession: leftOut => {
      counts.sessions += 1;
      counts.leftOut += leftOut;
      context.checkCancelled();
    },
    onMessage: leftOut => {
      counts.messages += 1;
      counts.leftOut += leftOut;
      context.checkCancelled();
      context.progress('messages', counts.messages, Math.max(total, counts.messages));
    },
  };
}

/** How many messages there may be to write: those that are not live are among them, so it is told as a bound. */
function countMessages(db: Database, chains: ExportInput['chains']): number {
  if (chains === null) return db.prepare<[], number>('SELECT count(*) FROM messages').pluck().get() ?? 0;
  const count = db
    .prepare<[string], number>('SELECT count(*) FROM messages WHERE session_id IN (SELECT value FROM json_each(?))')
    .pluck();
  return count.get(JSON.stringify(chains.flat())) ?? 0;
}
