import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { makeCaseDatabase } from '../../../test/support/case-database.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import type { LaneContext } from '../lanes/context.ts';
import { segmentLayouts } from './skeleton-cache.ts';
import { readRowsAfter, segmentRowsReader, type SegmentRows } from './skeleton-rows.ts';
import { refreshRows } from './skeleton-refresh.ts';

const ROWS = 5000;
const opened: { close: () => void }[] = [];

afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
});

function open(): { context: LaneContext; writer: Database.Database; before: SegmentRows } {
  const path = makeCaseDatabase({
    fixture: 'v23',
    sessions: [{ id: 's1', source: 'cli', started_at: 1787000000 }],
    sql: [
      'CREATE INDEX idx_messages_session_active ON messages(session_id, active, timestamp)',
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
       INSERT INTO messages(session_id, role, content, timestamp) SELECT 's1', 'user', 'row ' || i, 1787000000 + i FROM n`,
    ],
  });
  const context = openLaneContext(path);
  const writer = new Database(path);
  opened.push(context.store.db, writer);
  return { context, writer, before: segmentRowsReader(context)('s1') };
}

const append = "INSERT INTO messages(session_id, role, content, timestamp) VALUES ('s1', 'user', 'new', 1787009000)";

it.each([
  ['nothing', 'SELECT 1'],
  ['a new row', append],
  [
    'a new row that is taken back at once',
    `${append}; UPDATE messages SET active = 0 WHERE id = (SELECT max(id) FROM messages)`,
  ],
  ['a mark on a late row', "UPDATE messages SET display_kind = 'hidden' WHERE id = (SELECT max(id) FROM messages) - 3"],
])('after %s it gives what a whole reading gives', (_, sql) => {
  const { context, writer, before } = open();
  writer.exec(sql);
  expect(refreshRows(context, 's1', before)).toEqual(segmentRowsReader(context)('s1'));
});

it.each([
  ['a rewind', 'UPDATE messages SET active = 0 WHERE id > 100'],
  ['a compaction', `UPDATE messages SET active = 0, compacted = 1 WHERE id <= 4000; ${append}`],
  ['the deletion of an early row', `DELETE FROM messages WHERE id = 7; ${append}`],
  ['the deletion of the last row', `DELETE FROM messages WHERE id = ${ROWS}`],
])('after %s it asks for a whole reading', (_, sql) => {
  const { context, writer, before } = open();
  writer.exec(sql);
  expect(refreshRows(context, 's1', before)).toBeNull();
});

it('reads only the end of a session that is being written', () => {
  const { context, writer } = open();
  segmentLayouts(context, ['s1']);
  for (let round = 1; round <= 60; round += 1) {
    writer.exec(append);
    const [layout] = segmentLayouts(context, ['s1']);
    expect(layout?.rows.ids).toHaveLength(ROWS + round);
  }
  expect(readRowsAfter(context, 's1', ROWS).ids).toHaveLength(60);
});
