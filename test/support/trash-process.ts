// A process that is told to begin, says `started`, does one long piece of work, and says `done`; it may be killed at any
// moment. See test/long/trash-kill.test.ts.
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { exportSessions } from '../../src/main/exporting/export-sessions.ts';
import { backUp } from '../../src/main/maintenance/task-upkeep.ts';
import { deleteConversations } from '../../src/main/organise/delete-conversations.ts';
import { prunePlan } from '../../src/main/organise/prune-plan.ts';
import { pruneRun } from '../../src/main/organise/prune-run.ts';
import { trashRestore } from '../../src/main/organise/trash-ops.ts';
import type { PruneRule } from '../../src/shared/contract/prune.ts';
import { type Desk, openDesk } from './writer-context.ts';

const rule: PruneRule = { olderThanDays: 0, by: 'started', sources: [], includePinned: true, includeArchived: true };

/** What each kind of work is; called once before it starts. */
const works: Readonly<Record<string, (desk: Desk, detail: string) => () => unknown>> = {
  delete: ({ db, writer }) => {
    const ids = db.store.db.prepare<[], string>('SELECT id FROM sessions').pluck().all();
    return () => deleteConversations(writer, { ids, unit: 'conversation' });
  },
  /** Stops for ever in the middle of a deletion. */
  hold: ({ db, writer }) => {
    const connection = db.store.db;
    connection.function('hold', () => {
      writeSync(1, 'held\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });
    connection.exec('CREATE TEMP TRIGGER holding BEFORE DELETE ON sessions BEGIN SELECT hold(); END');
    const ids = connection.prepare<[], string>('SELECT id FROM sessions LIMIT 1').pluck().all();
    return () => deleteConversations(writer, { ids, unit: 'conversation' });
  },
  prune: ({ task, writer }) => {
    const { before } = prunePlan(task, rule);
    return () => pruneRun(writer, { rule, before });
  },
  restore:
    ({ writer }, id) =>
    () =>
      trashRestore(writer, { id }),
  export:
    ({ task }, path) =>
    () =>
      exportSessions(task, { path, replaces: false, format: 'jsonl', chains: null }),
  backup:
    ({ task }) =>
    () =>
      backUp(task, {}),
};

await once(process.stdin, 'data').then(([line]: unknown[]) => {
  const [path = '', userData = '', action = '', detail = ''] = JSON.parse(String(line)) as string[];
  const desk = openDesk(path, { userData, runId: `killed ${String(process.pid)}` });
  const work = works[action]?.(desk, detail);
  process.stdout.write('started\n');
  work?.();
  process.stdout.write('done\n');
  desk.close();
  process.stdin.destroy();
});
