// Run as a process of its own: for each line on stdin adds a session with one message, as Hermes would while the app looks on.
import { createInterface } from 'node:readline';
import BetterSqlite3 from 'better-sqlite3';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('usage: external-writer.ts <file>');

const db = new BetterSqlite3(path);
const insertSession = db.prepare('INSERT INTO sessions (id, source, started_at, message_count) VALUES (?, ?, ?, 1)');
const insertMessage = db.prepare('INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)');
const append = db.transaction((id: string) => {
  const now = Date.now() / 1000;
  insertSession.run(id, 'cli', now);
  insertMessage.run(id, 'user', `Is the row of ${id} there already?`, now);
});

process.stdout.write('ready\n');
for await (const id of createInterface({ input: process.stdin })) {
  append.immediate(id);
  process.stdout.write(`${Date.now()}\n`);
}
db.close();
