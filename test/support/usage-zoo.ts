import type { Row, SmallDatabase } from './small-database.ts';

/** A generated database of many kinds of usage. */
export interface UsageZoo extends SmallDatabase {
  readonly name: string;
}

/** What a usage table is like. */
type UsageShape = 'good' | 'missing' | 'no task' | 'three columns' | 'no key';

interface Plan {
  readonly name: string;
  readonly fixture: string;
  readonly usage: UsageShape;
  /** No row says anything of costs. */
  readonly costless?: boolean;
  /** Values that are no counts and no amounts. */
  readonly absurd?: boolean;
}

const PLANS: readonly Plan[] = [
  { name: 'plain', fixture: 'v23b', usage: 'good' },
  { name: 'without pins', fixture: 'v23', usage: 'good' },
  { name: 'oldest', fixture: 'v1', usage: 'missing', costless: true },
  { name: 'no usage table', fixture: 'v23', usage: 'missing' },
  { name: 'usage without tasks', fixture: 'v23b', usage: 'no task' },
  { name: 'key of three columns', fixture: 'v23b', usage: 'three columns' },
  { name: 'no key, rows twice', fixture: 'v23b', usage: 'no key' },
  { name: 'nothing known of costs', fixture: 'v23b', usage: 'good', costless: true },
  { name: 'absurd values', fixture: 'v23b', usage: 'good', absurd: true },
  { name: 'newer, absurd, without a key', fixture: 'v30', usage: 'no key', absurd: true },
];

/** How many databases there are; {@link usageZoo} takes a number below. */
export const USAGE_ZOOS = PLANS.length;

const MODELS = ['model-a', 'maker/model-a', 'maker/model-b', 'model-c', 'end/', ''];
const PROVIDERS = ['openrouter', 'anthropic', 'nous', ''];
const SOURCES = ['cli', 'telegram', 'cron', 'tool', 'discord'];
const TASKS = ['vision', 'compression', 'title_generation'];
const STATUSES = ['actual', 'estimated', 'included', 'unknown', 'odd', '', null];
const COST_SOURCES = ['provider_cost_api', 'none', 'provider_models_api', null];
const ODD_COUNTS = [-5, 1.5, 1e300, 'many', 9_000_000_000_000_000_000n, 9_007_199_254_740_993n, Buffer.from('x')];
const ODD_AMOUNTS = [-1, 'free', 1e300, Infinity, Buffer.from('x')];
/** 2026-02-20, some days before clocks change in America. */
const EPOCH = 1_771_545_600;
const COUNTERS = [
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
] as const;

/** Makes rows; each draws from one sequence. */
class Maker {
  readonly sessions: Row[] = [];
  readonly messages: Row[] = [];
  readonly usage: Row[] = [];
  readonly #plan: Plan;
  #state: number;

  constructor(plan: Plan, seed: number) {
    this.#plan = plan;
    this.#state = seed * 7919 + 1;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  of<T>(values: readonly [T, ...T[]] | readonly T[]): T | null {
    return values[this.below(values.length)] ?? null;
  }

  #count(limit: number): unknown {
    return this.#plan.absurd === true && this.below(7) === 0 ? this.of(ODD_COUNTS) : this.below(limit);
  }

  #amount(values: readonly (number | null)[]): unknown {
    return this.#plan.absurd === true && this.below(7) === 0 ? this.of(ODD_AMOUNTS) : this.of(values);
  }

  counters(limit: number): Row {
    return Object.fromEntries(COUNTERS.map(name => [name, this.below(4) === 0 ? 0 : this.#count(limit)]));
  }

  /** NULL, zero and real amounts under every status. */
  #costs(isUsage: boolean): Row {
    if (this.#plan.costless === true) return isUsage ? {} : { estimated_cost_usd: this.of([null, 0]) };
    const none = isUsage ? 0 : null;
    return {
      estimated_cost_usd: this.#amount([none, 0, 0, 0.1, 0.2, 1.25]),
      actual_cost_usd: this.#amount([none, none, none, 0, 0.3, 2]),
      cost_status: this.of(STATUSES),
      cost_source: this.of(COST_SOURCES),
    };
  }

  /** A session that starts within some weeks, in one of a hundred at no time at all. */
  addSession(id: string, columns: Row): Row {
    const started = EPOCH + this.below(45 * 86_400) + this.below(1000) / 1000;
    const full: Row = {
      id,
      source: this.of(SOURCES),
      started_at: this.below(40) === 0 ? this.of([-7, 0, 1e300, 'soon']) : started,
      model: this.below(12) === 0 ? null : this.of(MODELS),
      tool_call_count: this.#count(9),
      ...this.counters(5000),
      ...this.#costs(false),
      billing_provider: this.of([...PROVIDERS, null]),
      api_call_count: this.below(6),
      archived: Number(this.below(6) === 0),
      ...columns,
    };
    const row = this.#plan.fixture === 'v1' ? only(full, OLDEST) : full;
    this.sessions.push(row);
    this.#say(id, started);
    this.#use(row);
    return row;
  }

  /** Some talk; now and then a row taken back, one carried forward, or two that are alike but for a column. */
  #say(id: string, started: number): void {
    const isOld = this.#plan.fixture === 'v1';
    for (let at = this.below(5); at > 0; at -= 1) {
      const row = { session_id: id, role: 'user', content: `words ${String(this.below(3))}`, timestamp: started + at };
      this.messages.push(row);
      const kind = this.below(6);
      if (kind === 0) this.messages.push({ ...row });
      if (kind === 1) this.messages.push({ ...row, tool_call_id: 'call' });
      if (isOld) continue;
      if (kind === 2) this.messages.push({ ...row, active: 0, compacted: 1 });
      if (kind === 3) this.messages.push({ ...row, content: 'taken back', active: 0 });
      if (kind === 4) this.messages.push({ ...row, content: 'scaffold', display_kind: 'hidden' });
    }
  }

  /** Rows by model that explain all, some or more than the session says, and calls beside it. */
  #use(session: Row): void {
    const kind = this.below(6);
    if (kind === 0) return;
    const session_id = session['id'];
    for (let count = this.below(3); count >= 0; count -= 1) {
      const model = kind === 1 ? (session['model'] ?? 'unknown') : (this.of(MODELS) ?? '');
      this.#addUsage({ session_id, model, task: '', ...this.counters(2000), ...this.#costs(true) });
    }
    if (kind === 2) {
      const task = this.of(TASKS);
      this.#addUsage({ session_id, model: this.of(MODELS), task, ...this.counters(300), ...this.#costs(true) });
    }
    if (kind === 3) this.#exact(session);
  }

  /** One row that says just what the session says. */
  #exact(session: Row): void {
    const { id: session_id, model } = session;
    const same = only(session, [...COUNTERS, 'api_call_count', 'estimated_cost_usd', 'cost_status', 'cost_source']);
    this.#addUsage({ session_id, model: model ?? 'unknown', task: '', ...same });
  }

  #addUsage(row: Row): void {
    const billing = { billing_provider: this.of(PROVIDERS) ?? '', billing_base_url: String(this.usage.length) };
    const full = { ...billing, api_call_count: this.below(4), last_seen: EPOCH, ...row };
    const given = Object.entries(full).filter(([, value]) => !NOTHING.includes(value));
    this.usage.push(Object.fromEntries(given));
  }
}

const OLDEST = [
  'id',
  'source',
  'model',
  'model_config',
  'parent_session_id',
  'started_at',
  'ended_at',
  'end_reason',
  'tool_call_count',
  'input_tokens',
  'output_tokens',
];

function only(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));
}

/** Conversations of all kinds: chains, subagents with subagents, branches, children that nothing explains, orphans. */
function addFamilies(make: Maker): void {
  for (let at = 0; at < 30; at += 1) {
    const id = `f${String(at)}`;
    const length = make.below(3) === 0 ? 2 + make.below(3) : 1;
    let parent: unknown = null;
    for (let link = 0; link < length; link += 1) {
      const end = link < length - 1 ? { end_reason: 'compression', ended_at: EPOCH } : {};
      parent = make.addSession(`${id}-${String(link)}`, { parent_session_id: parent, ...end })['id'];
    }
    const child = make.below(5);
    const mark = (name: string, value: unknown) => ({ model_config: JSON.stringify({ [name]: value }) });
    if (child === 0) {
      const one = make.addSession(`${id}-sub`, { parent_session_id: parent, ...mark('_delegate_from', parent) })['id'];
      make.addSession(`${id}-subsub`, { parent_session_id: one, ...mark('_delegate_from', one) });
    }
    if (child === 1) make.addSession(`${id}-branch`, { parent_session_id: parent, ...mark('_branched_from', parent) });
    if (child === 2) make.addSession(`${id}-child`, { parent_session_id: parent });
  }
  make.addSession('orphan', { model_config: '{"_delegate_from": "gone"}' });
}

/** A column without a value keeps its default. */
const NOTHING: readonly unknown[] = [null, undefined];

const REST =
  'api_call_count, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, estimated_cost_usd, actual_cost_usd, cost_status, cost_source, first_seen, last_seen';

/** Statements that give the table the shape asked for. */
function reshape(usage: UsageShape): string[] {
  const rebuilt = (definition: string) => [
    'ALTER TABLE session_model_usage RENAME TO old_usage',
    definition,
    'DROP TABLE old_usage',
  ];
  if (usage === 'missing') return ['DROP TABLE IF EXISTS session_model_usage'];
  if (usage === 'no task') {
    const columns = `session_id, model, billing_provider, billing_base_url, billing_mode, ${REST}`;
    return rebuilt(`CREATE TABLE session_model_usage AS SELECT ${columns} FROM old_usage WHERE task = ''`);
  }
  if (usage === 'three columns') {
    const [rename = '', , drop = ''] = rebuilt('');
    return [
      rename,
      `CREATE TABLE session_model_usage (session_id TEXT, model TEXT, billing_provider TEXT, task TEXT, ${REST}, PRIMARY KEY (session_id, model, billing_provider))`,
      `INSERT OR IGNORE INTO session_model_usage SELECT session_id, model, billing_provider, task, ${REST} FROM old_usage`,
      drop,
    ];
  }
  if (usage === 'good') return [];
  return [
    ...rebuilt('CREATE TABLE session_model_usage AS SELECT * FROM old_usage'),
    'INSERT INTO session_model_usage SELECT * FROM session_model_usage WHERE rowid % 3 = 0',
    'UPDATE session_model_usage SET task = NULL WHERE rowid % 7 = 0',
  ];
}

/**
 * The rows of a generated database; the same number gives the same rows.
 *
 * @param number - from 0 to {@link USAGE_ZOOS} − 1.
 */
export function usageZoo(number: number): UsageZoo {
  const plan = PLANS[number] ?? { name: 'plain', fixture: 'v23b', usage: 'good' as const };
  const make = new Maker(plan, number + 1);
  addFamilies(make);
  const usage = plan.fixture === 'v1' ? [] : [...make.usage, { session_id: 'gone', model: 'm', input_tokens: 7 }];
  const { sessions, messages } = make;
  return { name: plan.name, fixture: plan.fixture, sessions, messages, usage, sql: reshape(plan.usage) };
}
