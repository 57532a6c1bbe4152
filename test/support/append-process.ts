// A process that appends a message for each line that it is told: says `appended`, or the code of what stopped it.
import { createInterface } from 'node:readline';
import { SessionDB, toSessionDbError } from '../../src/main/session-db/index.ts';

const path = process.argv[2];
const say = (line: string) => process.stdout.write(`${line}\n`);

function open(): SessionDB | null {
  try {
    return new SessionDB(path);
  } catch (error) {
    say(toSessionDbError(error).code);
    return null;
  }
}

const db = open();
if (db !== null) {
  say('opened');
  const lines = createInterface({ input: process.stdin });
  lines.on('line', () => {
    try {
      db.appendMessage({ sessionId: 's', role: 'user', content: 'heron' });
      say('appended');
    } catch (error) {
      say(toSessionDbError(error).code);
    }
  });
  lines.on('close', () => db.close());
}
