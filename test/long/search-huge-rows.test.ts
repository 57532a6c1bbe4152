import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { searchMessages } from '../../src/main/read-models/search-messages.ts';
import { makeCaseDatabase } from '../support/case-database.ts';
import { openLaneContext } from '../support/lane-context.ts';

/** Hermes's SQLite takes values that better-sqlite3 refuses, as node:sqlite does. */
function writeHugeRows(path: string): void {
  const db = new DatabaseSync(path);
  const insert = (values: string) => {
    db.exec(`INSERT INTO messages (session_id, timestamp, role, content) VALUES ('s1', 1787000001, ${values})`);
  };
  const repeated = (text: string, times: number) => `replace(hex(zeroblob(${times})), '00', '${text}')`;
  insert("'user', 'before 备份 ++'");
  insert(`'tool', ${repeated('line of output ', 200_000)} || 'needle'`);
  insert(`'tool', ${repeated('line of output ', 2_000_000)} || 'haystack'`);
  db.exec('DROP TRIGGER messages_fts_insert; DROP TRIGGER messages_fts_trigram_insert');
  insert("'tool', CAST(zeroblob(600000000) AS TEXT)");
  insert("'assistant', zeroblob(600000000)");
  insert("'user', 'after 备份 ++'");
  db.close();
}

test('rows of any size are found where the index has them, and neither throw nor stall', () => {
  const path = makeCaseDatabase({
    fixture: 'v23',
    sessions: [{ id: 's1', source: 'cli', started_at: 1_787_000_000 }],
  });
  writeHugeRows(path);
  const context = openLaneContext(path);
  onTestFinished(() => {
    context.store.db.close();
  });
  const ask = (text: string) => {
    const answer = searchMessages(context, {
      text,
      stage: 'substring',
      sort: 'oldest',
      sources: [],
      roles: [],
      limit: 50,
    });
    const hits = answer.groups.flatMap(group => group.hits);
    return { answer, hits, ids: hits.map(hit => hit.messageId) };
  };

  expect(ask('before').ids).toEqual([1]);
  expect(ask('after').ids).toEqual([6]);
  expect(ask('备').ids).toEqual([1, 6]);
  expect(ask('++').ids).toEqual([1, 6]);
  expect(ask('needle').ids).toEqual([2]);
  const { answer, hits } = ask('haystack');
  expect(hits).toMatchObject([{ messageId: 3, snippet: [] }]);
  expect(hits[0]?.after).toEqual({ role: 'tool', text: '' });
  // Somebody has to be told that a text was too long to be looked through.
  expect(answer.notices).toContain('index-incomplete');
  expect(answer.tookMs).toBeLessThan(5000);
});
