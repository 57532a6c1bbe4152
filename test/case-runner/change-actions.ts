import type { Locator } from '@playwright/test';
import { toastSaying } from '../support/shown-toasts.ts';
import type { Json } from './case-file.ts';
import type { DrivenApp } from './driven-app.ts';
import type { Found } from './outcome.ts';
import { sessionIds } from './prepared-case.ts';

type ChangeAction = (app: DrivenApp, args: Json) => Promise<Found>;

/** What changes the file, as a person does it in the window. */
export const CHANGE_ACTIONS: Readonly<Record<string, ChangeAction>> = {
  'ui.rename': async (app, args) => {
    await app.openConversation(String(args['id']));
    await app.headActions().getByRole('button', { name: 'Rename' }).click();
    const field = app.page.getByRole('textbox', { name: 'New title' });
    await field.fill(String(args['title']));
    const start = performance.now();
    await field.press('Enter');
    const renamed = toastSaying(app.page, /^(?:Renamed|Title removed)/);
    const refused = app.page.getByRole('alert').filter({ hasText: /\S/ });
    await app.done(renamed.or(refused), 'anyhow');
    const tookMs = performance.now() - start;
    const refusal = await textOf(refused);
    return { renamed: (await renamed.count()) > 0, refusal, says: await app.says(), tookMs };
  },
  'ui.pin': (app, args) => press(app, args, ['Pin', 'Unpin'], /^(?:Unp|P)inned/),
  'ui.archive': (app, args) => press(app, args, ['Archive', 'Unarchive'], /^(?:Una|A)rchived/),
  'ui.delete': deleteConversation,
  'ui.deleteConversation': deleteConversation,
  'ui.undo': async app => {
    await app.page.keyboard.press('ControlOrMeta+z');
    await app.done(toastSaying(app.page, /^Undone/));
    return { says: await app.says() };
  },
  'ui.prune': prune,
};

/** Presses one of two buttons in the head of a conversation, whichever it has. */
async function press(app: DrivenApp, args: Json, [on, off]: readonly [string, string], says: RegExp): Promise<Found> {
  await app.openConversation(String(args['id']));
  const name = (args['on'] ?? true) === true ? on : off;
  await app.headActions().getByRole('button', { name, exact: true }).click();
  await app.done(toastSaying(app.page, says));
  return { says: await app.says(), refusal: null };
}

async function deleteConversation(app: DrivenApp, args: Json): Promise<Found> {
  await app.openConversation(String(args['id']));
  const before = sessionIds(app.path);
  await app.headActions().getByRole('button', { name: 'Delete', exact: true }).click();
  await app.page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await app.done(toastSaying(app.page, /^Deleted/));
  return { says: await app.says(), refusal: null, deletes: gone(before, sessionIds(app.path)) };
}

/** The dry run of the prune panel, then its execution. */
async function prune(app: DrivenApp, args: Json): Promise<Found> {
  await app.goTo('Settings');
  const panel = app.page.getByRole('region', { name: 'Settings' });
  const { olderThanDays, source } = args;
  if (typeof olderThanDays === 'number') await panel.getByLabel('Older than').fill(String(olderThanDays));
  if (args['by'] !== undefined) {
    const name = args['by'] === 'started' ? 'Started' : 'Last active';
    await panel.getByRole('radiogroup', { name: 'Age counts from' }).getByRole('radio', { name }).click();
  }
  if (typeof source === 'string') await panel.getByLabel('Source').selectOption(source);
  if (args['includePinned'] === true) await panel.getByLabel('Pinned').check();
  if (args['includeArchived'] === true) await panel.getByLabel('Archived').check();
  await panel.getByRole('button', { name: 'Dry run' }).click();
  const plan = panel.getByRole('group', { name: 'Dry run' });
  await plan.waitFor();
  const ids = await plan
    .locator('tr[data-session-id]')
    .evaluateAll(rows => rows.map(row => row.getAttribute('data-session-id') ?? ''));
  if (ids.length === 0) return { ids, deletes: [], says: await plan.innerText() };
  const before = sessionIds(app.path);
  await panel.getByRole('button', { name: 'Prune', exact: true }).click();
  await app.page.getByRole('alertdialog').getByRole('button', { name: 'Prune', exact: true }).click();
  await app.done(toastSaying(app.page, /^Pruned/));
  return { ids, deletes: gone(before, sessionIds(app.path)), says: await app.says() };
}

function gone(before: readonly string[], after: readonly string[]): string[] {
  const left = new Set(after);
  return before.filter(id => !left.has(id));
}

async function textOf(words: Locator): Promise<string | null> {
  return (await words.count()) === 0 ? null : (await words.allInnerTexts()).join('\n');
}
