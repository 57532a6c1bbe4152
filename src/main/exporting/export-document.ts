import type { TaskContext } from '../lanes/context.ts';
import { knownTime } from '../read-models/skeleton-rows.ts';
import { timeText, type DocumentFormat } from './document-format.ts';
import { documentMessage } from './document-message.ts';
import type { ExportSink } from './export-sink.ts';
import { htmlFormat } from './html-format.ts';
import { markdownFormat } from './markdown-format.ts';
import { rowNamer, type NamedRow } from './named-row.ts';
import { shownRows } from './shown-rows.ts';
import { messageReader, sessionReader } from './stored-rows.ts';

const FORMATS: Readonly<Record<'markdown' | 'html', DocumentFormat>> = { markdown: markdownFormat, html: htmlFormat };

interface Documents {
  readonly format: keyof typeof FORMATS;
  readonly chains: readonly (readonly string[])[];
}

/** Writes conversations for people: the whole lineage as the reader shows it, segment by segment. */
export function writeDocument(context: TaskContext, { format: name, chains }: Documents, sink: ExportSink): void {
  const format = FORMATS[name];
  const read = sessionReader(context.store);
  const nameSession = rowNamer(context.store.catalog, 'sessions');
  const readSession = (id: string): NamedRow | null => {
    const session = read(id);
    return session === null ? null : nameSession(session.values);
  };
  const [first] = chains;
  const only = chains.length === 1 ? readSession(first?.at(-1) ?? '') : null;
  sink.write(format.begin(only === null ? `${String(chains.length)} conversations` : titleOf(only)));
  const writeChain = chainWriter(context, format, sink);
  for (const chain of chains) writeChain(chain.map(id => ({ id, row: readSession(id) })));
  sink.write(format.end());
}

interface ChainSegment {
  readonly id: string;
  /** Null where it is gone. */
  readonly row: NamedRow | null;
}

function chainWriter(
  context: TaskContext,
  format: DocumentFormat,
  sink: ExportSink,
): (segments: readonly ChainSegment[]) => void {
  const readMessages = messageReader(context.store);
  const nameMessage = rowNamer(context.store.catalog, 'messages');
  return segments => {
    const rows = segments.map(segment => segment.row).filter(row => row !== null);
    const tip = rows.at(-1);
    if (tip === undefined) return;
    sink.write(format.conversation(titleOf(tip), factsOf(rows)));
    const shown = shownRows(
      context,
      segments.map(segment => segment.id),
    );
    for (const [at, { row }] of segments.entries()) {
      if (row === null) continue;
      if (segments.length > 1) sink.write(format.segment(segmentHeading(row, at, segments.length)));
      readMessages(shown[at] ?? [], (stored, leftOut) => {
        sink.write(format.message(documentMessage(nameMessage(stored), leftOut)));
        sink.onMessage(leftOut);
      });
      sink.onSession(0);
    }
  };
}

function titleOf(row: NamedRow): string {
  return textOf(row['title']).trim() || textOf(row['id']);
}

function segmentHeading(row: NamedRow, at: number, count: number): string {
  const reason = textOf(row['end_reason']);
  return `Segment ${String(at + 1)} of ${String(count)}${reason === '' ? '' : `, ended by ${reason}`}`;
}

/** What the file says of a conversation; what it does not say is left out. */
function factsOf(rows: readonly NamedRow[]): [name: string, value: string][] {
  const tip = rows.at(-1);
  const facts: [string, string][] = [
    ['Session', textOf(tip?.['id'])],
    ['Source', textOf(tip?.['source'])],
    ['Model', [...new Set(rows.map(row => textOf(row['model'])).filter(model => model !== ''))].join(', ')],
    ['Folder', textOf(tip?.['cwd'])],
    ['Branch', textOf(tip?.['git_branch'])],
    ['Started', when(rows[0]?.['started_at'])],
    ['Ended', when(tip?.['ended_at'])],
    ['Segments', rows.length > 1 ? String(rows.length) : ''],
  ];
  return facts.filter(([, value]) => value !== '');
}

function when(value: NamedRow[string] | undefined): string {
  const time = knownTime(value);
  return time === null ? '' : timeText(time);
}

function textOf(value: NamedRow[string] | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
