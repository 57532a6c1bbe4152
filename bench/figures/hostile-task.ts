import { join } from 'node:path';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { HOSTILE_KINDS } from '../../test/support/hostile-kinds.ts';
import type { BenchContext, Measurement } from '../measurement.ts';
import { AppWindow } from '../window/app-window.ts';
import { recordTasks } from '../window/tasks.ts';

/** Each hostile kind as an answer, opened one after the other: the longest task until it is shown. */
export const hostileTask: Measurement<'hostile-task'> = {
  ids: ['hostile-task'],
  limitMs: 180_000,
  run: async context => {
    const app = await AppWindow.open(context, writeKinds(context));
    const costs: { kind: string; ms: number }[] = [];
    for (const [at, { name }] of HOSTILE_KINDS.entries()) {
      const stopTasks = await recordTasks(app.window.app, context.makeFolder());
      await app.page.locator(`[role="option"][data-session-id="kind-${at}"]`).click();
      await app.page.locator('article:not([aria-busy="true"])').first().waitFor();
      await app.settled();
      const [longest] = await stopTasks();
      costs.push({ kind: name, ms: longest?.ms ?? Number.NaN });
    }
    costs.sort((a, b) => b.ms - a.ms);
    return {
      'hostile-task': {
        value: costs[0]?.ms ?? Number.NaN,
        unit: 'ms',
        note: costs
          .slice(0, 5)
          .map(({ kind, ms }) => `${kind} ${ms.toFixed(0)}`)
          .join(', '),
      },
    };
  },
};

function writeKinds(context: BenchContext): string {
  const path = join(context.makeFolder(), 'state.db');
  const db = new SessionDB(path);
  for (const [at, { text }] of HOSTILE_KINDS.entries()) {
    const sessionId = `kind-${at}`;
    db.createSession({ sessionId, source: 'cli' });
    db.appendMessage({ sessionId, role: 'assistant', content: text });
  }
  db.close();
  return path;
}
