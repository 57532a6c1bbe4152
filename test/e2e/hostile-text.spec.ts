import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { expect, test, type LaunchedApp } from '../support/electron-app.ts';
import { fixtureGolden, fixturePath } from '../support/fixtures.ts';
import { HOSTILE_KINDS } from '../support/hostile-kinds.ts';
import { writeSmallDatabase } from '../support/small-database.ts';
import {
  conversation,
  openConversation,
  readThrough,
  searchMessages,
  searchResults,
  settled,
  showAll,
  waitForList,
} from '../support/shown-window.ts';

/** Each sets `window.__pwned`, loads something, or leaves the page, where it is taken for more than text. */
const HOSTILE = [
  '<script>window.__pwned = 1</script>',
  '<img src="https://evil.example/i.png" onerror="window.__pwned = 2">',
  '<svg onload="window.__pwned = 3"><use href="https://evil.example/s.svg#a"/></svg>',
  '<iframe src="https://evil.example/frame" srcdoc="<script>parent.__pwned = 4</script>"></iframe>',
  '<style>@import "https://evil.example/s.css"; body { display: none }</style>',
  '<link rel="stylesheet" href="https://evil.example/l.css"><base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<form action="https://evil.example/"><button formaction="javascript:window.__pwned=5">go</button></form>',
  '<object data="https://evil.example/o"></object><embed src="https://evil.example/e">',
  '<details open ontoggle="window.__pwned = 6"><summary>more</summary></details>',
  '<a href="javascript:window.__pwned=7">click me</a>',
  '"><script>window.__pwned = 8</script>',
  '{{constructor.constructor("window.__pwned = 9")()}} ${window.__pwned = 10}',
  '<video src="https://evil.example/v.mp4" autoplay></video><audio src="https://evil.example/a.mp3"></audio>',
];
const MARKDOWN = [
  '![remote](https://evil.example/m.png)',
  '[inert one](javascript:window.__pwned=11) [inert two](data:text/html,<script>window.__pwned=12</script>) [inert three](file:///etc/passwd) [inert four](JaVaScRiPt&#58;window.__pwned=13)',
  '[inert five](app://sessions/index.html) [inert six](vbscript:x) ![inert seven](data:image/svg+xml,<svg/onload=window.__pwned=14>)',
  '```html\n<script>window.__pwned = 15</script>\n```',
  '$$\\href{javascript:window.__pwned=16}{x}$$',
];

/** A database in which every text that is shown somewhere is hostile. */
function hostileDatabase(): string {
  const texts = [...HOSTILE, ...MARKDOWN];
  const messages = texts.flatMap((text, at) => [
    { session_id: 'h', role: 'user', content: text, timestamp: 1_787_000_000 + at * 2 },
    {
      session_id: 'h',
      role: 'assistant',
      content: text,
      reasoning: text,
      tool_calls: JSON.stringify([
        {
          id: `c${String(at)}`,
          type: 'function',
          function: { name: text, arguments: JSON.stringify({ command: text }) },
        },
      ]),
      timestamp: 1_787_000_001 + at * 2,
    },
    {
      session_id: 'h',
      role: 'tool',
      tool_call_id: `c${String(at)}`,
      tool_name: text,
      content: text,
      timestamp: 1_787_000_001.5 + at * 2,
    },
  ]);
  const sessions = [
    {
      id: 'h',
      source: HOSTILE[1],
      model: HOSTILE[0],
      title: HOSTILE[0],
      system_prompt: HOSTILE.join('\n'),
      model_config: JSON.stringify({ html: HOSTILE[2] }),
      started_at: 1_787_000_000,
      cwd: HOSTILE[3],
    },
    ...HOSTILE.slice(1).map((title, at) => ({
      id: `h${String(at)}`,
      source: 'cli',
      title,
      started_at: 1_786_000_000 + at,
    })),
  ];
  return writeSmallDatabase({ sessions, messages });
}

test('hostile texts of every column are shown as text; nothing of them runs or loads', async ({ launchApp }) => {
  const launched = await launchApp({ db: hostileDatabase() });
  const { page } = launched;
  const watched = await watchPage(launched);
  await showAll(page);
  await openConversation(page, 'h');

  const read = new Set<string>();
  await readThrough(page, async () => {
    for (const text of await conversation(page).getByRole('article').allInnerTexts()) read.add(text);
  });
  const whole = [...read].join('\n');
  for (const text of HOSTILE) expect(whole).toContain(text);
  await openEverything(page);
  await showTabs(page);
  await searchMessages(page, 'script');
  await expect(searchResults(page).getByRole('listitem').first()).toContainText('<script>');
  await searchMessages(page, 'evil.example');
  await expect(searchResults(page).getByRole('listitem').first()).toContainText('evil.example');

  await watched.expectQuiet();
  await watched.expectAlert();
});

/** Longest task that is taken, in milliseconds: five times what the bench allows (design §9). */
const LONGEST_TASK = 250;
const MAX_ELEMENTS = 1500;

for (const role of ['user', 'assistant', 'tool'] as const) {
  test(`each hostile kind as a message of role ${role} is seen as it is, costs little, widens nothing`, async ({
    launchApp,
  }) => {
    const launched = await launchApp({ db: kindsDatabase(role) });
    const { page } = launched;
    const watched = await watchPage(launched);
    await showAll(page);
    for (const [at, kind] of HOSTILE_KINDS.entries()) {
      const costs = await leastCosts(page, at);
      expect(costs.longest, kind.name).toBeLessThan(LONGEST_TASK);
      expect(costs.elements, kind.name).toBeLessThan(MAX_ELEMENTS);
      expect(costs.width, kind.name).toBeLessThanOrEqual(0);
      const seen = squeezed((role === 'tool' ? kind.seenAsOutput : undefined) ?? kind.seen ?? kind.text);
      await expect.poll(async () => (await squeezedText(conversation(page))).includes(seen), kind.name).toBe(true);
    }
    await watched.expectQuiet();
  });
}

/** What opening a kind costs on a machine that may be busy with something else: the best of a few times. */
async function leastCosts(page: Page, kind: number) {
  let least = await costsOf(page, kind);
  for (let again = 0; again < 3 && least.longest >= LONGEST_TASK; again += 1) {
    await openConversation(page, 'harmless');
    const costs = await costsOf(page, kind);
    if (costs.longest < least.longest) least = costs;
  }
  return least;
}

/** Opens a kind, its whole text where it comes clipped, and waits until all of it is drawn. */
async function costsOf(page: Page, kind: number) {
  const region = conversation(page);
  await page.evaluate(() => Reflect.set(window, 'longest', 0));
  await openConversation(page, `kind-${String(kind)}`);
  const all = region.getByRole('button', { name: /^Show all/ });
  if ((await all.count()) > 0) {
    await all.first().click();
    await expect(region.getByRole('button', { name: 'Show less' })).toBeVisible();
    await settled(page);
  }
  await expect(region.locator('[aria-busy="true"]')).toHaveCount(0);
  return page.evaluate(readCosts);
}

/** One conversation for each kind, with nothing else in it. */
function kindsDatabase(role: string): string {
  const rows = HOSTILE_KINDS.map(({ text }, at) => ({ id: `kind-${String(at)}`, text, at: 1_787_000_000 + at * 60 }));
  rows.push({ id: 'harmless', text: 'nothing to see', at: 1_786_000_000 });
  return writeSmallDatabase({
    sessions: rows.map(({ id, at }) => ({ id, source: 'cli', title: id, started_at: at })),
    messages: rows.map(({ id, text, at }) => ({ session_id: id, role, content: text, timestamp: at })),
  });
}

/** Blanks fall together where lines are broken, and fences give way to a frame; every other character counts. */
function squeezed(text: string): string {
  return text.replace(/\s+|```/g, '');
}

async function squeezedText(region: Locator): Promise<string> {
  return squeezed(await region.evaluate(element => element.textContent));
}

/** Runs in the page. */
function readCosts() {
  return {
    longest: Number(Reflect.get(window, 'longest')),
    elements: document.getElementsByTagName('*').length,
    width: document.documentElement.scrollWidth - window.innerWidth,
  };
}

for (const version of ['v01', 'v11', 'v20', 'v23'] as const) {
  test(`${version}: the html session runs and loads nothing`, async ({ launchApp }) => {
    const launched = await launchApp({ db: fixturePath(version) });
    const { page } = launched;
    const watched = await watchPage(launched);
    await showAll(page);
    const id = String(fixtureGolden(version).notes['html']);
    await openConversation(page, id);
    const read = new Set<string>();
    await readThrough(page, async () => {
      for (const text of await conversation(page).getByRole('article').allInnerTexts()) read.add(text);
    });
    expect([...read].join('\n')).toMatch(/<script>/);
    await openEverything(page);
    await showTabs(page);
    await watched.expectQuiet();
  });
}

test('the page can go nowhere, open nothing, ask for nothing and has no Node', async ({ launchApp }) => {
  const launched = await launchApp({ db: fixturePath('v23') });
  const { app, page } = launched;
  await waitForList(page);
  const address = page.url();

  const found = await page.evaluate(() =>
    ['process', 'require', 'module', 'Buffer', 'global', '__dirname', 'ipcRenderer'].filter(name => name in window),
  );
  expect(found).toEqual([]);
  expect(await page.evaluate(() => Object.keys(Reflect.get(window, 'bridge') as object).sort())).toEqual([
    'call',
    'cancel',
    'onChanged',
  ]);

  expect(
    await page.evaluate(() =>
      ['https://evil.example/', 'about:blank', 'app://sessions/index.html', 'file:///etc/passwd'].map(url =>
        window.open(url),
      ),
    ),
  ).toEqual([null, null, null, null]);
  expect(
    await app.evaluate(({ BrowserWindow, webContents }) => [
      BrowserWindow.getAllWindows().length,
      webContents.getAllWebContents().filter(one => one.getType() === 'window').length,
    ]),
  ).toEqual([1, 1]);

  expect(await app.evaluate(tryToLeave)).toEqual({
    asked: ['https://evil.example/', 'app://elsewhere/index.html'],
    left: [],
    address,
    isSamePage: true,
  });

  expect(await page.evaluate(askForPermissions)).toEqual({
    notification: 'denied',
    camera: 'refused',
    place: 'refused',
    clipboard: 'refused',
    midi: 'refused',
  });
  expect(
    await page.evaluate(async () => {
      const outcomes = [
        'https://evil.example/',
        'http://127.0.0.1:9/',
        'app://sessions/../package.json',
        'app://sessions/%2e%2e/%2e%2e/package.json',
        'app://elsewhere/x',
      ].map(async url => {
        try {
          return (await fetch(url)).ok;
        } catch {
          return false;
        }
      });
      return Promise.all(outcomes);
    }),
  ).toEqual([false, false, false, false, false]);
});

/** Runs in main, which sees every attempt. The last address is tried until the attempt was seen: those before it are over then. */
async function tryToLeave({ BrowserWindow }: typeof Electron.CrossProcessExports) {
  const contents = BrowserWindow.getAllWindows()[0]?.webContents;
  if (contents === undefined) throw new Error('there is no window');
  const asked: string[] = [];
  const left: string[] = [];
  contents.on('will-frame-navigate', ({ url }) => {
    if (!asked.includes(url)) asked.push(url);
  });
  contents.on('did-navigate', (_event, url) => left.push(url));
  const inPage = (code: string) => contents.executeJavaScript(code, true) as Promise<unknown>;
  await inPage('window.samePage = true');
  const goTo = (url: string) =>
    inPage(`{
      const link = document.createElement('a');
      link.href = ${JSON.stringify(url)};
      document.body.append(link);
      link.click();
      link.remove();
      location.assign(link.href);
    }`);
  for (const url of ['https://evil.example/', 'file:///etc/passwd', 'data:text/html,x']) await goTo(url);
  while (!asked.includes('app://elsewhere/index.html')) {
    await goTo('app://elsewhere/index.html');
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return { asked, left, address: contents.getURL(), isSamePage: await inPage('window.samePage === true') };
}

/** Runs in the page. */
async function askForPermissions() {
  const outcomeOf = (asking: Promise<unknown>) =>
    asking.then(
      () => 'granted',
      () => 'refused',
    );
  return {
    notification: await Notification.requestPermission(),
    camera: await outcomeOf(navigator.mediaDevices.getUserMedia({ video: true, audio: true })),
    place: await outcomeOf(new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))),
    clipboard: await outcomeOf(navigator.clipboard.readText()),
    midi: await outcomeOf(navigator.requestMIDIAccess({ sysex: true })),
  };
}

/** Unfolds what is folded in the messages in sight, and clicks everything that looks like a link. */
async function openEverything(page: Page): Promise<void> {
  await conversation(page).focus();
  await page.keyboard.press('Home');
  await settled(page);
  for (const folded of await conversation(page).locator('[aria-expanded="false"]').all()) {
    if (await folded.isVisible()) await folded.click();
  }
  await settled(page);
  for (const words of await conversation(page)
    .getByText(/click me|inert|more/)
    .all()) {
    if (await words.isVisible()) await words.click();
  }
  expect(
    await conversation(page)
      .locator('a')
      .evaluateAll(links =>
        links.map(link => link.getAttribute('href') ?? '').filter(href => !/^(?:https?|mailto):/.test(href)),
      ),
  ).toEqual([]);
}

async function showTabs(page: Page): Promise<void> {
  for (const name of ['Lineage', 'Usage', 'Details', 'Conversation']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await settled(page);
  }
}

/** What a page that was broken into would show, counted from inside the page and in main. */
interface Signs {
  readonly violations: string[];
  readonly pwned: unknown;
  readonly resources: string[];
  readonly elements: string[];
}

/** Loads the page anew with counters in it, before anything of the app runs. */
async function watchPage({ app, page }: LaunchedApp) {
  const noted: string[] = [];
  page.on('dialog', dialog => {
    noted.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', request => {
    if (!request.url().startsWith('app://sessions/') && !request.url().startsWith('data:image/'))
      noted.push(`request ${request.url()}`);
  });
  await countInMain(app);
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    Object.assign(window, { longest: 0 });
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) {
        Reflect.set(window, 'longest', Math.max(duration, Number(Reflect.get(window, 'longest'))));
      }
    }).observe({ entryTypes: ['longtask'] });
    document.addEventListener('securitypolicyviolation', event =>
      violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  await page.reload();
  await waitForList(page);

  const signs = () => page.evaluate(readSigns);
  return {
    expectQuiet: async () => {
      expect(await signs()).toEqual({ violations: [], pwned: undefined, resources: [], elements: [] } satisfies Signs);
      expect(await requestsInMain(app)).toEqual([]);
      expect(noted).toEqual([]);
      expect(page.url()).toBe('app://sessions/index.html');
    },
    /** The counters do count: the same signs after a real attempt. */
    expectAlert: async () => {
      await page.evaluate(() => {
        const root = document.querySelector('main, #root') ?? document.body;
        const script = document.createElement('script');
        script.textContent = 'window.__pwned = 0';
        const image = document.createElement('img');
        image.src = 'https://evil.example/control.png';
        root.append(script, image);
        void fetch('app://sessions/index.html?control');
      });
      await expect
        .poll(async () => (await signs()).violations)
        .toEqual(['script-src-elem inline', 'img-src https://evil.example/control.png']);
      expect((await signs()).elements.length).toBeGreaterThan(0);
      expect(await requestsInMain(app)).toEqual([]);
    },
  };
}

/** Runs in the page. */
function readSigns(): Signs {
  const root = document.body;
  const forbidden =
    'script, iframe, object, embed, form, base, meta, link, style, video, audio, foreignObject, [srcdoc], [formaction]';
  const all = [...root.querySelectorAll('*')];
  const handlers = all.filter(element => element.getAttributeNames().some(name => name.startsWith('on')));
  const remote = all.filter(element =>
    ['src', 'data', 'xlink:href'].some(name => /^(?!data:image\/)[a-z]+:/i.test(element.getAttribute(name) ?? '')),
  );
  return {
    violations: Reflect.get(window, 'violations') as string[],
    pwned: Reflect.get(window, '__pwned') as unknown,
    resources: performance
      .getEntriesByType('resource')
      .map(entry => entry.name)
      .filter(name => !name.startsWith('app://sessions/')),
    elements: [...root.querySelectorAll(forbidden), ...handlers, ...remote].map(element =>
      element.outerHTML.slice(0, 200),
    ),
  };
}

/** Requests of the window that are not for our own page, whether they were stopped or not. */
async function countInMain(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ session }) => {
    const requests: string[] = [];
    Object.assign(globalThis, { requests });
    const note = ({ url }: { url: string }) => {
      if (!/^(?:app:\/\/sessions\/|data:image\/|devtools:)/.test(url)) requests.push(url);
    };
    session.defaultSession.webRequest.onErrorOccurred(note);
    session.defaultSession.webRequest.onSendHeaders(note);
    session.defaultSession.webRequest.onCompleted(note);
  });
}

function requestsInMain(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(() => Reflect.get(globalThis, 'requests') as string[]);
}
