import type { TokenSums, UsageRow, UsageSums } from '../../shared/contract/usage.ts';
import type { Conversation } from './conversation-index-build.ts';
import { addAmount, addCost, addState, emptyCost, type MutableCostSummary } from './cost.ts';
import { isMain, type UsagePart } from './usage-parts.ts';
import { type Counted, stateOf } from './usage-select.ts';
import { addTokens, type MutableTokens, noTokens, totalOf, withTotal } from './usage-values.ts';

/** Sums of parts under construction. */
export class Sums {
  readonly tokens: MutableTokens = noTokens();
  readonly cost: MutableCostSummary = emptyCost();
  apiCalls = 0;

  /** Adds tokens and calls of a part without its cost. */
  addTokens(part: UsagePart): void {
    addTokens(this.tokens, part);
    this.apiCalls += part.apiCalls;
  }

  /** Adds a part without its state; for parts of which several make one session. */
  addAmounts(part: UsagePart): void {
    this.addTokens(part);
    if (isMain(part)) addAmount(this.cost, part);
    else addCost(this.cost, part);
  }

  /** Adds a part that counts in its own state. */
  add(part: UsagePart): void {
    this.addTokens(part);
    addCost(this.cost, part);
  }

  toSums(): UsageSums {
    return { ...this.toTokens(), apiCalls: this.apiCalls, cost: this.cost };
  }

  toTokens(): TokenSums {
    return withTotal(this.tokens);
  }
}

/** What stands in one row of a table: sums, and how many sessions and conversations they are of. */
export class UsageGroup extends Sums {
  readonly conversations = new Set<Conversation>();
  sessions = 0;

  /** Adds parts of one session, all of those that the group has of it. */
  addSession(counted: Counted, parts: readonly UsagePart[]): void {
    this.sessions += 1;
    this.conversations.add(counted.entry.home);
    for (const part of parts) this.addAmounts(part);
    const state = parts === counted.parts ? counted.state : stateOf(counted.entry, parts);
    if (state !== null) addState(this.cost, state);
  }

  toRow(value: string): UsageRow {
    return { value, sessions: this.sessions, conversations: this.conversations.size, ...this.toSums() };
  }
}

/** Groups by a value of each part, such as its model. */
export class PartGroups {
  readonly #groups = new Map<string, UsageGroup>();
  readonly #keyOf: (part: UsagePart) => string;

  constructor(keyOf: (part: UsagePart) => string) {
    this.#keyOf = keyOf;
  }

  /** Adds the parts of one session, each to the group of its value. */
  addSession(counted: Counted, parts: readonly UsagePart[]): void {
    const [first] = parts;
    if (first === undefined) return;
    const key = this.#keyOf(first);
    if (parts.length === 1 || parts.every(part => this.#keyOf(part) === key)) {
      this.#group(key).addSession(counted, parts);
      return;
    }
    const own = new Map<string, UsagePart[]>();
    for (const part of parts) {
      const value = this.#keyOf(part);
      const known = own.get(value);
      if (known === undefined) own.set(value, [part]);
      else known.push(part);
    }
    for (const [value, members] of own) this.#group(value).addSession(counted, members);
  }

  /** The rows, most tokens first. */
  rows(): UsageRow[] {
    return byTokens(this.#groups);
  }

  /** The groups with their values, most tokens first. */
  points(): (readonly [string, UsageGroup])[] {
    return inOrder(this.#groups);
  }

  #group(value: string): UsageGroup {
    return groupOf(this.#groups, value);
  }
}

/** The group of a key, made where it is not there yet. */
export function groupOf<K>(groups: Map<K, UsageGroup>, key: K): UsageGroup {
  const known = groups.get(key);
  if (known !== undefined) return known;
  const made = new UsageGroup();
  groups.set(key, made);
  return made;
}

/** Rows of groups, most tokens first, then by name. */
export function byTokens(groups: ReadonlyMap<string, UsageGroup>): UsageRow[] {
  return inOrder(groups).map(([value, group]) => group.toRow(value));
}

function inOrder(groups: ReadonlyMap<string, UsageGroup>): (readonly [string, UsageGroup])[] {
  if (groups.size === 1) return [...groups];
  const rated = [...groups].map(named => ({ named, total: totalOf(named[1].tokens) }));
  rated.sort((a, b) => b.total - a.total || (a.named[0] < b.named[0] ? -1 : 1));
  return rated.map(({ named }) => named);
}
