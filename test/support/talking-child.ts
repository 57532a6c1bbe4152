import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Another process that is told and says lines. */
export interface TalkingChild {
  readonly tell: (line: string) => void;
  /** The next line that it says; null after its last. */
  readonly hear: () => Promise<string | null>;
  /** Says that no more lines come. */
  readonly end: () => void;
  /** Ends it at once, as a crash or an impatient user does. */
  readonly kill: () => void;
  readonly ended: Promise<Ended>;
}

/** How a process is started. */
export interface ChildStart {
  /** Program that runs the script; this Node unless given. */
  readonly executable?: string;
  /** Told of each line as it comes. */
  readonly onLine?: (line: string) => void;
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
}

/** Starts a script of this folder; it does not outlive the running test. */
export function startChild(
  script: string,
  args: readonly string[],
  { executable = process.execPath, onLine = () => undefined, nodeOptions = [] }: ChildStart = {},
): TalkingChild {
  const child = spawn(executable, [...nodeOptions, join(import.meta.dirname, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // A killed process takes no more lines, which is no error here.
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close').then(([code, signal]: unknown[]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', onLine);
  const said = lines[Symbol.asyncIterator]();
  return {
    tell: line => child.stdin.write(`${line}\n`),
    hear: async () => {
      const next = await said.next();
      return next.done === true ? null : next.value;
    },
    end: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
    ended: closed,
  };
}
