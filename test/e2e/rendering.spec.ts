import type { Locator, Page } from '@playwright/test';
import { expect, test, type LaunchedApp } from '../support/electron-app.ts';
import { writeSmallDatabase } from '../support/small-database.ts';
import { conversation, openConversation, settled, showAll } from '../support/shown-window.ts';

const IMAGE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const LINES = Array.from({ length: 900 }, (_, at) => `const value${String(at)} = "${String(at)}";`);
const ANSWER = ['Look:', '```ts', 'const a = 1; // one', '```', 'The end of **it**.'].join('\n');

/** An image of five megabytes: what stands behind its end is left aside by whoever draws it. */
function largeImage(): string {
  const [head = '', data = ''] = IMAGE.split(',');
  return `${head},${Buffer.concat([Buffer.from(data, 'base64'), Buffer.alloc(5_000_000)]).toString('base64')}`;
}

/** Runs in the page. */
function isDrawn(image: Element): boolean {
  return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
}

/** A conversation of one message. */
function oneMessage(content: string, role = 'assistant'): string {
  return writeSmallDatabase({
    sessions: [{ id: 'one', source: 'cli', title: 'One', started_at: 1_787_000_000 }],
    messages: [{ session_id: 'one', role, content, timestamp: 1_787_000_000 }],
  });
}

async function openOne({ page }: LaunchedApp): Promise<Locator> {
  await showAll(page);
  await openConversation(page, 'one');
  return conversation(page).getByRole('article').first();
}

function requestsOf(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', request => urls.push(request.url()));
  return urls;
}

test('code of any length has its colours, by the lines in sight, from another thread', async ({ launchApp }) => {
  const launched = await launchApp({ db: oneMessage(['```ts', ...LINES, '```'].join('\n')) });
  const article = await openOne(launched);
  const code = article.locator('pre').first();
  await conversation(launched.page).focus();
  await launched.page.keyboard.press('Home');
  await expect(
    code
      .locator('span')
      .filter({ hasText: /^const/ })
      .first(),
  ).toBeVisible();
  expect(launched.page.workers().length).toBeGreaterThan(0);
  const count = () => article.evaluate(element => element.querySelectorAll('*').length);
  expect(await count()).toBeLessThan(400);

  // What is far away is text, then lines, then coloured lines, as it comes near.
  const middle = LINES[400] ?? '';
  expect(await code.evaluate(element => element.textContent)).toContain(middle);
  await code.evaluate(element => element.scrollTo({ top: element.scrollHeight / 2 }));
  await expect
    .poll(() =>
      code.evaluate(element => {
        const { top, bottom } = element.getBoundingClientRect();
        const seen = [...element.querySelectorAll('span')].map(span => span.getBoundingClientRect());
        return seen.filter(box => box.top > top && box.bottom < bottom).length;
      }),
    )
    .toBeGreaterThan(20);
  expect(await count()).toBeLessThan(400);

  const isWrapped = () => code.evaluate(element => getComputedStyle(element).whiteSpace !== 'pre');
  expect(await isWrapped()).toBe(true);
  const wrap = article.getByRole('button', { name: 'Wrap long lines' });
  await wrap.click();
  await expect(wrap).toHaveAttribute('aria-pressed', 'false');
  expect(await isWrapped()).toBe(false);
  await launched.page.reload();
  await expect((await openOne(launched)).getByRole('button', { name: 'Wrap long lines' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  expect(launched.faults).toEqual([]);
});

test('the whole of a long answer is formatted as its beginning is', async ({ launchApp }) => {
  const lines = [...LINES, ...LINES].join('\n');
  const text = `# Title\n\n\`\`\`ts\n${lines}\n\`\`\`\n\nThe **end** of it.`;
  const launched = await launchApp({ db: oneMessage(text) });
  const article = await openOne(launched);
  await article.getByRole('button', { name: /^Show all/ }).click();
  await expect(article.locator('strong')).toHaveText('end');
  const code = article.locator('pre');
  expect(await code.evaluate(element => element.textContent)).toBe(lines);
  expect(await article.evaluate(element => element.querySelectorAll('*').length)).toBeLessThan(400);
});

test('formulas are drawn from the package; money is money; a broken one is its source', async ({ launchApp }) => {
  const text = 'So $E = mc^2$ and \\(a_1\\).\n\n$$\n\\frac{1}{2}\n$$\n\nBroken: $\\frac{1}{$.';
  const db = writeSmallDatabase({
    sessions: [{ id: 'one', source: 'cli', title: 'One', started_at: 1_787_000_000 }],
    messages: [text, 'From $5 to $10.', '**Only** $5_000 and $HOME/$USER'].map((content, at) => ({
      ...{ session_id: 'one', role: 'assistant', content, timestamp: 1_787_000_000 + at },
    })),
  });
  const launched = await launchApp({ db });
  const asked = requestsOf(launched.page);
  const article = await openOne(launched);
  await expect(article.locator('.katex')).toHaveCount(3);
  await expect(article.locator('.katex-display')).toHaveCount(1);
  await expect(article).toContainText('Broken: $\\frac{1}{$');
  const others = conversation(launched.page).getByRole('article');
  await expect(others.nth(1)).toContainText('From $5 to $10.');
  await expect(others.nth(2)).toContainText('Only $5_000 and $HOME/$USER');
  await expect.poll(() => launched.page.evaluate(() => document.fonts.check('16px KaTeX_Math'))).toBe(true);
  expect(asked.filter(url => !url.startsWith('app://sessions/'))).toEqual([]);
  expect(launched.faults).toEqual([]);
});

test('a diagram is drawn on a click, in a frame that reaches nothing', async ({ launchApp }) => {
  const source =
    'flowchart LR\n  A[Here] --> B["<img src=https://evil.example/x onerror=parent.__pwned=1>"]\n  click A "javascript:alert(1)"';
  const launched = await launchApp({
    db: oneMessage(`\`\`\`mermaid\n${source}\n\`\`\`\n\n\`\`\`mermaid\nflowchart LR\n A[ --> (\n\`\`\``),
  });
  const { page } = launched;
  const asked = requestsOf(page);
  const article = await openOne(launched);
  await expect(article).toContainText('A[Here]');
  expect(asked.filter(url => /diagram\.html|mermaid/.test(url))).toEqual([]);

  await article.getByRole('button', { name: 'Draw diagram' }).first().click();
  const frame = article.locator('iframe[title="Diagram"]');
  await expect.poll(() => frame.evaluate(element => element.clientHeight)).toBeGreaterThan(40);
  const inside = page.frames().find(one => one.url().endsWith('/diagram.html'));
  expect(
    await inside?.evaluate(async () => ({
      origin: window.origin,
      words: document.body.innerText.includes('Here'),
      parent: (() => {
        try {
          return typeof parent.document;
        } catch {
          return 'refused';
        }
      })(),
      bridge: 'bridge' in window,
      network: await fetch('app://sessions/index.html').then(
        () => 'answered',
        () => 'refused',
      ),
      images: [...document.querySelectorAll('img, image')].length,
    })),
  ).toEqual({ origin: 'null', words: true, parent: 'refused', bridge: false, network: 'refused', images: 0 });
  expect(asked.filter(url => !url.startsWith('app://sessions/'))).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, '__pwned') as unknown)).toBeUndefined();

  await article.getByRole('button', { name: 'Back to the code' }).click();
  await expect(article.locator('iframe')).toHaveCount(0);
  await article.getByRole('button', { name: 'Draw diagram' }).last().click();
  await expect(article.getByRole('alert')).toContainText('cannot be drawn');
  await expect(article).toContainText('A[ --> (');
});

test('an image of a message opens, fitted or pixel by pixel, and one elsewhere is an address', async ({
  launchApp,
}) => {
  const parts = [
    { type: 'image_url', image_url: { url: IMAGE } },
    { type: 'image_url', image_url: { url: 'https://evil.example/a.png' } },
    { type: 'image_url', image_url: { url: largeImage() } },
  ];
  const launched = await launchApp({ db: oneMessage(`\0json:${JSON.stringify(parts)}`, 'user') });
  const { page } = launched;
  const asked = requestsOf(page);
  const article = await openOne(launched);
  await expect(article).toContainText('https://evil.example/a.png');
  const opener = article.getByRole('button', { name: /^Open Image/ }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await expect(viewer).toContainText('1 × 1 px');
  await expect(viewer.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true');
  await viewer.getByRole('button', { name: '100 %' }).click();
  await expect(viewer.getByRole('button', { name: '100 %' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(article.getByRole('button', { name: /^Open Image/ })).toHaveCount(1);
  await article.getByRole('button', { name: 'Show it' }).click();
  await expect(article.getByRole('button', { name: /^Open Image/ })).toHaveCount(2);
  await expect.poll(() => article.locator('img').last().evaluate(isDrawn)).toBe(true);
  expect(asked.filter(url => !/^(?:app:\/\/sessions\/|data:image\/)/.test(url))).toEqual([]);
});

test('a message is shown as stored, and copied as text, as Markdown and as a link', async ({ launchApp }) => {
  const launched = await launchApp({ db: oneMessage(`${ANSWER}\u001b[1m\u202E`) });
  const { app, page } = launched;
  const article = await openOne(launched);
  const clipboard = () => app.evaluate(electron => electron.clipboard.readText());
  const choose = async (name: string) => {
    await article.getByRole('button', { name: 'More about this message' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await expect(article.locator('strong')).toHaveText('it');

  await choose('Copy as Markdown');
  await expect
    .poll(clipboard)
    .toMatch(/^## Assistant, .*\n\nLook:\n```ts\nconst a = 1; \/\/ one\n```\nThe end of \*\*it\*\*\./);
  await choose('Copy link');
  await expect.poll(clipboard).toBe('hermes-sessions://session/one?message=1');
  await choose('Copy message');
  await expect.poll(clipboard).toContain(ANSWER);

  const height = (await article.boundingBox())?.height;
  await article.hover();
  expect((await article.boundingBox())?.height).toBe(height);
  await article.getByRole('button', { name: 'Show as stored' }).click();
  await expect(article.locator('strong')).toHaveCount(0);
  await expect(article).toContainText('The end of **it**.␛[1m⟪U+202E⟫');
  await article.getByRole('button', { name: 'Show as stored' }).click();
  await settled(page);
  await expect(article.locator('strong')).toHaveText('it');
});
