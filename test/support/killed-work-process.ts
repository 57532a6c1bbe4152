import { openTaskContext } from './task-context.ts';
import { exportSessions } from '../../src/main/exporting/export-sessions.ts';
import { backUp } from '../../src/main/maintenance/task-upkeep.ts';

/** Does one long piece of work in a process that may be killed at any moment: says when it starts and when it is done. */
const [kind = '', database = '', folder = ''] = process.argv.slice(2);
const context = openTaskContext(database, folder);
process.stdout.write('started\n');
if (kind === 'backup') backUp(context, {});
else exportSessions(context, { path: `${folder}/out.jsonl`, replaces: true, format: 'jsonl', chains: null });
process.stdout.write('done\n');
