import type { DateRange, SessionState } from '../../../shared/contract/sessions.ts';
import { dayName, fullDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { visibleName } from '../../ui/visible-name.ts';
import { dayOf, presetOf } from './date-range.ts';
import { modelNames } from './row-words.ts';
import type { FacetName } from './view-store.ts';

/** A value of the file as it is shown: a short name, and the whole of it for its tooltip. */
export interface ValueName {
  readonly name: string;
  readonly whole: string;
}

function parts(path: string): string[] {
  return path.split(/[\\/]+/u).filter(part => part !== '');
}

/** The last folders of a path: one, or as many as tell it from the others. */
function lastFolders(path: string, others: readonly string[]): string {
  const own = parts(path);
  for (let count = 1; count < own.length; count++) {
    const end = own.slice(-count).join('/');
    if (!others.some(other => other !== path && parts(other).slice(-count).join('/') === end)) return end;
  }
  return path;
}

/** Names of projects: the folder, with as much of its path as tells it from the others. */
export function projectNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const folder = parts(path).at(-1) ?? path;
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  return new Map([...byFolder.values()].flatMap(alike => alike.map(path => [path, lastFolders(path, alike)] as const)));
}

/** Name of a value of a facet. `names` holds the short ones, where it has any. */
export function facetValueName(facet: FacetName, value: string, names?: ReadonlyMap<string, string>): ValueName {
  const none = texts.sessions.none[facet];
  if (value === '') return { name: none, whole: none };
  return { name: visibleName(names?.get(value) ?? value), whole: visibleName(value) };
}

/** True for a word that is one of the states. */
export function isState(value: string): value is SessionState {
  return Object.hasOwn(texts.sessions.states, value);
}

/** `Today`, `12 Nov 2026 – 15 Nov 2026`, `since 12 Nov 2026`. `now` in seconds. */
export function datesName(dates: DateRange, now: number): string {
  const say = texts.sessions;
  const preset = presetOf(dates, now);
  if (preset !== null) return say.presets[preset];
  const from = dates.from === null ? null : fullDay(dayOf(dates.from));
  const to = dates.to === null ? null : fullDay(dayOf(dates.to - 1));
  if (from === null) return to === null ? say.anyDate : say.until(to);
  if (to === null) return say.since(from);
  return from === to ? from : say.fromTo(from, to);
}

const FACET_OF_GROUP: Readonly<Record<string, FacetName>> = { source: 'sources', model: 'models', project: 'projects' };

/** True for the key of a group that is a local day. */
export function isDay(key: string): boolean {
  return /^\d{4}-/u.test(key);
}

/** Name of a group of the list, out of its key; see the contract of `sessions.view`. */
export function groupName(key: string, names: ReadonlyMap<string, string>, now: number): ValueName {
  if (isDay(key)) return alike(dayName(key, now));
  const fixed: Readonly<Record<string, string>> = texts.sessions.groups;
  const known = fixed[key];
  if (known !== undefined) return alike(known);
  const colon = key.indexOf(':');
  const [grouping, value] = [key.slice(0, colon), key.slice(colon + 1)];
  if (grouping === 'job')
    return value === '' ? alike(texts.sessions.noJob) : alike(texts.sessions.job(visibleName(value)));
  const facet = FACET_OF_GROUP[grouping];
  return facet === undefined ? alike(visibleName(key)) : facetValueName(facet, value, names);
}

function alike(name: string): ValueName {
  return { name, whole: name };
}

/** Short names for the values that a list is parted by, out of the keys of its groups. */
export function groupValueNames(keys: readonly string[]): ReadonlyMap<string, string> {
  const valuesOf = (grouping: string): string[] =>
    keys.filter(key => key.startsWith(`${grouping}:`)).map(key => key.slice(grouping.length + 1));
  return new Map([...modelNames(valuesOf('model')), ...projectNames(valuesOf('project'))]);
}
