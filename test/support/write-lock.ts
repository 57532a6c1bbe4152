import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** Another process takes the write lock, says so, and lets go after a while. */
export async function lockFor(path: string, milliseconds: number): Promise<void> {
  const script = `const db = new (require('better-sqlite3'))(process.argv[1]); db.exec('BEGIN IMMEDIATE');
    process.stdout.write('locked'); setTimeout(() => { db.exec('COMMIT'); db.close(); }, Number(process.argv[2]))`;
  const child = spawn(process.execPath, ['-e', script, path, String(milliseconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise(resolve => child.once('exit', resolve));
  onTestFinished(async () => {
    await exited;
  });
  await new Promise(resolve => child.stdout.once('data', resolve));
}
