import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { startCommand, startEnvironment, type Kind } from './command.ts';
import { Devtools, type DevtoolsEvent } from './devtools.ts';

const PATIENCE_MS = 60_000;
const END_MS = 10_000;
const REPORTED = 'benchPainted';
/** What must have been painted: a row of the session list, or the only paragraph of the empty window. */
const TARGETS = { app: '[role="option"][data-session-id]', empty: 'p' } as const;

const Attached = z.object({ sessionId: z.string(), targetInfo: z.object({ type: z.string() }) });
const Called = z.object({ name: z.string(), payload: z.string() });

/**
 * Starts a window in a new process with a new profile, and ends it again.
 *
 * @param folder - an empty folder for its home and profile.
 * @returns milliseconds from the start of the process until the first element of {@link TARGETS} was on screen.
 */
export async function startToPaint(window: Kind, folder: string): Promise<number> {
  const { exe, args } = await startCommand(window, join(folder, 'user-data'));
  const home = join(folder, 'home');
  mkdirSync(home);
  const started = Date.now();
  const child = spawn(exe, ['--remote-debugging-port=0', ...args], {
    env: startEnvironment(home),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    return (await timeOfPaint(child, TARGETS[window.kind])) - started;
  } finally {
    await end(child);
  }
}

async function timeOfPaint(child: ChildProcess, target: string): Promise<number> {
  let onEvent = (_event: DevtoolsEvent): void => undefined;
  const devtools = await Devtools.connect(await devtoolsAddress(child), event => {
    onEvent(event);
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<number>((done, fail) => {
      timer = setTimeout(fail, PATIENCE_MS, new Error('Nothing was painted in time.'));
      onEvent = event => {
        if (event.method === 'Runtime.bindingCalled') done(paintedAt(event));
        else if (event.method === 'Target.attachedToTarget') watch(devtools, event, target).catch(fail);
      };
      // New pages wait until they are being watched, so that nothing can be missed.
      devtools
        .send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
        .catch(fail);
    });
  } finally {
    clearTimeout(timer);
    devtools.close();
  }
}

function paintedAt({ params }: DevtoolsEvent): number {
  const { name, payload } = Called.parse(params);
  if (name !== REPORTED) throw new Error(`The page called ${name}.`);
  return Number(payload);
}

async function watch(connection: Devtools, { params }: DevtoolsEvent, target: string): Promise<void> {
  const { sessionId, targetInfo } = Attached.parse(params);
  const source = `(${reportPaint.toString()})(${JSON.stringify(target)}, ${JSON.stringify(REPORTED)})`;
  const commands: [string, Record<string, unknown>][] = [['Runtime.runIfWaitingForDebugger', {}]];
  if (targetInfo.type === 'page') {
    commands.unshift(
      ['Runtime.enable', {}],
      ['Runtime.addBinding', { name: REPORTED }],
      ['Page.enable', {}],
      // The first document may be there already.
      ['Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true }],
    );
  }
  // Not one after the other: a waiting page answers some of them only once it goes on.
  await Promise.all(commands.map(([method, values]) => connection.send(method, values, sessionId)));
}

/**
 * Runs in the page: reports when the first element that fits was painted, in milliseconds since 1970. The time is that
 * of the frame on screen, as the browser notes it for text that it is asked to time; the frame after next where it does not.
 */
function reportPaint(target: string, reportName: string): void {
  let reported = false;
  const report = (time: number): void => {
    if (reported) return;
    reported = true;
    Reflect.get(window, reportName)(String(performance.timeOrigin + time));
  };
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (entry.startTime > 0) report(entry.startTime);
  }).observe({ type: 'element', buffered: true });
  const look = (): boolean => {
    const found = document.querySelector(target);
    if (found === null) return false;
    for (const element of [found, ...found.querySelectorAll('*')]) element.setAttribute('elementtiming', 'bench');
    requestAnimationFrame(() => {
      requestAnimationFrame(time => {
        // The entry, where there is one, comes with the next task at the latest.
        setTimeout(report, 200, time);
      });
    });
    return true;
  };
  const observer = new MutationObserver(() => {
    if (look()) observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
  if (look()) observer.disconnect();
}

function devtoolsAddress(child: ChildProcess): Promise<string> {
  const { stderr } = child;
  if (stderr === null) throw new Error('The process has no stderr.');
  return new Promise((done, fail) => {
    let text = '';
    stderr.on('data', data => {
      text += String(data);
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (address !== undefined) done(address);
    });
    child.once('error', fail);
    child.once('exit', code => {
      fail(new Error(`The window ended by itself (exit code ${code}). ${text.slice(-500)}`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await ended;
  clearTimeout(timer);
}
