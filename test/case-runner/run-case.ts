import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchApp } from '../support/electron-app.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { APP_ACTIONS } from './app-actions.ts';
import type { Case, CaseAction, CaseList, Json } from './case-file.ts';
import { check } from './check.ts';
import { callMethod, defaultPath, hasMethod } from './class-actions.ts';
import { DrivenApp } from './driven-app.ts';
import type { Outcome } from './outcome.ts';
import { checkAfter, listingOf, prepareCase, type PreparedCase } from './prepared-case.ts';

/** What came of a case. */
export interface CaseResult {
  /** What does not hold; empty where the case passes. */
  readonly problems: readonly string[];
  /** Calls that the app does not offer; left out where the runner was told to. */
  readonly notOffered: readonly string[];
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

/**
 * Runs one case on files of its own, in an app of its own.
 *
 * @param onlyOffered - leaves out actions that the app does not offer; else they are faults.
 */
export async function runCase(list: CaseList, one: Case, onlyOffered: boolean): Promise<CaseResult> {
  const missing = one.action.filter(action => !isOffered(action)).map(action => action.call);
  if (missing.length > 0 && !onlyOffered)
    return { problems: missing.map(call => `the app does not offer ${call}`), notOffered: missing };
  const prepared = prepareCase(list, one);
  const outcomes: (Outcome | null)[] = [];
  const problems: string[] = [];
  const session = new CaseSession(one, prepared);
  try {
    for (const action of one.action) outcomes.push(isOffered(action) ? await session.run(action) : null);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await session.close();
  }
  problems.push(...judge(one, outcomes), ...judgeFiles(one.expect, prepared, missing.length === 0));
  return { problems, notOffered: missing };
}

/** The app of a case, started when something in the window is asked for, and again for every other file. */
class CaseSession {
  readonly #case: Case;
  readonly #prepared: PreparedCase;
  #app: DrivenApp | null = null;

  constructor(one: Case, prepared: PreparedCase) {
    this.#case = one;
    this.#prepared = prepared;
  }

  async run({ call, args }: CaseAction): Promise<Outcome> {
    const start = performance.now();
    const found = await this.#run(call, args);
    return { ...found, call, tookMs: performance.now() - start };
  }

  async close(): Promise<void> {
    await this.#app?.launched.close();
    this.#app = null;
  }

  async #run(call: string, args: CaseAction['args']): Promise<Omit<Outcome, 'call' | 'tookMs'>> {
    if (call === 'paths.default') return defaultPath(args as Json);
    if (call.startsWith('SessionDB.')) {
      // A method may write: the window must not hold the file in an older state.
      return callMethod(this.#prepared.path ?? '', call.slice('SessionDB.'.length), args as readonly unknown[]);
    }
    const named = args as Json;
    const file = named['path'] === undefined ? this.#prepared.path : join(this.#prepared.folder, String(named['path']));
    if (named['path'] !== undefined) await this.close();
    this.#app ??= new DrivenApp(await this.#launch(file));
    const action = APP_ACTIONS[call];
    if (action === undefined) throw new Error(`${call} is not offered`);
    return action(this.#app, named);
  }

  #launch(db: string | null) {
    const folder = temporaryFolder();
    const userDataDir = join(folder, 'user-data');
    mkdirSync(userDataDir, { recursive: true });
    const { windowState } = this.#case.setup;
    if (windowState !== undefined)
      writeFileSync(join(userDataDir, 'settings.json'), JSON.stringify({ window: windowState }));
    return launchApp({ ...(db === null ? {} : { db }), userDataDir }, folder);
  }
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
  return outcomes.find(outcome => outcome?.text === text);
}

function judgeFiles(expect: Json, prepared: PreparedCase, everythingDone: boolean): string[] {
  const after = (expect['after'] ?? []) as Json[];
  const problems = prepared.path !== null && everythingDone ? checkAfter(prepared.path, after) : [];
  const files = expect['afterFiles'] as Json | undefined;
  if (files?.['sameListingAsBefore'] === true && listingOf(prepared.folder) !== prepared.listing)
    problems.push('the files of the folder changed');
  return problems;
}
