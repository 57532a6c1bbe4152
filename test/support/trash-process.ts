// A process that deletes, prunes or restores until it is killed; see test/long/trash-kill.test.ts. Says `started` and `done`.
import { deleteConversations } from '../../src/main/organise/delete-conversations.ts';
import { prunePlan } from '../../src/main/organise/prune-plan.ts';
import { pruneRun } from '../../src/main/organise/prune-run.ts';
import { trashRestore } from '../../src/main/organise/trash-ops.ts';
import type { PruneRule } from '../../src/shared/contract/prune.ts';
import { openDesk } from './writer-context.ts';

const [path = '', userData = '', action = '', detail = ''] = process.argv.slice(2);
const desk = openDesk(path, { userData, runId: `killed ${String(process.pid)}` });
const all = desk.db.store.db.prepare<[], string>('SELECT id FROM sessions').pluck().all();
const rule: PruneRule = { olderThanDays: 0, by: 'started', sources: [], includePinned: true, includeArchived: true };
const before = action === 'prune' ? prunePlan(desk.task, rule).before : 0;
process.stdout.write('started\n');
if (action === 'prune') pruneRun(desk.writer, { rule, before });
else if (action === 'delete') deleteConversations(desk.writer, { ids: all, unit: 'conversation' });
else trashRestore(desk.writer, { id: detail });
process.stdout.write('done\n');
desk.close();
