import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { startChild } from '../support/talking-child.ts';

const MESSAGES = 100_000;
/** Five times what was measured; all messages together are about 100 MB. */
const MOST_GROWTH_MB = 30;

/** Many messages in sessions of very different lengths, without a search index. */
function manyMessages(): string {
  const path = join(temporaryFolder(), 'state.db');
  new SessionDB(path).close();
  const db = new Database(path);
  const triggers = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all();
  for (const name of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec(`
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
      INSERT INTO sessions (id, source, started_at) SELECT 's' || i, 'cli', 1700000000 + i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(MESSAGES - 1)})
      INSERT INTO messages (session_id, role, content, timestamp)
      SELECT 's' || CASE WHEN i % 2 THEN 0 ELSE i % 100 END, 'user',
        printf('%.*c', 1 + (i * 7919) % 1000, 'é'), 1700000000 + i FROM n`);
  db.close();
  return path;
}

let made: string | undefined;

test.each(['jsonl', 'json'])('a long export as %s does not grow in memory', async format => {
  const path = (made ??= manyMessages());
  const child = startChild('export-process.ts', [path, temporaryFolder(), format], {
    nodeOptions: ['--max-old-space-size=64', '--max-semi-space-size=4'],
  });
  const said = JSON.parse((await child.hear()) ?? 'null') as { messages: number; early: number; most: number };
  console.log(`EXPORT ${format}: ${JSON.stringify(said)}`);
  expect(said.messages).toBe(MESSAGES);
  expect(said.most - said.early).toBeLessThan(MOST_GROWTH_MB);
});
