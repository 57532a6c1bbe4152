// The process behind foreign-writer.ts: runs what it is told on a connection of its own, one line of JSON at a time.
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import type { WriterRequest } from './foreign-writer.ts';

// As patient as Hermes is.
const db = new Database(process.argv[2], { timeout: 20_000 });
db.pragma('foreign_keys = OFF');

createInterface({ input: process.stdin })
  .on('line', line => {
    const { statements, wrapped } = JSON.parse(line) as WriterRequest;
    const run = () => {
      for (const { sql, values } of statements) {
        const statement = db.prepare(sql);
        if (statement.reader) statement.all(...values);
        else statement.run(...values);
      }
    };
    if (wrapped) db.transaction(run).immediate();
    else run();
    process.stdout.write(`${String(Date.now())}\n`);
  })
  .on('close', () => db.close());
