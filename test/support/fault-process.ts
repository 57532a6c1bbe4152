// A process that works on a file until it is killed: says `started`, what it has committed, and `done`.
import { SessionDB } from '../../src/main/session-db/index.ts';
import type { JobStep } from '../../src/main/session-db/index.ts';

const [action = '', path = '', clock = ''] = process.argv.slice(2);
const now = () => Number(clock);
const say = (line: string) => process.stdout.write(`${line}\n`);

function begun(): SessionDB {
  const db = new SessionDB(path);
  say('started');
  return db;
}

const actions: Readonly<Record<string, () => SessionDB>> = {
  append: () => {
    const db = begun();
    for (let count = 0; count < 400; count += 1) {
      const token = `appended${String(count)}`;
      const content = `${token} common ${'filler '.repeat(count % 200)}`;
      const toolCalls = count % 3 === 0 ? [{ id: 'c', function: { name: 'terminal' } }] : null;
      db.appendMessage({ sessionId: 'live', role: 'assistant', content, toolCalls });
      say(`committed ${token}`);
    }
    return db;
  },
  migrate: () => {
    say('started');
    return new SessionDB(path, { now });
  },
  change: () => {
    let isStarted = false;
    const onProgress = ({ canCancel }: JobStep) => {
      if (canCancel || isStarted) return;
      isStarted = true;
      say('started');
    };
    return new SessionDB(path, { now, watch: { onProgress } });
  },
  prune: () => {
    const db = begun();
    for (const source of db.listSessions({ limit: -1 }).map(session => session.source)) {
      if (db.pruneSessions({ source, olderThanDays: null }) > 0) say(`committed ${source}`);
    }
    return db;
  },
  rebuild: () => {
    const db = begun();
    for (let count = 0; count < 3; count += 1) db.rebuildFts();
    return db;
  },
  optimize: () => {
    const db = begun();
    db.optimizeFtsStorage({ rest: () => undefined });
    return db;
  },
  vacuum: () => {
    const db = begun();
    for (let count = 0; count < 3; count += 1) db.vacuum();
    return db;
  },
};

const db = actions[action]?.();
say('done');
db?.close();
process.stdin.destroy();
