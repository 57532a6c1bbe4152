import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { chromiumArgs, resolveElectron } from '../../scripts/electron-runtime.mjs';
import { testEnvironment } from './electron-app.ts';

/** How a run of the app ended. */
export interface EndedRun {
  /** Exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts the built app as a person would, from the repository's folder and without a driver, and waits until it has ended.
 *
 * @param home - its home folder.
 */
export async function runElectron(args: readonly string[], home: string): Promise<EndedRun> {
  const { exe } = await resolveElectron();
  const root = resolve(import.meta.dirname, '../..');
  const child = spawn(exe, [...chromiumArgs(exe), '--disable-gpu', '--lang=en', root, ...args], {
    env: testEnvironment(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, stdout, stderr };
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  let all = '';
  for await (const chunk of stream) all += String(chunk);
  return all;
}
