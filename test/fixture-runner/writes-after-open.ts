import type { SessionDB } from '../../src/main/session-db/index.ts';
import { CONTENTS_ALONE, contentsAloneCount } from '../support/deviations.ts';
import { ftsFailure } from './fts-comparison.ts';
import { ftsStates, recordedFtsStates } from './fts-state.ts';
import { countRule, messageOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
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

/** What stood at the beginning: hits of the word 'docker', ours and the right number where it is another. */
interface Beginning {
  readonly hits: number;
  readonly rightHits: number | null;
}

const DOCKER_TWICE = "hits for 'docker' before and after the delete";

type Take = (db: SessionDB, notes: Notes, beginning: Beginning) => unknown;

/** What each sentence of a recording stands for. */
const STEPS: Readonly<Record<string, Take>> = {
  "append a user message holding 'quokka docker'": db =>
    db.appendMessage({ sessionId: newestSession(db), role: 'user', content: 'quokka docker' }),
  'search quokka': db => hits(db, 'quokka'),
  'append a tool message with name and no content': db =>
    db.appendMessage({ sessionId: newestSession(db), role: 'tool', toolName: 'wombat_tool' }),
  'search wombat_tool': db => hits(db, 'wombat_tool'),
  'delete the session of planted texts': (db, notes) =>
    db.deleteSession(noted(notes, 'special'), { whileCompressing: 'proceed' }),
  [DOCKER_TWICE]: (db, _notes, beginning) => [beginning.hits, hits(db, 'docker').length],
  'delete the session with the big tool answer': (db, notes) =>
    db.deleteSession(noted(notes, 'big'), { whileCompressing: 'proceed' }),
  'search for its needle': db => hits(db, 'needle-7f3a'),
  'replace the messages of one session': (db, notes) => {
    db.replaceMessages(noted(notes, 'crlf'), [{ role: 'user', content: 'numbat' }], { whileCompressing: 'proceed' });
  },
  'search numbat': db => hits(db, 'numbat'),
};

/** Takes the recorded steps one after the other, and says for each what is wrong; null where it is right. */
export function writesAfterOpen(
  db: SessionDB,
  notes: Notes,
  steps: readonly WriteAfterOpen[],
  outcome: Outcome,
): StepOutcome[] {
  const beginning = { hits: hits(db, 'docker').length, rightHits: contentsAloneCount(db.store, 'docker') };
  return steps.map(recorded => {
    try {
      const failure = resultFailure(db, notes, recorded, { beginning, outcome }) ?? stateFailure(db, recorded, outcome);
      return { step: recorded.step, failure };
    } catch (error) {
      return { step: recorded.step, failure: `threw ${messageOf(error)}` };
    }
  });
}

function resultFailure(
  db: SessionDB,
  notes: Notes,
  recorded: WriteAfterOpen,
  { beginning, outcome }: { readonly beginning: Beginning; readonly outcome: Outcome },
): string | null {
  const take = STEPS[recorded.step];
  if (take === undefined) return 'a step that is not known';
  const ours = take(db, notes, beginning) ?? null;
  return difference(rightResult(db, recorded, beginning, outcome), ours);
}

function rightResult(db: SessionDB, recorded: WriteAfterOpen, beginning: Beginning, outcome: Outcome): unknown {
  const now = recorded.step === DOCKER_TWICE ? contentsAloneCount(db.store, 'docker') : null;
  if (now === null) return recorded.result ?? null;
  const right = [beginning.rightHits, now];
  if (difference(recorded.result, right) !== null) countRule(outcome, CONTENTS_ALONE);
  return right;
}

function stateFailure(db: SessionDB, recorded: WriteAfterOpen, outcome: Outcome): string | null {
  const states = ftsStates(db.store.db, Object.keys(recordedFtsStates(recorded.fts)));
  return ftsFailure(recorded.fts, states, table => ({ table, live: db.store, ours: states[table] }), outcome);
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
