import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild, type TalkingChild } from './talking-child.ts';

/** What a process of the stress test says at its end. */
export interface StressReport {
  readonly role: string;
  /** One for each message that was appended. */
  readonly tokens: string[];
  rounds: number;
  readonly errors: string[];
  /** As `WriteStatistics`; of a reader the longest round. */
  byAttempts: readonly number[];
  longestMs: number;
}

/** How long and how hard. */
export interface StressPlan {
  readonly path: string;
  /** Names of sessions, one for each writer. */
  readonly writers: readonly string[];
  readonly readers: number;
  /** Milliseconds that SQLite waits for a lock in a writer; the product's own unless given. */
  readonly busyMs?: number;
  readonly seconds: number;
  /** Goes on until so many attempts were repeated, for fifteen times as long at most. */
  readonly retries: number;
}

/** What came of it. */
export interface StressOutcome {
  readonly reports: readonly StressReport[];
  /** Bytes of the largest log seen. */
  readonly largestLog: number;
}

/** Runs writers, readers and one process that blocks them, all at once. */
export async function stress(plan: StressPlan): Promise<StressOutcome> {
  let retries = 0;
  const onLine = (line: string) => (retries += Number(line === 'retry'));
  const start = (role: string, name: string) =>
    startChild('stress-process.ts', [role, plan.path, name, role === 'writer' ? String(plan.busyMs ?? '') : ''], {
      onLine,
    });
  const children = [
    ...plan.writers.map(name => start('writer', name)),
    ...Array.from({ length: plan.readers }, (_value, at) => start('reader', String(at))),
    start('blocker', 'blocker'),
  ];
  for (const child of children) await hearUntil(child, line => line === 'ready');
  for (const child of children) child.tell('go');
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  let largestLog = 0;
  while (elapsed() < plan.seconds || (retries < plan.retries && elapsed() < 15 * plan.seconds)) {
    largestLog = Math.max(largestLog, statSync(`${plan.path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
    await wait(50);
  }
  for (const child of children) child.tell('stop');
  const reports = await Promise.all(
    children.map(async child => {
      const report = JSON.parse(await hearUntil(child, line => line.startsWith('{'))) as StressReport;
      const { code } = await child.ended;
      if (code !== 0) throw new Error(`a process ended with ${String(code)}`);
      return report;
    }),
  );
  return { reports, largestLog };
}

async function hearUntil(child: TalkingChild, isWanted: (line: string) => boolean): Promise<string> {
  for (;;) {
    const line = await child.hear();
    if (line === null) throw new Error('a process ended before it was told to');
    if (isWanted(line)) return line;
  }
}
