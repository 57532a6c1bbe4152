import type { Json } from './case-file.ts';
import { CHANGE_ACTIONS } from './change-actions.ts';
import type { DrivenApp } from './driven-app.ts';
import { exportConversation } from './export-action.ts';
import type { Found } from './outcome.ts';
import { readDashboard } from './read-dashboard.ts';

type AppAction = (app: DrivenApp, args: Json) => Promise<Found>;

/** What a person can do in the window, by the name that the cases give it. A call that is not here is not offered. */
export const APP_ACTIONS: Readonly<Record<string, AppAction>> = {
  ...CHANGE_ACTIONS,
  'ui.dashboard': readDashboard,
  'ui.export': exportConversation,
  'ui.switchProfile': async (app, args) => {
    await app.page.getByRole('button', { name: /^Choose database/ }).click();
    await app.page.getByRole('menuitemradio', { name: String(args['profile'] ?? args['name']) }).click();
    await app.settled();
    return { state: await stateOf(app), ...(await list(app, '')) };
  },
  'ui.list': app => list(app, ''),
  'ui.filter': async (app, args) => ({ ...(await list(app, String(args['text']))), text: String(args['text']) }),
  'ui.search': async (app, args) => {
    const text = String(args['text']);
    const tookMs = await app.search(text);
    const hits = await app.hits();
    return { text, hits, messageIds: hits.map(hit => hit.messageId), says: await app.says(), tookMs };
  },
  'ui.conversation': async (app, args) => {
    await app.watchPauses();
    const tookMs = await app.openConversation(String(args['id']));
    const messages = await app.messages();
    const longestPauseMs = await app.longestPause();
    return {
      messages,
      messageIds: messages.map(message => message.id),
      says: await app.says(),
      tookMs,
      longestPauseMs,
    };
  },
  'ui.lineage': async (app, args) => {
    await app.openConversation(String(args['id']));
    await app.page.getByRole('tab', { name: /^Lineage/ }).click();
    await app.settled();
    const items = app.page.getByRole('tree', { name: 'Lineage' }).getByRole('treeitem');
    const nodes = await items.evaluateAll(elements =>
      elements.map(item => [item.getAttribute('data-session-id') ?? '', item.getAttribute('data-edge') ?? ''] as const),
    );
    return { nodes: nodes.map(([id]) => id), edges: Object.fromEntries(nodes) };
  },
  'ui.open': async app => ({ state: await stateOf(app), says: await app.says() }),
  'ui.start': async app => {
    await app.settled();
    return { windowBounds: await windowBounds(app), ...(await list(app, '')) };
  },
  'ui.jumpToMessage': async (app, args) => {
    const id = Number(args['id']);
    await app.search(`row ${String(id)}`);
    const hit = app.page.getByRole('region', { name: 'Search results' }).locator(`[data-message-id="${String(id)}"]`);
    await hit.click();
    await app.settled();
    const top = await offsetOf(app, id);
    app.anchor = top === null ? null : { id, top };
    return { visible: top === null ? -1 : id };
  },
  'ui.scroll': async (app, args) => {
    const region = app.page.getByRole('region', { name: 'Conversation' });
    const box = await region.boundingBox();
    if (box === null) throw new Error('no conversation is open');
    await app.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const screens = Number(args['screens']);
    for (let wheel = 0; wheel < Math.abs(screens) * 10; wheel += 1) {
      await app.page.mouse.wheel(0, (Math.sign(screens) * box.height) / 10);
      await app.page.waitForTimeout(16);
    }
    await app.settled();
    return placeOfAnchor(app);
  },
  'ui.copyMessage': async (app, args) => {
    const id = String(args['id']);
    const article = app.page.locator(`article[data-message-id="${id}"]`);
    await app.scrollThrough(
      app.page.getByRole('region', { name: 'Conversation' }),
      async () => (await article.count()) > 0,
    );
    await article.getByRole('button', { name: /copy/i }).first().click();
    await app.settled();
    const copiedLength = await app.launched.app.evaluate(async ({ clipboard }) => (await clipboard.readText()).length);
    return { copiedLength };
  },
  'ui.typeWithDelays': async (app, args) => {
    const box = app.page.getByRole('searchbox', { name: String(args['box']) });
    for (const [text, delay] of args['keys'] as [string, number][]) {
      await box.fill(text);
      await app.page.waitForTimeout(delay);
    }
    await app.settled();
    return { hits: await app.hits() };
  },
};

async function list(app: DrivenApp, filter: string): Promise<Found> {
  await app.leaveOtherScreens();
  const start = performance.now();
  await app.page
    .locator('[role="option"][data-session-id]')
    .first()
    .or(app.page.getByText('No session'))
    .first()
    .waitFor();
  const tookMs = performance.now() - start;
  await app.showList(filter);
  const rows = await app.rows();
  return { ids: [...rows.keys()], rows, tookMs };
}

async function stateOf(app: DrivenApp): Promise<string> {
  await app.settled();
  const alert = app.page.locator('[data-failure]');
  if ((await alert.count()) > 0) return (await alert.first().getAttribute('data-failure')) ?? '';
  return (await app.page.getByRole('listbox', { name: 'Sessions' }).count()) > 0 ? 'open' : 'welcome';
}

/** Where the message that was jumped to is now. */
async function placeOfAnchor(app: DrivenApp): Promise<Found> {
  if (app.anchor === null) return {};
  const top = await offsetOf(app, app.anchor.id);
  return top === null ? { visible: -1 } : { visible: app.anchor.id, offsetChangedPx: Math.abs(top - app.anchor.top) };
}

/** Distance of a message from the top of the window; null where it is not in view. */
async function offsetOf(app: DrivenApp, id: number): Promise<number | null> {
  const article = app.page.locator(`article[data-message-id="${String(id)}"]`);
  if ((await article.count()) === 0) return null;
  const [box, region] = await Promise.all([
    article.first().boundingBox(),
    app.page.getByRole('region', { name: 'Conversation' }).boundingBox(),
  ]);
  if (box === null || region === null) return null;
  return box.y + box.height > region.y && box.y < region.y + region.height ? box.y : null;
}

function windowBounds(app: DrivenApp): Promise<{ x: number; y: number; width: number; height: number }> {
  return app.launched.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('there is no window');
    return window.getBounds();
  });
}
