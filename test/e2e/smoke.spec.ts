import { expect, test } from '../support/electron-app.ts';
import { stillRunning } from '../support/processes.ts';

test('without a database the app welcomes and says where it looked', async ({ launchApp }) => {
  const { page } = await launchApp();

  await expect(page.getByRole('button', { name: 'Open database…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Explore sample data' })).toBeVisible();
  await expect(page.getByText('~/.hermes/state.db')).toBeVisible();
});

test('closing the window ends every process', async ({ launchApp }) => {
  const { app, page, processIds } = await launchApp();
  await expect(page.getByRole('button', { name: 'Open database…' })).toBeVisible();
  const ids = processIds();
  expect(ids.length).toBeGreaterThan(2);

  await app.evaluate(({ BrowserWindow }) => {
    // After the answer: the app may be gone before it could be sent.
    setTimeout(() => {
      for (const window of BrowserWindow.getAllWindows()) window.close();
    }, 100);
  });

  await expect.poll(() => stillRunning(ids), { timeout: 10_000 }).toEqual([]);
});
