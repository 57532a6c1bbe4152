import type { SessionGroup, SessionGrouping, SessionSort } from '../../shared/contract/sessions.ts';
import type { Conversation } from './conversation-index-build.ts';
import { jobOf } from './conversation-traits.ts';

/** An ordered list parted into runs. */
export interface Grouped {
  readonly ordered: readonly Conversation[];
  readonly groups: readonly SessionGroup[];
}

type KeyOf = (conversation: Conversation) => string;

/**
 * Parts an ordered list: the pinned ones, then a run for each value, the run with the first row of the order first;
 * within a run the order stays. By day of the time that it is ordered by, those without a time last; a list that is not
 * ordered by time is one run then.
 *
 * @param ordered - pinned ones first.
 */
export function grouped(ordered: readonly Conversation[], sort: SessionSort, grouping: SessionGrouping): Grouped {
  if (isOneRun(sort, grouping)) return inOneRun(ordered);
  const keyOf = keyFunction(sort, grouping);
  const runs = new Map<string, Conversation[]>();
  for (const conversation of ordered) {
    const key = conversation.pinned ? 'pinned' : keyOf(conversation);
    const run = runs.get(key);
    if (run === undefined) runs.set(key, [conversation]);
    else run.push(conversation);
  }
  let start = 0;
  const groups = [...runs].map(([key, { length: count }]) => ({ key, start: (start += count) - count, count }));
  return { ordered: grouping === 'day' ? ordered : [...runs.values()].flat(), groups };
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

function keyFunction(sort: SessionSort, grouping: SessionGrouping): KeyOf {
  switch (grouping) {
    case 'day':
      return dayOf(sort);
    case 'source':
      return ({ source }) => `source:${source}`;
    case 'model':
      return ({ model }) => `model:${model ?? ''}`;
    case 'project':
      return ({ project }) => `project:${project ?? ''}`;
    case 'job':
      return conversation => `job:${jobOf(conversation) ?? ''}`;
    case 'none':
      return () => 'all';
  }
}

function dayOf(sort: SessionSort): KeyOf {
  const days = new LocalDays();
  return ({ lastActive, startedAt }) => {
    const time = sort === 'activity' ? lastActive : startedAt;
    return time === null ? 'unknown' : days.of(time);
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
