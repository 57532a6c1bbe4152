import type { SessionGroup, SessionGrouping, SessionSort } from '../../shared/contract/sessions.ts';
import type { Conversation } from './conversation-index-build.ts';

/** An ordered list parted into runs. */
export interface Grouped {
  readonly ordered: readonly Conversation[];
  readonly groups: readonly SessionGroup[];
}

/** What decides the run of a conversation, and the key of the run that has it. */
interface Parting {
  readonly valueOf: (conversation: Conversation) => string | null;
  readonly keyOf: (value: string | null) => string;
}

/**
 * Parts an ordered list: the pinned ones, then a run for each value, the run with the first row of the order first;
 * within a run the order stays. By day of the time that it is ordered by, those without a time last; a list that is not
 * ordered by time is one run then.
 *
 * @param ordered - pinned ones first.
 */
export function grouped(ordered: readonly Conversation[], sort: SessionSort, grouping: SessionGrouping): Grouped {
  if (isOneRun(sort, grouping)) return inOneRun(ordered);
  const { valueOf, keyOf } = partingBy(sort, grouping);
  const pinned: Conversation[] = [];
  const runs = new Map<string | null, Conversation[]>();
  let value: string | null = null;
  let run: Conversation[] | undefined;
  for (const conversation of ordered) {
    if (conversation.pinned) {
      pinned.push(conversation);
      continue;
    }
    const next = valueOf(conversation);
    if (run === undefined || next !== value) {
      value = next;
      run = runs.get(value);
      if (run === undefined) runs.set(value, (run = []));
    }
    run.push(conversation);
  }
  let start = pinned.length;
  const groups = pinned.length === 0 ? [] : [{ key: 'pinned', start: 0, count: pinned.length }];
  for (const [of, { length: count }] of runs) {
    groups.push({ key: keyOf(of), start, count });
    start += count;
  }
  return { ordered: grouping === 'day' ? ordered : [pinned, ...runs.values()].flat(), groups };
}

function isOneRun(sort: SessionSort, grouping: SessionGrouping): boolean {
  return grouping === 'none' || (grouping === 'day' && sort !== 'activity' && sort !== 'started');
}

function inOneRun(ordered: readonly Conversation[]): Grouped {
  const first = ordered.findIndex(({ pinned }) => !pinned);
  const pinned = first === -1 ? ordered.length : first;
  const runs = [
    { key: 'pinned', start: 0, count: pinned },
    { key: 'all', start: pinned, count: ordered.length - pinned },
  ];
  return { ordered, groups: runs.filter(({ count }) => count > 0) };
}

function partingBy(sort: SessionSort, grouping: SessionGrouping): Parting {
  const named = (value: string | null) => `${grouping}:${value ?? ''}`;
  switch (grouping) {
    case 'day':
      return { valueOf: dayOf(sort), keyOf: day => day ?? 'unknown' };
    case 'source':
      return { valueOf: ({ source }) => source, keyOf: named };
    case 'model':
      return { valueOf: ({ model }) => model, keyOf: named };
    case 'project':
      return { valueOf: ({ project }) => project, keyOf: named };
    case 'job':
      return { valueOf: ({ job }) => job, keyOf: named };
    case 'none':
      return { valueOf: () => null, keyOf: () => 'all' };
  }
}

function dayOf(sort: SessionSort): Parting['valueOf'] {
  const days = new LocalDays();
  return ({ lastActive, startedAt }) => {
    const time = sort === 'activity' ? lastActive : startedAt;
    return time === null ? null : days.of(time);
  };
}

/** Names local days; neighbours in an ordered list mostly share one. */
class LocalDays {
  #from = 0;
  #to = 0;
  #key = '';

  of(seconds: number): string {
    if (seconds >= this.#from && seconds < this.#to) return this.#key;
    const date = new Date(seconds * 1000);
    const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
    this.#from = new Date(year, month, day).getTime() / 1000;
    this.#to = new Date(year, month, day + 1).getTime() / 1000;
    this.#key = `${String(year)}-${pad(month + 1)}-${pad(day)}`;
    return this.#key;
  }
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
