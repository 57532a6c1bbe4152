import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { makeCaseDatabase } from '../support/case-database.ts';

it('exports around texts that SQLite cannot hand over, and names them', () => {
  const sessions = [{ id: 's1', source: 'cli', started_at: 1787000000 }];
  const path = makeCaseDatabase({ fixture: 'v23', sessions });
  // Hermes's SQLite takes values that better-sqlite3 refuses, as node:sqlite does.
  const raw = new DatabaseSync(path);
  const insert = (columns: string, values: string) => {
    raw.exec(`INSERT INTO messages (session_id, timestamp, ${columns}) VALUES ('s1', 1787000001, ${values})`);
  };
  raw.exec('DROP TRIGGER messages_fts_insert');
  insert('role, content', "'user', 'before'");
  insert('role, content, tool_name', "'tool', CAST(zeroblob(600000000) AS TEXT), 'cat'");
  insert('role, tool_calls', "'assistant', zeroblob(520000000)");
  insert('role, content', "'user', 'after'");
  raw.exec("UPDATE sessions SET system_prompt = CAST(zeroblob(600000000) AS TEXT) WHERE id = 's1'");
  raw.close();
  const db = new SessionDB(path, { readOnly: true });
  onTestFinished(() => {
    db.close();
  });

  const chunks = db.exportJson({ kind: 'all' });
  let text = '';
  let step = chunks.next();
  for (; step.done !== true; step = chunks.next()) text += step.value;
  const unreadable = [
    { session_id: 's1', message_id: null, column: 'system_prompt', bytes: 600_000_000 },
    { session_id: 's1', message_id: 2, column: 'content', bytes: 600_000_000 },
    { session_id: 's1', message_id: 3, column: 'tool_calls', bytes: 520_000_000 },
  ];
  expect(step.value).toEqual({ records: 1, messages: 4, missing: [], unreadable });
  expect(JSON.parse(text)).toMatchObject({
    system_prompt: null,
    messages: [
      { content: 'before' },
      { content: null, tool_name: 'cat' },
      { content: null, tool_calls: null },
      { content: 'after' },
    ],
  });
  expect(db.exportSession('s1')?.messages.map(message => message.content)).toEqual(['before', null, null, 'after']);
});
