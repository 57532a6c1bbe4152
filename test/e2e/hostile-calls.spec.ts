import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/electron-app.ts';
import { fixturePath, temporaryFolder } from '../support/fixtures.ts';
import { ordinaryUser } from '../support/ordinary-user.ts';
import { waitForList } from '../support/shown-window.ts';

const user = ordinaryUser();
test.afterEach(() => {
  user.giveBack();
});

/** Expressions, because some of what they make cannot be sent from here to the page. */
const MALFORMED = [
  'undefined',
  'null',
  '[]',
  '({})',
  '({ callId: { toString: 1, valueOf: 1 }, feature: "app", method: "info", input: {} })',
  '({ callId: 1, feature: "__proto__", method: "toString", input: {} })',
  '({ callId: 1, feature: "sessions", method: "constructor", input: {} })',
  '({ callId: 1, feature: "app", method: "info", input: [] })',
  '({ callId: 1, feature: "x".repeat(1e6), method: "y".repeat(1e6), input: {} })',
];

test('malformed calls are answered by an error, odd cancellations by nothing, and the app goes on', async ({
  launchApp,
}) => {
  const { page, faults } = await launchApp({ db: fixturePath('v23') });
  await waitForList(page);
  for (const request of MALFORMED) {
    const reply: unknown = await page.evaluate(`window.bridge.call(${request})`);
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
  }
  for (const id of ['undefined', 'null', '{}', '[]', '{ toString: 1, valueOf: 1 }', 'NaN', '-1']) {
    await page.evaluate(`window.bridge.cancel(${id})`);
  }

  const good = '{ callId: 5, feature: "app", method: "info", input: {} }';
  expect(await page.evaluate(`window.bridge.call(${good})`)).toMatchObject({ ok: true });
  expect(faults).toEqual([]);
});

test('a thousand calls at once are all answered, and nothing is said about it', async ({ launchApp }) => {
  const { page, faults } = await launchApp({ db: fixturePath('v23') });
  await waitForList(page);
  const answered = await page.evaluate(`Promise.all(Array.from({ length: 1000 }, (_, at) =>
    window.bridge.call({ callId: 1e6 + at, feature: 'usage', method: 'totals', input: {} }),
  )).then(replies => replies.filter(reply => reply.ok).length)`);

  expect(answered).toBe(1000);
  expect(faults).toEqual([]);
});

test('a profile folder that cannot be written does not keep the app from starting', async ({ launchApp }) => {
  const userDataDir = join(temporaryFolder(), 'profile');
  mkdirSync(userDataDir);
  user.takeAway(userDataDir, 0o755);
  const { page } = await launchApp({ db: fixturePath('v23'), userDataDir, startsAs: user.startsAs });

  await waitForList(page);
});
