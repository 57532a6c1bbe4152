import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { readBodies } from '../../src/main/read-models/bodies.ts';
import { openChain } from '../../src/main/read-models/conversation-open-chain.ts';
import { messageText } from '../../src/main/read-models/message-text.ts';
import { makeCaseDatabase } from '../support/case-database.ts';
import { openLaneContext } from '../support/lane-context.ts';

/** Hermes's SQLite takes values that better-sqlite3 refuses, as node:sqlite does. */
function writeHugeRows(path: string): void {
  const db = new DatabaseSync(path);
  const insert = (columns: string, values: string) => {
    db.exec(`INSERT INTO messages (session_id, timestamp, ${columns}) VALUES ('s1', 1787000001, ${values})`);
  };
  db.exec('DROP TRIGGER messages_fts_insert');
  insert('role, content', "'user', 'before'");
  insert('role, content', "'tool', CAST(zeroblob(600000000) AS TEXT)");
  insert('role, content', "'assistant', zeroblob(600000000)");
  insert('role, tool_calls', "'assistant', CAST(zeroblob(520000000) AS TEXT)");
  insert('role, content', "'user', CAST(zeroblob(300000000) AS TEXT)");
  insert('role, content', "'user', 'after'");
  db.close();
}

it('reads around rows that are too large, names them with their size, and reads what it can of others', () => {
  const sessions = [{ id: 's1', source: 'cli', started_at: 1787000000 }];
  const path = makeCaseDatabase({ fixture: 'v23', sessions });
  writeHugeRows(path);
  const context = openLaneContext(path);
  onTestFinished(() => {
    context.store.db.close();
  });

  const { skeleton } = openChain(context, ['s1'], { showRewound: false, showBookkeeping: false });
  expect([...skeleton.ids]).toEqual([1, 2, 3, 4, 5, 6]);
  expect([...skeleton.bytes]).toEqual([6, 600_000_000, 600_000_000, 520_000_000, 300_000_000, 5]);

  const tooLarge = (bytes: number) => ({ text: '', bytes, clipped: true });
  const [before, tool, bytes, calls, long, after] = readBodies(context, ['s1'], [...skeleton.ids]);
  expect([before, after].map(body => body?.parts)).toMatchObject([
    [{ text: { text: 'before' } }],
    [{ text: { text: 'after' } }],
  ]);
  expect(tool?.looseResults[0]?.parts).toEqual([{ kind: 'text', text: tooLarge(600_000_000) }]);
  expect(bytes?.parts).toEqual([{ kind: 'text', text: tooLarge(600_000_000) }]);
  expect(calls?.unreadableToolCalls).toEqual(tooLarge(520_000_000));
  expect(long?.parts).toMatchObject([{ text: { bytes: 300_000_000, clipped: true } }]);

  const stretch = { part: { kind: 'content' }, offset: 0, length: 1000 } as const;
  expect(messageText(context, { messageId: 5, ...stretch })).toEqual({ text: '\0'.repeat(1000), done: false });
  expect(() => messageText(context, { messageId: 2, ...stretch })).toThrow(
    expect.objectContaining({ code: 'invalid-input' }),
  );
});
