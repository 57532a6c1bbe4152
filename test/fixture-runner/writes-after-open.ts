import type { SessionDB } from '../../src/main/session-db/index.ts';
import { ftsStates, recordedFtsStates } from './fts-state.ts';
import { messageOf } from './outcome.ts';
import { difference } from './recorded-values.ts';

/** One recorded step: what was done in words, its result, and the state of the indexes after it. */
export interface WriteAfterOpen {
  readonly step: string;
  readonly result?: unknown;
  readonly fts?: unknown;
  readonly newer?: Partial<WriteAfterOpen>;
}

interface StepOutcome {
  readonly step: string;
  readonly failure: string | null;
}

/** Names of sessions, as `notes` of a recording has them. */
type Notes = Readonly<Record<string, unknown>>;

/** The recorded hits of one word have no limit. */
const ALL = 1_000_000;

/** What each sentence of a recording stands for. */
const STEPS: Readonly<Record<string, (db: SessionDB, notes: Notes, dockerAtFirst: number) => unknown>> = {
  "append a user message holding 'quokka docker'": db =>
    db.appendMessage({ sessionId: newestSession(db), role: 'user', content: 'quokka docker' }),
  'search quokka': db => hits(db, 'quokka'),
  'append a tool message with name and no content': db =>
    db.appendMessage({ sessionId: newestSession(db), role: 'tool', toolName: 'wombat_tool' }),
  'search wombat_tool': db => hits(db, 'wombat_tool'),
  'delete the session of planted texts': (db, notes) =>
    db.deleteSession(noted(notes, 'special'), { whileCompressing: 'proceed' }),
  "hits for 'docker' before and after the delete": (db, _notes, dockerAtFirst) => [
    dockerAtFirst,
    hits(db, 'docker').length,
  ],
  'delete the session with the big tool answer': (db, notes) =>
    db.deleteSession(noted(notes, 'big'), { whileCompressing: 'proceed' }),
  'search for its needle': db => hits(db, 'needle-7f3a'),
  'replace the messages of one session': (db, notes) => {
    db.replaceMessages(noted(notes, 'crlf'), [{ role: 'user', content: 'numbat' }], { whileCompressing: 'proceed' });
  },
  'search numbat': db => hits(db, 'numbat'),
};

/** Takes the recorded steps one after the other, and says for each what is wrong; null where it is right. */
export function writesAfterOpen(db: SessionDB, notes: Notes, steps: readonly WriteAfterOpen[]): StepOutcome[] {
  const dockerAtFirst = hits(db, 'docker').length;
  return steps.map(recorded => ({
    step: recorded.step,
    failure: stepFailure(recorded, take => take(db, notes, dockerAtFirst), db),
  }));
}

type Take = (typeof STEPS)[string];

function stepFailure(recorded: WriteAfterOpen, run: (take: Take) => unknown, db: SessionDB): string | null {
  const take = STEPS[recorded.step];
  if (take === undefined) return 'a step that is not known';
  try {
    const result = difference(recorded.result ?? null, run(take) ?? null);
    const states = recordedFtsStates(recorded.fts);
    return result ?? difference(states, ftsStates(db.store.db, Object.keys(states)), 'fts');
  } catch (error) {
    return `threw ${messageOf(error)}`;
  }
}

function hits(db: SessionDB, query: string): number[] {
  return db.searchMessages(query, { limit: ALL, retryQuoted: false }).map(hit => hit.id);
}

function newestSession(db: SessionDB): string {
  const id = db.store.db.prepare<[], string>('SELECT id FROM sessions ORDER BY started_at DESC').pluck().get();
  if (id === undefined) throw new Error('the file has no session');
  return id;
}

function noted(notes: Notes, name: string): string {
  const id = notes[name];
  if (typeof id !== 'string') throw new Error(`the recording names no session '${name}'`);
  return id;
}
