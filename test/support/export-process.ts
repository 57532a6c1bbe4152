// A process that exports a whole file, and says how many megabytes it held: early, at most later, and how many messages there were.
import { exportSessions } from '../../src/main/exporting/export-sessions.ts';
import { openTaskContext } from './task-context.ts';

const [database = '', folder = '', format = 'jsonl'] = process.argv.slice(2);
const megabytes = () => process.memoryUsage.rss() / 1024 / 1024;
const EARLY = 10_000;
let [messages, early, most] = [0, 0, 0];
const progress = () => {
  messages += 1;
  if (messages === EARLY) early = megabytes();
  if (messages > EARLY && messages % 500 === 0) most = Math.max(most, megabytes());
};
const context = openTaskContext(database, folder, { progress });
exportSessions(context, {
  path: `${folder}/out.${format}`,
  replaces: false,
  format: format === 'json' ? 'json' : 'jsonl',
  chains: null,
});
process.stdout.write(`${JSON.stringify({ messages, early, most })}\n`);
