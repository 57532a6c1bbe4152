import type { Measurement } from '../measurement.ts';
import { AppWindow } from '../window/app-window.ts';
import { startFrames, stopFrames } from '../window/frames.ts';
import { recordTasks } from '../window/tasks.ts';
import { findMiddleHit } from './open-at-hit.ts';

/** Steps from one end of the scroll to the other. */
const STEPS = 120;
const STEP_MS = 40;

/** The longest lineage opened at a hit and scrolled from end to end: the longest task and the most elements meanwhile. */
export const reading: Measurement<'reading-task' | 'reading-nodes'> = {
  ids: ['reading-task', 'reading-nodes'],
  limitMs: 120_000,
  run: async context => {
    const hit = await findMiddleHit(context);
    const app = await AppWindow.open(context, context.database.path);
    await app.prepareSearch(hit.word);
    const stopTasks = await recordTasks(app.window.app, context.makeFolder());
    await app.page.evaluate(startFrames);
    await app.hitToPaint(hit.messageId);
    await app.page.evaluate(scrollThrough, { steps: STEPS, stepMs: STEP_MS });
    const { elements } = await app.page.evaluate(stopFrames);
    const tasks = await stopTasks();
    const named = tasks.slice(0, 5).map(({ thread, ms }) => `${thread} ${ms.toFixed(0)}`);
    return {
      'reading-task': {
        value: tasks[0]?.ms ?? Number.NaN,
        unit: 'ms',
        note: `${hit.items} items in ${hit.segments.length} segments: ${named.join(', ')}`,
      },
      'reading-nodes': { value: Math.max(...elements), unit: 'elements' },
    };
  },
};

/** Runs in the page: scrolls the conversation from its beginning to its end. */
async function scrollThrough({ steps, stepMs }: { steps: number; stepMs: number }): Promise<void> {
  const region = document.querySelector('section[aria-label="Conversation"]');
  const scrollers = [region, ...(region?.querySelectorAll('*') ?? [])];
  const scroller = scrollers.find(element => element !== null && element.scrollHeight > element.clientHeight + 1000);
  if (scroller === undefined || scroller === null) throw new Error('The conversation does not scroll.');
  for (let step = 0; step <= steps; step += 1) {
    scroller.scrollTop = (scroller.scrollHeight * step) / steps;
    await new Promise(done => setTimeout(done, stepMs));
  }
}
