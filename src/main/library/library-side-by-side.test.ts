import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/fixtures.ts';
import { largeDatabase } from '../../../test/support/large-database.ts';
import { testPlaces } from '../../../test/support/task-context.ts';
import { AppError } from '../../shared/errors.ts';
import { Library } from './library.ts';

const lane = (name: string) => new URL(`../lanes/${name}-lane.ts`, import.meta.url);

async function openLarge(messages: number) {
  const folder = temporaryFolder();
  const path = largeDatabase(join(folder, 'state.db'), { sessions: 600, messages });
  const state = { isReadOnly: false };
  const library = await Library.open({
    path,
    entries: { reader: lane('reader'), search: lane('search') },
    work: {
      writer: lane('writer'),
      task: lane('task'),
      places: testPlaces(folder),
      refuse: () => (state.isReadOnly ? new AppError('db-read-only', 'Read-only mode.') : null),
    },
    listener: { onChange: () => undefined, onTrouble: () => undefined },
  });
  onTestFinished(() => library.close());
  const ids = (): string[] => {
    const db = new BetterSqlite3(path, { readonly: true });
    const found = db.prepare<[], string>('SELECT id FROM sessions').pluck().all();
    db.close();
    return found;
  };
  return { folder, library, state, ids, sessions: () => ids().length };
}

test('read-only mode that begins in the middle of a deletion stops it; nothing is written from then on', async () => {
  const { library, state, sessions, ids } = await openLarge(6000);
  const start = sessions();
  const left: Promise<number>[] = [];
  const run = library.write('deleteConversations', { ids: ids(), unit: 'conversation' }, undefined, ({ phase }) => {
    if (phase !== 'deleting' || left.length > 0) return;
    state.isReadOnly = true;
    left.push(library.stopWriting().then(sessions));
  });
  const behind = library.write('setPinned', { ids: ['any'], on: true }).catch((error: unknown) => error);
  const result = await run;
  expect(await behind).toMatchObject({ code: 'cancelled' });
  expect(result.sessions).toBeGreaterThan(0);
  expect(result.sessions).toBeLessThan(start);
  expect(await Promise.all(left)).toEqual([start - result.sessions]);
  expect(sessions()).toBe(start - result.sessions);
}, 60_000);

test('what somebody waits for does not wait for an export to end', async () => {
  const { library, folder } = await openLarge(20_000);
  await library.task('upgradePlan', {});
  const ended: string[] = [];
  const asked: Promise<unknown>[] = [];
  await library.task(
    'exportSessions',
    { path: join(folder, 'all.jsonl'), replaces: false, format: 'jsonl', chains: null },
    undefined,
    () => {
      if (asked.length > 0) return;
      asked.push(library.task('trashList', {}).then(() => ended.push('asked')));
    },
  );
  ended.push('export');
  await Promise.all(asked);
  expect(ended).toEqual(['asked', 'export']);
}, 60_000);
