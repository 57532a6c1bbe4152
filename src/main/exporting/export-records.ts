import type { TaskContext } from '../lanes/context.ts';
import { exportJson, type ExportTarget } from '../session-db/export-json.ts';
import type { ExportSink } from './export-sink.ts';
import { LONGEST_TEXT } from './stored-rows.ts';

interface Records {
  readonly format: 'json' | 'jsonl';
  readonly chains: readonly (readonly string[])[] | null;
}

/**
 * Writes sessions as Hermes does: `jsonl` one object a line, `json` the object of one session, or else a list of them.
 * Everything is `export_all` with its order; chains are `export_session` of each segment, oldest first; spec: api §9.
 */
export function writeRecords({ store }: TaskContext, { format, chains }: Records, sink: ExportSink): void {
  const ids = chains?.flat();
  const target: ExportTarget = ids === undefined ? { kind: 'all' } : { kind: 'sessions', ids };
  const layout = format === 'jsonl' ? 'lines' : ids?.length === 1 ? 'one' : 'list';
  let leftOut = 0;
  const told = (tell: (leftOut: number) => void) => () => {
    tell(leftOut);
    leftOut = 0;
  };
  const pieces = exportJson(store, target, {
    layout,
    maxTextBytes: LONGEST_TEXT,
    onUnreadable: () => {
      leftOut += 1;
    },
    onMessage: told(sink.onMessage),
    onRecord: told(sink.onSession),
  });
  for (const piece of pieces) sink.write(piece);
  if (format === 'json') sink.write('\n');
}
