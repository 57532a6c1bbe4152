import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { z } from 'zod';

/** Main threads of the window's page and of the app, by the names that Chromium gives them. */
const THREADS: ReadonlyMap<string, string> = new Map([
  ['CrRendererMain', 'renderer'],
  ['CrBrowserMain', 'main'],
]);
const TASK = 'ThreadControllerImpl::RunTask';

const Trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      args: z.object({ name: z.string().optional() }).optional(),
    }),
  ),
});

/** One turn of a main thread. */
export interface Task {
  readonly thread: string;
  readonly ms: number;
}

/**
 * Records every task of the two main threads, by the browser's own tracing.
 *
 * @param folder - for the trace.
 * @returns what ends the recording and gives the tasks, the longest first.
 */
export async function recordTasks(app: ElectronApplication, folder: string): Promise<() => Promise<Task[]>> {
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ['toplevel'], excluded_categories: ['*'] }),
  );
  return async () => {
    const path = join(folder, 'trace.json');
    await app.evaluate(({ contentTracing }, file) => contentTracing.stopRecording(file), path);
    return tasksOf(Trace.parse(JSON.parse(readFileSync(path, 'utf8'))).traceEvents);
  };
}

function tasksOf(events: z.infer<typeof Trace>['traceEvents']): Task[] {
  const threads = new Map<string, string>();
  for (const { name, pid, tid, args } of events) {
    const thread = name === 'thread_name' ? THREADS.get(args?.name ?? '') : undefined;
    if (thread !== undefined) threads.set(`${pid} ${tid}`, thread);
  }
  return events
    .flatMap(({ name, ph, pid, tid, dur }) => {
      const thread = threads.get(`${pid} ${tid}`);
      return name === TASK && ph === 'X' && thread !== undefined ? [{ thread, ms: (dur ?? 0) / 1000 }] : [];
    })
    .sort((a, b) => b.ms - a.ms);
}
