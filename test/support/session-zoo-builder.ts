import type { EdgeKind } from '../../src/shared/contract/conversation.ts';
import type { Row } from './small-database.ts';

/** What must become of a session; written while its row is made, from what the shape means. */
export interface Expected {
  readonly edge: EdgeKind;
  /** What it hangs on; null for the top of a family. */
  readonly parent: string | null;
  /** Members of its conversation, oldest first. */
  readonly chain: readonly string[];
  readonly hidden: 'subagent' | 'unknown-child' | null;
  /** Sums over the members. */
  readonly tokens: number;
  readonly messages: number;
  /** Conversations that hang on any member, by the kind of their edge. */
  readonly hanging: Readonly<Partial<Record<EdgeKind, number>>>;
  /** Name of the family. */
  readonly family: string;
}

/** All sessions of one family. */
export interface ExpectedFamily {
  readonly ids: readonly string[];
  readonly tokens: number;
}

/** Rows of many odd families, and the table of what they are. */
export interface Zoo {
  readonly sessions: Row[];
  readonly messages: Row[];
  readonly expected: ReadonlyMap<string, Expected>;
  readonly families: ReadonlyMap<string, ExpectedFamily>;
  /** Names of the shapes that were built. */
  readonly shapes: string[];
}

export type Columns = Readonly<Record<string, unknown>>;

const EPOCH = 1_780_000_000;
export const COMPRESSED = { end_reason: 'compression' };

/** A conversation that was noted: how its head hangs on the family, and its members. */
interface Noted {
  readonly edge: EdgeKind;
  readonly parent: string | null;
  readonly chain: readonly string[];
  readonly family: string;
}

/** Makes rows and notes what they are. */
export class ZooBuilder {
  readonly sessions: Row[] = [];
  readonly messages: Row[] = [];
  readonly shapes: string[] = [];
  readonly #noted: Noted[] = [];
  readonly #tokens = new Map<string, number>();
  #state: number;
  #clock = EPOCH;
  #shape = '';

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  /** Begins a family. */
  begin(name: string): void {
    this.#shape = `${name}-${String(this.shapes.length)}`;
    this.shapes.push(name);
  }

  /** An id in the family that is built. */
  named(name: string): string {
    return `${this.#shape}-${name}`;
  }

  /** A row that starts after every earlier one and, where it has an end reason, ends before the next begins. */
  add(name: string, columns: Columns = {}): string {
    const id = this.named(name);
    this.#clock += 1000;
    const ended = 'end_reason' in columns ? { ended_at: this.#clock + 900 } : {};
    const [input, output] = [this.below(1000), this.below(1000)];
    this.#tokens.set(id, input + output);
    this.sessions.push({
      id,
      source: 'cli',
      started_at: this.#clock,
      input_tokens: input,
      output_tokens: output,
      ...ended,
      ...columns,
    });
    for (let count = this.below(4); count > 0; count -= 1) this.say(id, this.#clock + count);
    return id;
  }

  /** Changes a row that was added. */
  change(id: string, columns: Columns): void {
    const at = this.sessions.findIndex(row => row['id'] === id);
    this.sessions[at] = { ...this.sessions[at], ...columns };
  }

  say(id: string, time: number): void {
    this.messages.push({ session_id: id, role: 'user', content: `words of ${id}`, timestamp: time });
  }

  get now(): number {
    return this.#clock;
  }

  /**
   * Notes a conversation: the edge of its first member, and its members.
   *
   * @param parent - what the first member hangs on; null for the top of a family and for what hangs on nothing.
   */
  expect(edge: EdgeKind, chain: readonly string[], parent: string | null = null): void {
    this.#noted.push({ edge, parent, chain, family: this.#shape });
  }

  /** A chain of compressed sessions; the last one as given. Nothing is noted. */
  chain(length: number, last: Columns = {}, first: Columns = {}): string[] {
    const ids: string[] = [];
    for (let at = 0; at < length; at += 1) {
      const parent = at === 0 ? first : { parent_session_id: ids[at - 1] };
      ids.push(this.add(`link${String(at)}`, { ...(at === length - 1 ? last : COMPRESSED), ...parent }));
    }
    return ids;
  }

  /** The table of what was noted, with the sums over the rows that were made. */
  zoo(): Zoo {
    const families = new Map<string, { ids: string[]; tokens: number }>();
    const expected = new Map<string, Expected>();
    for (const { edge, parent, chain, family } of this.#noted) {
      const of = families.get(family) ?? { ids: [], tokens: 0 };
      families.set(family, of);
      of.ids.push(...chain);
      const tokens = chain.reduce((sum, id) => sum + (this.#tokens.get(id) ?? 0), 0);
      of.tokens += tokens;
      const messages = this.messages.filter(({ session_id: id }) => chain.includes(String(id))).length;
      const hidden = edge === 'delegate' ? 'subagent' : edge === 'unknown' ? 'unknown-child' : null;
      const shared = { chain, hidden, tokens, messages, hanging: this.#hangingOn(chain), family } as const;
      chain.forEach((id, at) =>
        expected.set(id, {
          ...shared,
          edge: at === 0 ? edge : 'compression',
          parent: at === 0 ? parent : (chain[at - 1] ?? null),
        }),
      );
    }
    return { sessions: this.sessions, messages: this.messages, shapes: this.shapes, expected, families };
  }

  #hangingOn(chain: readonly string[]): Partial<Record<EdgeKind, number>> {
    const counts: Partial<Record<EdgeKind, number>> = {};
    for (const { edge, parent } of this.#noted) {
      if (parent !== null && chain.includes(parent)) counts[edge] = (counts[edge] ?? 0) + 1;
    }
    return counts;
  }
}

/** A lineage mark in the configuration. */
export const mark = (name: string, value: unknown): Columns => ({
  model_config: JSON.stringify({ max_iterations: 90, [name]: value }),
});

export const childOf = (id: string | undefined): Columns => ({ parent_session_id: id });
export const subagentOf = (id: string): Columns => ({ ...childOf(id), ...mark('_delegate_from', id) });
export const branchOf = (id: string): Columns => ({ ...childOf(id), ...mark('_branched_from', id) });

/** Each session's parent is the one before it, and the first one's the last. */
export function loop(b: ZooBuilder, length: number, columns: Columns): string[] {
  const ids: string[] = [];
  for (let at = 0; at < length; at += 1) ids.push(b.add(`loop${String(at)}`, { ...columns, ...childOf(ids[at - 1]) }));
  b.change(ids[0] ?? '', childOf(ids.at(-1)));
  return ids;
}
