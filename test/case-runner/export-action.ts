import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerDialogs } from '../support/answered-dialogs.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { toastSaying } from '../support/shown-toasts.ts';
import type { Json } from './case-file.ts';
import type { DrivenApp } from './driven-app.ts';
import type { ExportedFile, Found } from './outcome.ts';

/** Names of the formats in the dialog, and how their files end. */
const FORMATS: Readonly<Record<string, readonly [name: string, extension: string]>> = {
  json: ['JSON', 'json'],
  jsonl: ['JSON Lines', 'jsonl'],
  html: ['HTML', 'html'],
  markdown: ['Markdown', 'md'],
};

/** Exports the whole conversation of a row from its head, and reads the file. */
export async function exportConversation(app: DrivenApp, args: Json): Promise<Found> {
  const format = String(args['format']);
  const [name, extension] = FORMATS[format] ?? [];
  if (name === undefined) throw new Error(`there is no export as ${format}`);
  const path = join(temporaryFolder(), `exported.${extension ?? ''}`);
  await app.openConversation(String(args['id']));
  await answerDialogs(app.launched.app, { paths: [path] });
  await app.headActions().getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = app.page.getByRole('alertdialog');
  await dialog.locator(`input[value="${format}"]`).check();
  await dialog.getByRole('button', { name: /^Choose a file/ }).click();
  await app.done(toastSaying(app.page, /^Exported /));
  const exported = readExported(path, format);
  if (format !== 'html') return { exported };
  return { exported: { ...exported, pwned: await openedFreely(app, path) } };
}

function readExported(path: string, format: string): ExportedFile {
  const text = readFileSync(path, 'utf8');
  if (format === 'jsonl') {
    const lines = text.split('\n').filter(line => line !== '');
    return { text, sessions: lines.map(line => JSON.parse(line) as Json) };
  }
  if (format !== 'json') return { text, sessions: null };
  const parsed = JSON.parse(text) as Json | Json[];
  return { text, sessions: Array.isArray(parsed) ? parsed : [parsed] };
}

/** Opens a page in a window of its own where scripts may run, and reads what a script in it would have set. */
function openedFreely({ launched }: DrivenApp, path: string): Promise<unknown> {
  return launched.app.evaluate(async ({ BrowserWindow }, file) => {
    const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true, partition: 'exported page' } });
    await window.loadFile(file);
    // Handlers of pictures that do not load run a moment after the page has.
    await new Promise(done => setTimeout(done, 500));
    const pwned = (await window.webContents.executeJavaScript('window.__pwned ?? null')) as unknown;
    window.destroy();
    return pwned;
  }, path);
}
