// A process that shows that it is at work until it is killed.
import { holdAlive } from '../../src/main/interruptions/live-runs.ts';

const [folder = '', runId = ''] = process.argv.slice(2);
const release = holdAlive(folder, runId);
process.on('exit', release);
process.stdout.write('started\n');
process.stdin.resume();
