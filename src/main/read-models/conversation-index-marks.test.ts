import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { fixturePath } from '../../../test/support/fixtures.ts';
import { writeSmallDatabase } from '../../../test/support/small-database.ts';
import { conversationIndex } from './conversation-index.ts';
import { remarkedIds } from './conversation-index-marks.ts';

const START = 1_787_000_000;

it('finds the rows whose title or marks changed, and no others', () => {
  const sessions = Array.from({ length: 40 }, (_, at) => ({
    id: `s${String(at)}`,
    source: 'cli',
    started_at: START + at,
    title: at % 3 === 0 ? null : `title ${String(at)}`,
    archived: Number(at % 5 === 0),
    pinned: Number(at % 7 === 0),
    ended_at: at % 2 === 0 ? START + 100 : null,
  }));
  const path = writeSmallDatabase({ sessions });
  const context = openLaneContext(path);
  const writer = new Database(path);
  onTestFinished(() => {
    context.store.db.close();
    writer.close();
  });
  const { nodes } = conversationIndex(context);
  const now = () => remarkedIds(context.store, nodes);
  expect(now()).toEqual([]);
  const changes: readonly (readonly [string, string | number | null, string])[] = [
    ['s1', 'title 9', 'title'],
    ['s2', null, 'title'],
    ['s3', 'first title', 'title'],
    ['s5', 0, 'archived'],
    ['s6', 1, 'archived'],
    ['s7', 0, 'pinned'],
    ['s8', 1, 'pinned'],
    ['s9', START + 200, 'ended_at'],
    ['s10', null, 'ended_at'],
  ];
  writer.exec("UPDATE sessions SET message_count = 9, input_tokens = 9 WHERE id = 's20'");
  for (const [id, value, column] of changes) {
    writer.prepare(`UPDATE sessions SET ${column} = ? WHERE id = ?`).run(value, id);
  }
  expect(now()).toEqual(changes.map(([id]) => id));
});

it('does without columns that an old file lacks', () => {
  const context = openLaneContext(fixturePath('v01'));
  onTestFinished(() => {
    context.store.db.close();
  });
  const { nodes } = conversationIndex(context);
  expect(nodes.length).toBeGreaterThan(0);
  expect(remarkedIds(context.store, nodes)).toEqual([]);
});
