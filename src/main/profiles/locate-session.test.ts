import { onTestFinished, expect, test } from 'vitest';
import { makeHermesHome, profilePath } from '../../../test/support/hermes-home.ts';
import { sessionRows } from '../../../test/support/session-list.ts';
import { writeSmallDatabase } from '../../../test/support/small-database.ts';
import { choiceKey } from '../database/choices.ts';
import { Library } from '../library/library.ts';
import { locateSession, type Whereabouts } from './locate-session.ts';

const lane = (name: string) => new URL(`../lanes/${name}-lane.ts`, import.meta.url);

async function openedFile(profile: string | null, ids: readonly string[]) {
  const library = await Library.open({
    path: fileOf(ids),
    entries: { reader: lane('reader'), search: lane('search') },
    listener: { onChange: () => undefined, onTrouble: () => undefined },
  });
  onTestFinished(() => library.close());
  return { library, profile };
}

function fileOf(ids: readonly string[]): string {
  return writeSmallDatabase({ sessions: sessionRows(Object.fromEntries(ids.map(id => [id, {}]))) });
}

const asked = (where: Whereabouts, sessionId: string) => locateSession({ sessionId, messageId: 7 }, where);

test('a session is found by its id or the beginning of one, first in what is open, then in the other profiles', async () => {
  const work = { name: 'work', path: fileOf(['20261112_two', 'both', 'work_1', 'work_10', '50%_off']) };
  const broken = { name: 'broken', path: profilePath(makeHermesHome({ broken: 'broken' }), 'broken') };
  const open = [await openedFile('default', ['20261112_one', 'both', '20261113', 'work'])];
  const where = { open, others: [broken, work] };
  const here = (sessionId: string) => ({ kind: 'session', sessionId, messageId: 7 });
  const there = (sessionId: string) => ({
    kind: 'elsewhere',
    sessionId,
    messageId: 7,
    profile: 'work',
    choice: choiceKey('profile', work.path),
  });
  const several = { kind: 'nonsense', problem: expect.stringContaining('write more of the id') as string };
  for (const [text, found] of [
    ['both', here('both')],
    ['20261112', here('20261112_one')],
    ['20261112_t', there('20261112_two')],
    ['2026', several],
    ['work', here('work')],
    ['work_1', there('work_1')],
    ['work_', several],
    ['50%', there('50%_off')],
    ['%', here('%')],
    ['work/both', there('both')],
    ['work/20261112', there('20261112_two')],
    ['default/20261112', here('20261112_one')],
    ['nobody', here('nobody')],
  ] as const) {
    expect(await asked(where, text), text).toEqual(found);
  }
});

test('of profiles that are open as one, an id leads to the first that has it and an address to the one it names', async () => {
  const open = [await openedFile('default', ['both', 'first']), await openedFile('work', ['both', 'second'])];
  const where = { open, others: [] };
  for (const [text, id] of [
    ['both', 'both'],
    ['work/both', 'work/both'],
    ['sec', 'second'],
    ['work/sec', 'work/second'],
  ] as const) {
    expect(await asked(where, text), text).toEqual({ kind: 'session', sessionId: id, messageId: 7 });
  }
});
