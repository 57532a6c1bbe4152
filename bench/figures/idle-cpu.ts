import { setTimeout as pause } from 'node:timers/promises';
import type { Measurement } from '../measurement.ts';
import { processorSeconds, requireProc } from '../processes.ts';
import { AppWindow } from '../window/app-window.ts';
import { openWindow } from '../window/open-window.ts';

const REST_MS = 5000;
/** Long enough that one tick of the clock is a fiftieth of the budget. */
const WATCH_MS = 20_000;

/** Processor time of all processes while the window is open and nobody touches it, beside an empty window. */
export const idleCpu: Measurement<'idle-cpu'> = {
  ids: ['idle-cpu'],
  limitMs: 90_000,
  run: async context => {
    requireProc();
    const empty = await openWindow(context, { kind: 'empty' });
    const app = await AppWindow.open(context, context.database.path);
    await pause(REST_MS);
    const groups = [app.window.processIds(), empty.processIds()] as const;
    const start = performance.now();
    const before = groups.map(processorSeconds);
    await pause(WATCH_MS);
    const seconds = (performance.now() - start) / 1000;
    const [used = 0, floor = 0] = groups.map(
      (pids, at) => ((processorSeconds(pids) - (before[at] ?? 0)) / seconds) * 100,
    );
    return { 'idle-cpu': { value: used, unit: '%', floor, note: 'of one core' } };
  },
};
