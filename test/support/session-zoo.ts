import type { EdgeKind } from '../../src/shared/contract/conversation.ts';
import type { Row } from './small-database.ts';

/** What must become of a session; written while its row is made, from what the shape means. */
export interface Expected {
  readonly edge: EdgeKind;
  /** Members of its conversation, oldest first. */
  readonly chain: readonly string[];
  readonly hidden: 'subagent' | 'unknown-child' | null;
}

/** Rows of many odd families, and the table of what they are. */
export interface Zoo {
  readonly sessions: Row[];
  readonly messages: Row[];
  readonly expected: Map<string, Expected>;
  /** Names of the shapes that were built. */
  readonly shapes: string[];
}

type Columns = Readonly<Record<string, unknown>>;

const EPOCH = 1_780_000_000;
const COMPRESSED = { end_reason: 'compression' };

/** Makes rows and notes what they are. */
class Builder {
  readonly zoo: Zoo = { sessions: [], messages: [], expected: new Map(), shapes: [] };
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

  begin(name: string): void {
    this.#shape = `${name}-${String(this.zoo.shapes.length)}`;
    this.zoo.shapes.push(name);
  }

  /** A row that starts after every earlier one and, where it has an end reason, ends before the next begins. */
  add(name: string, columns: Columns = {}): string {
    const id = `${this.#shape}-${name}`;
    this.#clock += 1000;
    const ended = 'end_reason' in columns ? { ended_at: this.#clock + 900 } : {};
    this.zoo.sessions.push({
      id,
      source: 'cli',
      started_at: this.#clock,
      input_tokens: this.below(1000),
      output_tokens: this.below(1000),
      ...ended,
      ...columns,
    });
    for (let count = this.below(4); count > 0; count -= 1) this.say(id, this.#clock + count);
    return id;
  }

  say(id: string, time: number): void {
    this.zoo.messages.push({ session_id: id, role: 'user', content: `words of ${id}`, timestamp: time });
  }

  get now(): number {
    return this.#clock;
  }

  /** Notes a conversation: the edge of its root, and its members. */
  expect(edge: EdgeKind, chain: readonly string[]): void {
    const hidden = edge === 'delegate' ? 'subagent' : edge === 'unknown' ? 'unknown-child' : null;
    chain.forEach((id, at) => this.zoo.expected.set(id, { edge: at === 0 ? edge : 'compression', chain, hidden }));
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
}

const mark = (name: string, value: unknown): Columns => ({
  model_config: JSON.stringify({ max_iterations: 90, [name]: value }),
});
const childOf = (id: string | undefined): Columns => ({ parent_session_id: id });

/** Each shape builds one family and notes what its sessions are. */
const SHAPES: Readonly<Record<string, (b: Builder) => void>> = {
  'alone, open': b => b.expect('root', [b.add('x')]),
  'alone, ended': b => b.expect('root', [b.add('x', { end_reason: 'cli_close' })]),
  'alone, compressed without continuation': b => b.expect('root', [b.add('x', COMPRESSED)]),
  'short chain': b => b.expect('root', b.chain(2 + b.below(4))),
  'fifty links': b => b.expect('root', b.chain(50)),
  'a hundred and eighty links': b => b.expect('root', b.chain(180)),
  'chain that ended': b => b.expect('root', b.chain(3, { end_reason: 'agent_close' })),
  'chain across sources': b => b.expect('root', b.chain(3, { source: 'telegram' }, { source: 'discord' })),
  'archived root, live tip': b => b.expect('root', b.chain(3, {}, { archived: 1 })),
  'archived tip': b => b.expect('root', b.chain(3, { archived: 1 })),
  'pinned in the middle': b => {
    const ids = b.chain(3);
    const middle = b.zoo.sessions.length - 2;
    b.zoo.sessions[middle] = { ...b.zoo.sessions[middle], pinned: 1 };
    b.expect('root', ids);
  },
  'continuation older than the end of its parent': b => {
    const root = b.add('a', { ...COMPRESSED, ended_at: b.now + 5000 });
    b.expect('root', [root, b.add('b', childOf(root))]);
  },
  'stale sibling': b => {
    const root = b.add('a', COMPRESSED);
    const next = b.add('b', childOf(root));
    const stale = b.add('c', { ...childOf(root), end_reason: 'ws_orphan_reap' });
    b.say(stale, b.now + 800_000);
    b.expect('root', [root, next]);
    b.expect('unknown', [stale]);
  },
  'siblings: compressed before open': b => {
    const root = b.add('a', COMPRESSED);
    const chosen = b.add('b', { ...childOf(root), ...COMPRESSED });
    const open = b.add('c', childOf(root));
    b.expect('root', [root, chosen]);
    b.expect('unknown', [open]);
  },
  'siblings: the more active of two open ones': b => {
    const root = b.add('a', COMPRESSED);
    const chosen = b.add('b', childOf(root));
    const other = b.add('c', childOf(root));
    b.say(chosen, b.now + 700_000);
    b.expect('root', [root, chosen]);
    b.expect('unknown', [other]);
  },
  'siblings: the greater id of two equal ones': b => {
    const root = b.add('a', COMPRESSED);
    const same = { ...childOf(root), started_at: 5, end_reason: 'x' };
    const messages = b.zoo.messages.length;
    const one = b.add('b', same);
    const two = b.add('c', same);
    b.zoo.messages.length = messages;
    b.expect('root', [root, two]);
    b.expect('unknown', [one]);
  },
  'unknown child with a chain of its own': b => {
    const root = b.add('a');
    const child = b.add('b', { ...childOf(root), ...COMPRESSED });
    b.expect('root', [root]);
    b.expect('unknown', [child, b.add('c', childOf(child))]);
  },
  'tool child of a compressed session': b => {
    const root = b.add('a', COMPRESSED);
    const tool = b.add('t', { ...childOf(root), source: 'tool' });
    b.expect('root', [root, b.add('b', childOf(root))]);
    b.expect('unknown', [tool]);
  },
  'tool session of its own': b => b.expect('root', [b.add('x', { source: 'tool' })]),
  subagents: b => {
    const root = b.add('a');
    b.expect('root', [root]);
    for (let count = 1 + b.below(4); count > 0; count -= 1) {
      b.expect('delegate', [b.add(`d${String(count)}`, { ...childOf(root), ...mark('_delegate_from', root) })]);
    }
  },
  'subagent of a subagent': b => {
    const root = b.add('a');
    const one = b.add('d', { ...childOf(root), ...mark('_delegate_from', root) });
    b.expect('root', [root]);
    b.expect('delegate', [one]);
    b.expect('delegate', [b.add('dd', { ...childOf(one), ...mark('_delegate_from', one) })]);
  },
  'subagent of a compressed session, started before the continuation': b => {
    const root = b.add('a', COMPRESSED);
    b.expect('delegate', [b.add('d', { ...childOf(root), ...mark('_delegate_from', root) })]);
    b.expect('root', [root, b.add('b', childOf(root))]);
  },
  'subagent that was compressed': b => {
    const root = b.add('a');
    const one = b.add('d', { ...childOf(root), ...mark('_delegate_from', root), ...COMPRESSED });
    b.expect('root', [root]);
    b.expect('delegate', [one, b.add('dn', childOf(one))]);
  },
  'orphaned subagent': b => b.expect('delegate', [b.add('x', mark('_delegate_from', '__orphaned__'))]),
  'child that nothing explains': b => {
    const root = b.add('a');
    b.expect('root', [root]);
    b.expect('unknown', [b.add('u', childOf(root))]);
  },
  'marked branch': b => {
    const root = b.add('a');
    b.expect('root', [root]);
    b.expect('branch', [b.add('br', { ...childOf(root), ...mark('_branched_from', root) })]);
  },
  'marked branch of a compressed session': b => {
    const root = b.add('a', COMPRESSED);
    b.expect('branch', [b.add('br', { ...childOf(root), ...mark('_branched_from', root) })]);
    b.expect('root', [root, b.add('b', childOf(root))]);
  },
  'compressed branch whose continuation inherits the mark': b => {
    const root = b.add('a');
    const branch = b.add('br', { ...childOf(root), ...mark('_branched_from', root), ...COMPRESSED });
    b.expect('root', [root]);
    b.expect('branch', [branch, b.add('brn', { ...childOf(branch), ...mark('_branched_from', root) })]);
  },
  'old branch, and a child from before it': b => {
    const root = b.add('a', { end_reason: 'branched' });
    b.expect('root', [root]);
    b.expect('branch', [b.add('lb', childOf(root))]);
    b.expect('unknown', [b.add('early', { ...childOf(root), started_at: b.now - 950 })]);
  },
  reset: b => {
    const root = b.add('a', { end_reason: 'session_reset' });
    b.expect('root', [root]);
    b.expect('reset', [b.add('r', { ...childOf(root), ...mark('_reset_from', root) })]);
  },
  'reset of a compressed session': b => {
    const root = b.add('a', COMPRESSED);
    b.expect('reset', [b.add('r', { ...childOf(root), ...mark('_reset_from', root) })]);
    b.expect('root', [root, b.add('b', childOf(root))]);
  },
  'missing parent': b => b.expect('root', [b.add('x', childOf('gone'))]),
  'missing parent of a compressed session': b => {
    const root = b.add('a', { ...childOf('gone too'), ...COMPRESSED });
    b.expect('root', [root, b.add('b', childOf(root))]);
  },
  'its own parent': b => {
    const id = b.add('x');
    b.zoo.sessions[b.zoo.sessions.length - 1] = { ...b.zoo.sessions.at(-1), ...childOf(id), ...COMPRESSED };
    b.expect('root', [id]);
  },
  'loop of two compressed sessions': b => b.expect('root', loop(b, 2, COMPRESSED)),
  'loop of seven compressed sessions': b => b.expect('root', loop(b, 7, COMPRESSED)),
  'loop of sessions that nothing explains': b => {
    const [first = '', ...others] = loop(b, 3, {});
    b.expect('root', [first]);
    for (const id of others) b.expect('unknown', [id]);
  },
  'chain that hangs on a loop': b => {
    const ids = loop(b, 2, COMPRESSED);
    const branch = b.add('br', { ...childOf(ids[0]), ...mark('_branched_from', ids[0]) });
    b.expect('root', ids);
    b.expect('branch', [branch]);
  },
  'configurations that are no objects': b => {
    const root = b.add('a', COMPRESSED);
    const texts = ['', 'null', '[]', '{"_branched_from": ', '{"x": NaN, "_from": "y"}'];
    const bad = { model_config: texts[b.below(texts.length)] };
    b.expect('root', [root, b.add('b', { ...childOf(root), ...bad })]);
  },
  'a mark beside NaN': b => {
    const root = b.add('a');
    b.expect('root', [root]);
    const config = `{"temperature": NaN, "_branched_from": ${JSON.stringify(root)}}`;
    b.expect('branch', [b.add('br', { ...childOf(root), model_config: config })]);
  },
  'times that are none': b => {
    const root = b.add('a', { ...COMPRESSED, started_at: -7 });
    b.expect('root', [root, b.add('b', { ...childOf(root), started_at: 1e300 })]);
  },
  'ids that look like numbers or patterns': b => {
    const root = b.add('%_', COMPRESSED);
    b.expect('root', [root, b.add('\'"\\ 日本', childOf(root))]);
  },
};

/** Each session's parent is the one before it, and the first one's the last. */
function loop(b: Builder, length: number, columns: Columns): string[] {
  const ids: string[] = [];
  for (let at = 0; at < length; at += 1) ids.push(b.add(`loop${String(at)}`, { ...columns, ...childOf(ids[at - 1]) }));
  const first = b.zoo.sessions.length - length;
  b.zoo.sessions[first] = { ...b.zoo.sessions[first], ...childOf(ids.at(-1)) };
  return ids;
}

/** Builds every shape twice, in an order that depends on the seed, and shuffles the rows. */
export function buildZoo(seed: number): Zoo {
  const b = new Builder(seed);
  const names = shuffled([...Object.keys(SHAPES), ...Object.keys(SHAPES)], b);
  for (const name of names) {
    b.begin(name);
    SHAPES[name]?.(b);
  }
  return { ...b.zoo, sessions: shuffled(b.zoo.sessions, b) };
}

function shuffled<T>(items: readonly T[], b: Builder): T[] {
  return items
    .map(item => ({ item, key: b.below(2 ** 30) }))
    .sort((one, two) => one.key - two.key)
    .map(({ item }) => item);
}
