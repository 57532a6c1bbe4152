import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { deleteConversations } from '../../src/main/organise/delete-conversations.ts';
import { deletionPlan } from '../../src/main/organise/deletion-plan.ts';
import { trashList, undo } from '../../src/main/organise/trash-ops.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { writeSmallDatabase } from '../support/small-database.ts';
import { openDesk } from '../support/writer-context.ts';

test('a row of 600 MB that cannot be copied is not deleted, one of 200 MB comes back', () => {
  const path = writeSmallDatabase({
    sessions: ['huge', 'large'].map((id, at) => ({ id, source: 'cli', started_at: 1_787_000_000 + at })),
  });
  const other = new DatabaseSync(path);
  const add = "INSERT INTO messages (session_id, timestamp, role, reasoning) VALUES (?, 1787000001, 'assistant', ?)";
  // `reasoning` is in no search index, so the triggers need not read it.
  other.exec(add.replace('?', "'huge'").replace('?', 'CAST(zeroblob(600000000) AS TEXT)'));
  other.exec(add.replace('?', "'large'").replace('?', 'randomblob(200000000)'));
  const look = () => other.prepare('SELECT id, octet_length(reasoning) AS size FROM messages').all();
  const before = look();
  const desk = openDesk(path, { userData: temporaryFolder() });
  onTestFinished(() => {
    desk.close();
    other.close();
  });
  expect(deletionPlan(desk.task, { ids: ['huge'], unit: 'conversation' }).bytes).toBeGreaterThan(600_000_000);
  expect(() => deleteConversations(desk.writer, { ids: ['huge'], unit: 'conversation' })).toThrow(
    expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining('too large') as string }),
  );
  expect(look()).toEqual(before);
  expect(trashList(desk.task, {})).toEqual([]);
  expect(readdirSync(desk.places.marks)).toEqual([]);
  const { undoToken } = deleteConversations(desk.writer, { ids: ['large'], unit: 'conversation' });
  expect(look()).toHaveLength(1);
  undo(desk.writer, { token: undoToken ?? '' });
  expect(look()).toEqual(before);
}, 600_000);
