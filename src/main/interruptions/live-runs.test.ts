import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from '../../../test/support/talking-child.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { holdAlive, liveRuns, runMark } from './live-runs.ts';
import { leaveMark, marksOfEarlierRuns } from './marks.ts';

test('a start of the app is at work until the last of its work is done', () => {
  const folder = join(tempFolder(), 'under-way');
  expect(liveRuns(folder)).toEqual(new Set());
  const [first, second, other] = [holdAlive(folder, 'one'), holdAlive(folder, 'one'), holdAlive(folder, 'two')];
  expect(liveRuns(folder)).toEqual(new Set([runMark('one'), runMark('two')]));
  first();
  other();
  expect(liveRuns(folder)).toEqual(new Set([runMark('one')]));
  second();
  expect(readdirSync(folder)).toEqual([]);
});

test('a process that is killed is not at work any more, and its mark is found then', async () => {
  const folder = join(tempFolder(), 'under-way');
  const child = startChild('live-run-process.ts', [folder, 'killed']);
  expect(await child.hear()).toBe('started');
  leaveMark(folder, { runId: 'killed', action: 'prune', database: 'a', startedAt: 1, partial: null, detail: null });
  expect(liveRuns(folder)).toEqual(new Set([runMark('killed')]));
  expect(marksOfEarlierRuns(folder, 'next')).toEqual([]);
  child.kill();
  await child.ended;
  expect(liveRuns(folder)).toEqual(new Set());
  expect(marksOfEarlierRuns(folder, 'next')).toMatchObject([{ action: 'prune' }]);
});

test('locks that nobody holds are cleared away, but not while they may just be made', () => {
  const folder = tempFolder();
  const [fresh, stale] = ['11111111-a.alive', '22222222-b.alive'];
  for (const name of [fresh, stale]) writeFileSync(join(folder, name), '');
  utimesSync(join(folder, stale), 1, 1);
  expect(liveRuns(folder)).toEqual(new Set());
  expect(readdirSync(folder)).toEqual([fresh]);
});
