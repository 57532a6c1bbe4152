import { writeFile } from 'node:fs/promises';
import type { BrowserWindow } from 'electron';

/** Longest wait for the page to say that it is ready, in milliseconds. */
const PATIENCE = 20_000;
/** Between two looks at the page, in milliseconds. */
const INTERVAL = 50;

/**
 * Renders a window into a PNG file once its page has settled: `data-ready` on the document element says that nothing
 * is being fetched.
 *
 * @param path - absolute path of the file; it is replaced where it exists.
 * @throws Error where the page does not settle in time or the file cannot be written.
 */
export async function captureWindow(window: BrowserWindow, path: string): Promise<void> {
  await pageReady(window);
  const image = await window.webContents.capturePage();
  if (image.isEmpty()) throw new Error('The window has no picture; is a display running?');
  await writeFile(path, image.toPNG());
}

async function pageReady(window: BrowserWindow): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  const settled =
    'new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(document.documentElement.dataset.ready === "true"))))';
  while (Date.now() < deadline) {
    if (!window.webContents.isLoading() && (await window.webContents.executeJavaScript(settled)) === true) return;
    await new Promise(resolve => setTimeout(resolve, INTERVAL));
  }
  throw new Error('The window did not finish drawing in time.');
}
