import { setTimeout as pause } from 'node:timers/promises';
import type { BenchContext, Measurement } from '../measurement.ts';
import { proportionalMegabytes, requireProc } from '../processes.ts';
import { AppWindow } from '../window/app-window.ts';
import { openWindow } from '../window/open-window.ts';

/** After this nothing that belongs to the start is left, in milliseconds. */
const REST_MS = 4000;

/** Memory of all processes of the app with its list, after a search and with a conversation open, over an empty window's. */
export const memoryOverEmpty: Measurement<'memory-over-empty'> = {
  ids: ['memory-over-empty'],
  limitMs: 120_000,
  run: async context => {
    requireProc();
    const empty = await emptyWindow(context);
    const app = await AppWindow.open(context, context.database.path);
    await pause(REST_MS);
    const fresh = proportionalMegabytes(app.window.processIds());
    await app.prepareSearch('docker');
    await app.hits.first().click();
    await app.page.getByRole('region', { name: 'Conversation' }).getByRole('article').first().waitFor();
    await app.settled();
    await pause(REST_MS);
    const used = proportionalMegabytes(app.window.processIds());
    const over = (megabytes: number) => (megabytes - empty).toFixed(0);
    return {
      'memory-over-empty': {
        value: used - empty,
        unit: 'MB',
        note: `empty window ${empty.toFixed(0)} MB; with the list ${over(fresh)} MB more, after a search and an opened conversation ${over(used)} MB more`,
      },
    };
  },
};

async function emptyWindow(context: BenchContext): Promise<number> {
  const window = await openWindow(context, { kind: 'empty' });
  await pause(REST_MS);
  const megabytes = proportionalMegabytes(window.processIds());
  await window.close();
  return megabytes;
}
