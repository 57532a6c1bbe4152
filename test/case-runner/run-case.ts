import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startVirtualDisplay } from '../../scripts/display.mjs';
import { launchApp } from '../support/electron-app.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { checkAfterSteps } from './after-steps.ts';
import { APP_ACTIONS } from './app-actions.ts';
import { textOf, type Case, type CaseAction, type CaseList, type Json } from './case-file.ts';
import { check } from './check.ts';
import { callMethod, defaultPath, hasMethod } from './class-actions.ts';
import { DrivenApp } from './driven-app.ts';
import type { Found, Outcome } from './outcome.ts';
import { takeLock, type HeldLock } from './held-lock.ts';
import { checkAfter, listingOf, prepareCase, type PreparedCase } from './prepared-case.ts';

/** What came of a case. */
export interface CaseResult {
  /** What does not hold; empty where the case passes. */
  readonly problems: readonly string[];
  /** Calls that the app does not offer; left out where the runner was told to. */
  readonly notOffered: readonly string[];
  /** False where nothing was left to do: neither passed nor failed. */
  readonly hasRun: boolean;
}

/** Demands that this runner reads itself or that are remarks for people. */
const REMARKS = new Set([
  'noThrow',
  'results',
  'after',
  'afterFiles',
  'afterSteps',
  'note',
  'mustNot',
  'property',
  'lastActivityOf',
  'previewOneOf',
]);

/** True where the app, the class or the runner has what an action calls. */
export function isOffered({ call }: CaseAction): boolean {
  if (call.startsWith('SessionDB.')) return hasMethod(call.slice('SessionDB.'.length));
  return call === 'paths.default' || Object.hasOwn(APP_ACTIONS, call);
}

/** What follows a write that the app does not offer would judge another file than the case means. */
function actionsUntilLostWrite(actions: readonly CaseAction[]): readonly CaseAction[] {
  const lost = actions.findIndex(
    action => !isOffered(action) && /delete|prune|rename|pin|archive|import|clear/i.test(action.call),
  );
  return lost === -1 ? actions : actions.slice(0, lost);
}

/** How strictly a case is taken. */
export interface CaseOptions {
  /** Leaves out actions that the app does not offer; else they are faults. */
  readonly onlyOffered: boolean;
  /** How many times the time that a case allows may be taken; 1 on a quiet machine. */
  readonly patience: number;
}

/** Runs one case on files of its own, in an app of its own. */
export async function runCase(list: CaseList, one: Case, options: CaseOptions): Promise<CaseResult> {
  const missing = one.action.filter(action => !isOffered(action)).map(action => action.call);
  if (missing.length > 0 && !options.onlyOffered)
    return { problems: missing.map(call => `the app does not offer ${call}`), notOffered: missing, hasRun: true };
  const actions = actionsUntilLostWrite(one.action);
  if (!actions.some(isOffered)) return { problems: [], notOffered: missing, hasRun: false };
  const prepared = prepareCase(list, one);
  const outcomes: (Outcome | null)[] = [];
  const problems: string[] = [];
  const session = new CaseSession(one, prepared, options.patience);
  try {
    for (const action of actions) outcomes.push(isOffered(action) ? await session.run(action) : null);
    while (outcomes.length < one.action.length) outcomes.push(null);
    problems.push(...(await session.judgeWindow(one.expect)));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await session.close();
  }
  problems.push(...judge(one, outcomes), ...judgeFiles(one.expect, prepared, missing.length === 0));
  return { problems, notOffered: missing, hasRun: true };
}

/** The app of a case, started when something in the window is asked for, and again for every other file. */
class CaseSession {
  readonly #case: Case;
  readonly #prepared: PreparedCase;
  readonly #patience: number;
  #zone: string | undefined;
  #app: DrivenApp | null = null;
  #display: Awaited<ReturnType<typeof startVirtualDisplay>> | null = null;
  #lock: HeldLock | null = null;

  constructor(one: Case, prepared: PreparedCase, patience: number) {
    this.#patience = patience;
    this.#case = one;
    this.#prepared = prepared;
  }

  async run({ call, args }: CaseAction): Promise<Outcome> {
    await this.#prepare(call, args);
    const start = performance.now();
    const found = await this.#run(call, args);
    const { tookMs = performance.now() - start, longestPauseMs } = found;
    const pause = longestPauseMs === undefined ? {} : { longestPauseMs: longestPauseMs / this.#patience };
    return { ...found, ...pause, call, tookMs: tookMs / this.#patience };
  }

  /** What is asked of the window as a whole, and of the file while the window has it open. */
  async judgeWindow(expect: Json): Promise<string[]> {
    const limit = longestPauseIn(expect);
    const pause = limit === null || this.#app === null ? 0 : (await this.#app.longestPause()) / this.#patience;
    const slow = pause > (limit ?? 0) ? [`the window did not answer for ${String(Math.round(pause))} ms`] : [];
    const steps = (expect['afterSteps'] ?? []) as Json[];
    const { path } = this.#prepared;
    return path === null ? slow : [...slow, ...(await checkAfterSteps(path, steps))];
  }

  async close(): Promise<void> {
    await this.#app?.launched.close();
    this.#app = null;
    await this.#display?.stop();
    this.#display = null;
    await this.#lock?.released;
  }

  /** What must stand before the clock runs: the window on the right file, and the lock of another program. */
  async #prepare(call: string, args: CaseAction['args']): Promise<void> {
    if (!call.startsWith('ui.')) return;
    const named = (args as Json)['path'];
    const file = named === undefined ? this.#prepared.path : join(this.#prepared.folder, textOf(named));
    const zone = ((args as Json)['zone'] as string | undefined) ?? this.#zone;
    if (named !== undefined || zone !== this.#zone) await this.close();
    this.#zone = zone;
    this.#app ??= await this.#start(file);
    if (this.#prepared.path !== null) this.#lock ??= takeLock(this.#prepared.path, this.#case.setup.steps ?? []);
    await this.#lock?.taken;
  }

  async #run(call: string, args: CaseAction['args']): Promise<Found> {
    if (call === 'paths.default') return defaultPath(args as Json);
    if (call.startsWith('SessionDB.')) {
      // A method may write: the window must not hold the file in an older state.
      return callMethod(this.#prepared.path ?? '', call.slice('SessionDB.'.length), args as readonly unknown[]);
    }
    const action = APP_ACTIONS[call];
    if (action === undefined || this.#app === null) throw new Error(`${call} is not offered`);
    return action(this.#app, args as Json);
  }

  async #start(file: string | null): Promise<DrivenApp> {
    const app = new DrivenApp(await this.#launch(file), file ?? '');
    if (longestPauseIn(this.#case.expect) !== null) await app.watchPauses();
    return app;
  }

  async #launch(db: string | null) {
    const folder = temporaryFolder();
    const userDataDir = join(folder, 'user-data');
    mkdirSync(userDataDir, { recursive: true });
    const { windowState } = this.#case.setup;
    if (windowState !== undefined)
      writeFileSync(join(userDataDir, 'settings.json'), JSON.stringify({ window: windowState }));
    const screen = this.#case.setup.displays?.[0]?.workArea;
    if (screen !== undefined)
      this.#display = await startVirtualDisplay(`${String(screen.width)}x${String(screen.height)}x24`);
    const env = {
      ...(this.#display === null ? {} : { DISPLAY: this.#display.env['DISPLAY'] }),
      ...(this.#zone === undefined ? {} : { TZ: this.#zone }),
    };
    return launchApp({ ...(db === null ? {} : { db }), userDataDir, env }, folder);
  }
}

/** "no pause longer than 200 ms" among what is asked of the window throughout. */
function longestPauseIn(expect: Json): number | null {
  const found = /no pause longer than (\d+) ms/.exec(JSON.stringify(expect['property'] ?? ''));
  return found === null ? null : Number(found[1]);
}

function judge(one: Case, outcomes: readonly (Outcome | null)[]): string[] {
  const results = (one.expect['results'] ?? []) as Json[];
  const byPlace = results.flatMap((expected, place) => {
    const outcome = outcomeFor(expected, place, outcomes);
    if (outcome === null) return [];
    return outcome === undefined ? [`no action gave result ${String(place + 1)}`] : check(expected, outcome);
  });
  const whole = Object.fromEntries(Object.entries(one.expect).filter(([name]) => !REMARKS.has(name)));
  const last = outcomes.find(outcome => outcome !== null);
  const thrown =
    one.expect['noThrow'] === true
      ? outcomes.flatMap(outcome => (outcome?.threw === undefined ? [] : [`${outcome.call} raised ${outcome.threw}`]))
      : [];
  return [...byPlace, ...thrown, ...(last === undefined ? [] : check(whole, last))];
}

/** A result that names a text belongs to the action that typed it; any other to the action at its place. */
function outcomeFor(expected: Json, place: number, outcomes: readonly (Outcome | null)[]): Outcome | null | undefined {
  const { text } = expected;
  if (typeof text !== 'string') return outcomes[place];
  const typed = outcomes.find(outcome => outcome?.text === text);
  return typed ?? (outcomes.includes(null) ? null : undefined);
}

function judgeFiles(expect: Json, prepared: PreparedCase, everythingDone: boolean): string[] {
  const after = (expect['after'] ?? []) as Json[];
  const problems = prepared.path !== null && everythingDone ? checkAfter(prepared.path, after) : [];
  const files = expect['afterFiles'] as Json | undefined;
  if (files?.['sameListingAsBefore'] === true && listingOf(prepared.folder) !== prepared.listing)
    problems.push('the files of the folder changed');
  return problems;
}
