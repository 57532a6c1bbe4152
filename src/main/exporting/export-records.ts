import type { TaskContext } from '../lanes/context.ts';
import type { Store } from '../session-db/store.ts';
import type { ExportSink } from './export-sink.ts';
import { CLOSE_SESSION, jsonRecords } from './json-records.ts';
import { everySession, liveMessageIds, messageReader, sessionReader, type Stored } from './stored-rows.ts';

interface Records {
  readonly format: 'json' | 'jsonl';
  readonly chains: readonly (readonly string[])[] | null;
}

/**
 * Writes sessions as Hermes does: `jsonl` one object a line, `json` the object of one session, or else a list of them.
 * Everything is `export_all` with its order; chains are `export_session` of each segment, oldest first; spec: api §9.
 */
export function writeRecords({ store }: TaskContext, { format, chains }: Records, sink: ExportSink): void {
  const sessions = chains === null ? everySession(store) : chains.flat().map(id => ({ id }));
  const { before, between, after } = framing(format, chains !== null && sessions.length === 1);
  const writeSession = sessionWriter(store, sink);
  let separator = '';
  sink.write(before);
  for (const session of sessions) {
    if (writeSession(session, separator)) separator = between;
  }
  sink.write(after);
  if (format === 'json' || separator !== '') sink.write('\n');
}

function framing(format: Records['format'], isOne: boolean): { before: string; between: string; after: string } {
  if (format === 'jsonl') return { before: '', between: '\n', after: '' };
  return isOne ? { before: '', between: '', after: '' } : { before: '[', between: ', ', after: ']' };
}

/** @returns a function that writes a session behind a separator; false where it is gone. */
function sessionWriter(
  store: Store,
  sink: ExportSink,
): (session: { readonly id: string; readonly lastActive?: Stored }, before: string) => boolean {
  const { openSession, message } = jsonRecords(store);
  const [readSession, idsOf, readMessages] = [sessionReader(store), liveMessageIds(store), messageReader(store)];
  return ({ id, lastActive }, before) => {
    const session = readSession(id);
    if (session === null) return false;
    sink.write(before + openSession(session.values, lastActive));
    let separator = '';
    readMessages(idsOf(id), (stored, leftOut) => {
      sink.write(separator + message(stored));
      separator = ', ';
      sink.onMessage(leftOut);
    });
    sink.write(CLOSE_SESSION);
    sink.onSession(session.leftOut);
    return true;
  };
}
