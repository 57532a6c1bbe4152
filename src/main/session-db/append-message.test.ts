import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../../test/fixture-runner/hermes-calls.ts';
import { decodeArgument, isRecord } from '../../../test/fixture-runner/recorded-values.ts';
import { copyFixture, fixturePath, readFixtureJson } from '../../../test/support/fixtures.ts';
import { SessionDB } from './index.ts';
import type { AppendMessageInput } from './index.ts';

interface RecordedStep extends Question {
  readonly clock: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

interface RecordedWrite {
  readonly label: string;
  readonly steps: readonly RecordedStep[];
  readonly changes: {
    readonly messages?: { readonly added: readonly Record<string, unknown>[] };
    readonly sessions?: { readonly changed: readonly { key: string; columns: Record<string, [unknown, unknown]> }[] };
  };
}

const recording = readFixtureJson('v23', 'writes.json') as { readonly writes: readonly RecordedWrite[] };
const appends = recording.writes.filter(write => write.label.startsWith('append: '));

function inputOf({ args, kwargs }: Question): AppendMessageInput {
  const [sessionId, role, content] = args.map(decodeArgument);
  const named = Object.entries(kwargs).map(([name, value]): [string, unknown] => [
    name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()),
    decodeArgument(value),
  ]);
  const options: Partial<AppendMessageInput> = Object.fromEntries(named);
  return { sessionId: String(sessionId), role: String(role), content, ...options };
}

let clock = 0;
let db: SessionDB;
beforeEach(() => {
  db = new SessionDB(copyFixture('v23'), { now: () => clock });
});
afterEach(() => {
  db.close();
});

describe('appendMessage', () => {
  it.each(appends.map(write => [write.label, write] as const))('writes what Hermes writes (%s)', (_label, write) => {
    for (const step of write.steps.filter(each => each.method === 'append_message')) {
      clock = step.clock;
      if (step.error === undefined) {
        expect(db.appendMessage(inputOf(step))).toBe(step.result);
      } else {
        expect(() => db.appendMessage(inputOf(step))).toThrow('FOREIGN KEY constraint failed');
      }
    }
    const added = db.store.db.prepare('SELECT * FROM messages WHERE id > 605 ORDER BY id').all();
    expect(added.map(withoutNulls)).toEqual(write.changes.messages?.added ?? []);
    for (const { key, columns } of write.changes.sessions?.changed ?? []) {
      const after = Object.fromEntries(Object.entries(columns).map(([column, [, value]]) => [column, value]));
      expect(db.getSession(key)).toMatchObject(after);
    }
  });

  it('keeps integers that JavaScript cannot hold, and refuses what JSON cannot', () => {
    clock = 1_787_000_000;
    const session = String(appends[0]?.steps[0]?.args[0]);
    const id = db.appendMessage({ sessionId: session, role: 'user', content: [{ n: 12345678901234567890n }] });
    expect(db.getMessagesAround(session, id, { window: 0 }).window[0]?.content).toEqual([{ n: 12345678901234567890n }]);
    expect(() => db.appendMessage({ sessionId: session, role: 'user', content: [() => 1] })).toThrow(TypeError);
  });

  it('is refused on a file that is open for reading', () => {
    const reader = new SessionDB(fixturePath('v23'), { readOnly: true });
    expect(() => reader.appendMessage({ sessionId: 's', role: 'user' })).toThrow('open for reading only');
    reader.close();
  });
});

function withoutNulls(row: unknown): unknown {
  return isRecord(row) ? Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) : row;
}
