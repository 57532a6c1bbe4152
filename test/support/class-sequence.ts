import fc from 'fast-check';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { canOverlap, exportHash, OPERATION_KINDS, SEQUENCE_START } from './class-operations.ts';
import type { Effect, Operation, Performed, Placed } from './class-operations.ts';
import { temporaryFolder } from './fixtures.ts';
import { restored } from './restored-export.ts';
import { ftsProblems } from './table-rows.ts';
import { startChild, type TalkingChild } from './talking-child.ts';

/** An operation and the process that runs it. */
export interface Step extends Operation {
  readonly who: 0 | 1;
  /** It starts while the one before it still runs, where either order is right. */
  readonly atOnce: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  // Half of them append: without messages there is little to go wrong with.
  kind: fc.oneof(fc.constantFrom('append', 'create'), fc.constantFrom(...OPERATION_KINDS)),
  which: fc.nat(10_000),
  other: fc.nat(500),
  flag: fc.boolean(),
  count: fc.nat(4),
  text: fc.oneof(
    fc.constantFrom('alpha', 'beta', 'ünïcode', '项目 alpha', ''),
    fc.string({ unit: 'binary', maxLength: 20 }),
  ),
  who: fc.constantFrom(0, 1),
  atOnce: fc.boolean(),
});

/** Any sequence of that many operations. */
export const sequenceOf = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(step, { minLength: length, maxLength: length, size: 'max' });

type Answer = Performed | { readonly failed: string };
type Counters = Required<Omit<Effect, 'id' | 'by'>>;

/** What came of a sequence, by what its operations answered. */
export interface SequenceTally {
  done: number;
  refused: number;
  overlapped: number;
}

/** Runs a sequence on a file that nobody has open, and expects everything that has to hold afterwards. */
export async function checkSequence(path: string, steps: readonly Step[], tally: SequenceTally): Promise<void> {
  const counters = countersIn(path);
  const children = [0, 1].map(() => startChild('class-process.ts', [path]));
  const of = (who: number): TalkingChild => children[who] ?? startChild('class-process.ts', [path]);
  const answers = async (running: readonly Placed[], who: readonly number[]) => {
    const heard: Answer[] = [];
    for (const [at] of running.entries()) heard.push(await answerOf(of(who[at] ?? 0)));
    // A session that one of them created has to be there before the other adds to it, whoever answers first.
    for (const answer of heard.sort((a, b) => Number(creates(b)) - Number(creates(a)))) record(counters, tally, answer);
  };
  for (let at = 0; at < steps.length;) {
    const [first, second] = [steps[at], steps[at + 1]];
    if (first === undefined) break;
    const overlaps = second?.atOnce === true && second.who !== first.who && canOverlap(first) && canOverlap(second);
    const running = (overlaps ? [first, second] : [first]).map((each, index) => ({ ...each, at: at + index }));
    for (const each of running) of(each.who).tell(asLine(each));
    await answers(
      running,
      running.map(each => each.who),
    );
    if (overlaps) tally.overlapped += 1;
    at += running.length;
  }
  const exports = [];
  for (const child of children) {
    child.tell('export');
    exports.push(await child.hear());
    child.end();
    expect((await child.ended).code).toBe(0);
  }
  expect(exports[1]).toBe(exports[0]);
  expectInvariants(path, counters, exports[0] ?? '');
}

/** A line ends at more characters than one thinks, and a text can hold any of them. */
function asLine(operation: Placed): string {
  return Buffer.from(JSON.stringify(operation)).toString('base64');
}

async function answerOf(child: TalkingChild): Promise<Answer> {
  const line = await child.hear();
  if (line === null) throw new Error('a process ended in the middle of its work');
  return JSON.parse(line) as Answer;
}

function creates(answer: Answer): boolean {
  return 'effects' in answer && answer.effects.some(({ by }) => by === 'setting');
}

function record(counters: Map<string, Counters>, tally: SequenceTally, answer: Answer): void {
  if ('failed' in answer) throw new Error(answer.failed);
  if ('refused' in answer) {
    tally.refused += 1;
    return;
  }
  tally.done += 1;
  for (const { id, by, ...amounts } of answer.effects) {
    const known = counters.get(id) ?? { messages: 0, toolCalls: 0, tokens: 0, calls: 0 };
    const next = Object.entries(amounts).map(([name, value]) => [
      name,
      by === 'adding' ? known[name as keyof Counters] + value : value,
    ]);
    counters.set(id, { ...known, ...(Object.fromEntries(next) as Partial<Counters>) });
  }
}

function countersIn(path: string): Map<string, Counters> {
  const db = new SessionDB(path);
  const rows = countersOf(db);
  db.close();
  return rows;
}

function countersOf({ store }: SessionDB): Map<string, Counters> {
  const rows = store.db
    .prepare<[], Counters & { id: string }>(
      `SELECT id, message_count AS messages, tool_call_count AS toolCalls, input_tokens AS tokens,
         api_call_count AS calls FROM sessions WHERE id IS NOT NULL`,
    )
    .all();
  return new Map(rows.map(({ id, ...counters }) => [id, counters]));
}

function expectInvariants(path: string, counters: ReadonlyMap<string, Counters>, exported: string): void {
  const db = new SessionDB(path, { now: () => SEQUENCE_START + 1000 });
  const raw = db.store.db;
  const empty = (sql: string) => expect(raw.prepare(sql).all()).toEqual([]);
  expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(ftsProblems(raw)).toEqual([]);
  expect(raw.pragma('foreign_key_check')).toEqual([]);
  empty('SELECT title FROM sessions WHERE title IS NOT NULL GROUP BY title HAVING COUNT(*) > 1');
  empty('SELECT id FROM messages WHERE session_id NOT IN (SELECT id FROM sessions)');
  empty('SELECT id FROM messages EXCEPT SELECT id FROM messages_fts_docsize');
  empty('SELECT id FROM messages_fts_docsize EXCEPT SELECT id FROM messages');
  const found = countersOf(db);
  for (const [id, numbers] of found) expect([id, numbers]).toEqual([id, counters.get(id)]);
  const all = db.exportAll();
  expect(exportHash(db)).toBe(exported);
  const copy = new SessionDB(join(temporaryFolder(), 'state.db'));
  copy.store.db.pragma('synchronous = OFF');
  const known = new Set(all.map(({ id }) => id));
  for (let at = 0; at < all.length; at += 500) {
    const part = JSON.parse(JSON.stringify(all.slice(at, at + 500))) as unknown;
    expect(copy.importSessions(part)).toMatchObject({ ok: true, skipped: 0 });
  }
  const back = new Map(copy.exportAll().map(session => [session.id, session]));
  for (const session of all) {
    const again = back.get(session.id);
    expect(again === undefined ? null : restored(again, known)).toEqual(restored(session, known));
  }
  copy.close();
  db.close();
}
