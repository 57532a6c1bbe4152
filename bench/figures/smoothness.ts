import type { Measurement } from '../measurement.ts';
import { percentile } from '../statistics.ts';
import { AppWindow } from '../window/app-window.ts';
import { startFrames, stopFrames } from '../window/frames.ts';
import { recordTasks } from '../window/tasks.ts';

const IDLE_MS = 4000;
const KEY_MS = 90;
const WHEEL_MS = 24;
const TYPED = { filter: 'server error', search: 'docker container' } as const;

/** Typing into both boxes and scrolling list, hits and a conversation: tasks, frames and elements all the while. */
export const smoothness: Measurement<'longest-task' | 'frame-p99' | 'dom-nodes'> = {
  ids: ['longest-task', 'frame-p99', 'dom-nodes'],
  limitMs: 120_000,
  run: async context => {
    const app = await AppWindow.open(context, context.database.path);
    const { page } = app;
    await app.prepareSearch('docker');
    await app.clearSearch();
    await app.goTo('Sessions');
    await app.settled();

    await page.evaluate(startFrames);
    await page.waitForTimeout(IDLE_MS);
    const idle = await page.evaluate(stopFrames);

    const stopTasks = await recordTasks(app.window.app, context.makeFolder());
    await page.evaluate(startFrames);
    await useTheApp(app);
    const busy = await page.evaluate(stopFrames);
    const tasks = await stopTasks();

    const [longest] = tasks;
    if (longest === undefined) throw new Error('The trace holds no tasks.');
    return {
      'longest-task': {
        value: longest.ms,
        unit: 'ms',
        note: tasks
          .slice(0, 5)
          .map(({ thread, ms }) => `${thread} ${ms.toFixed(0)}`)
          .join(', '),
      },
      'frame-p99': { value: percentile(busy.frames, 0.99), unit: 'ms', floor: percentile(idle.frames, 0.99) },
      'dom-nodes': { value: Math.max(...busy.elements), unit: 'elements' },
    };
  },
};

async function useTheApp(app: AppWindow): Promise<void> {
  const { page } = app;
  await app.filterBox.pressSequentially(TYPED.filter, { delay: KEY_MS });
  await app.settled();
  await app.filterBox.fill('');
  await app.settled();
  await app.rows.first().hover();
  await wheel(app, 60, 500);
  await wheel(app, 60, -500);
  await app.searchBox.focus();
  await page.keyboard.type(TYPED.search, { delay: KEY_MS });
  await app.hits.first().waitFor();
  await app.settled();
  await app.hits.first().hover();
  await wheel(app, 50, 400);
  await wheel(app, 50, -400);
  await app.hits.first().click();
  const messages = page.getByRole('region', { name: 'Conversation' }).getByRole('article');
  await messages.first().waitFor();
  await app.settled();
  await page.getByRole('region', { name: 'Conversation' }).hover();
  await wheel(app, 80, -500);
  await wheel(app, 80, 500);
}

async function wheel({ page }: AppWindow, times: number, pixels: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await page.mouse.wheel(0, pixels);
    await page.waitForTimeout(WHEEL_MS);
  }
}
