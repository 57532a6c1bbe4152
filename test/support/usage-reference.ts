import Database from 'better-sqlite3';
import { ReferenceFamily } from './usage-reference-family.ts';
import { countMessages } from './usage-reference-messages.ts';

/*
 * What the dashboard must say, from raw rows alone: nothing of the product is used here. Written for reading, not for
 * speed. The rules are those of docs/numbers.md.
 */

type Raw = Readonly<Record<string, unknown>>;

const COUNTERS = ['input', 'output', 'cache_read', 'cache_write', 'reasoning'] as const;
type Counter = (typeof COUNTERS)[number];
type Counts = Record<Counter, number>;
type State = 'actual' | 'included' | 'estimated' | 'unknown';
const ORDER: readonly State[] = ['actual', 'included', 'estimated', 'unknown'];

/** One thing that is counted. */
export interface Fact {
  readonly session: string;
  readonly home: string;
  readonly source: string;
  readonly start: number | null;
  readonly kind: 'row' | 'rest' | 'auxiliary';
  readonly model: string;
  readonly provider: string;
  readonly task: string;
  readonly counts: Counts;
  readonly calls: number;
  readonly state: State;
  readonly usd: number;
}

interface SessionFacts {
  readonly id: string;
  readonly model: string;
  readonly source: string;
  readonly start: number | null;
  readonly state: State;
  readonly mains: number;
  readonly tools: number;
  readonly messages: number;
  readonly facts: readonly Fact[];
}

/** Which rows are counted; as the contract's filter. */
export interface ReferenceFilter {
  /** `[first, last]`, both included; null for everything. */
  readonly days: readonly [string, string] | null;
  readonly zone: string;
  readonly sources: readonly string[];
  readonly models: readonly string[];
}

/** The rows of one file as facts. */
export class UsageReference {
  readonly family: ReferenceFamily;
  readonly #sessions: readonly SessionFacts[];

  constructor(path: string) {
    const db = new Database(path, { readonly: true });
    try {
      const sessions = db.prepare<[], Raw>('SELECT rowid AS row_number, * FROM sessions').all();
      const hasUsage = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'session_model_usage'").get() !== undefined;
      const usage = hasUsage ? db.prepare<[], Raw>('SELECT * FROM session_model_usage').all() : [];
      const messages = db.prepare<[], Raw>('SELECT * FROM messages ORDER BY id').all();
      this.family = new ReferenceFamily(sessions, messages);
      const counted = countMessages(this.family, messages);
      this.#sessions = sessions.map(row => this.#factsOf(row, usage, counted.get(String(row['id'])) ?? 0));
    } finally {
      db.close();
    }
  }

  #factsOf(row: Raw, usage: readonly Raw[], messages: number): SessionFacts {
    const id = String(row['id']);
    const own = usage.filter(each => each['session_id'] === id).map(readUsage);
    const main = own.filter(each => each.task === '');
    const session = { state: stateOf(row, false), counts: countsOf(row), calls: count(row['api_call_count']) };
    const base = {
      session: id,
      home: this.family.homeOf(id),
      source: String(row['source']),
      start: timeOf(row['started_at']),
    };
    const facts: Fact[] = main.map(each => ({ ...base, kind: 'row', ...each, ...split(session.state, each) }));
    const model = shown(text(row['model']));
    const left = { ...session.counts };
    for (const each of main) for (const counter of COUNTERS) left[counter] -= each.counts[counter];
    const calls = session.calls - sum(main.map(each => each.calls));
    const rawUsd = session.state.usd - sum(facts.map(fact => fact.usd));
    const usd = main.length > 0 && Math.abs(rawUsd) <= 1e-9 ? 0 : rawUsd;
    const isNothing = usd === 0 && calls === 0 && COUNTERS.every(counter => left[counter] === 0);
    if (!isNothing || !main.some(each => each.model === model)) {
      const keeps = main.length === 0 || usd !== 0 || session.state.state === 'included';
      const state = keeps ? session.state.state : 'unknown';
      const provider = text(row['billing_provider']);
      facts.push({ ...base, kind: 'rest', model, provider, task: '', counts: left, calls, state, usd });
    }
    const mains = facts.length;
    for (const each of own) if (each.task !== '') facts.push({ ...base, kind: 'auxiliary', ...each, ...each.own });
    const tools = count(row['tool_call_count']);
    return {
      id,
      model,
      source: base.source,
      start: base.start,
      state: session.state.state,
      mains,
      tools,
      messages,
      facts,
    };
  }

  /** Everything that a filter counts. */
  select(filter: ReferenceFilter): Selected {
    const format = dayFormat(filter.zone);
    const sessions = this.#sessions.flatMap(session => {
      const day = session.start === null ? null : format.format(session.start * 1000);
      const [first, last] = filter.days ?? ['', ''];
      if (filter.days !== null && (day === null || day < first || day > last)) return [];
      if (filter.sources.length > 0 && !filter.sources.includes(session.source)) return [];
      const isModel = (model: string) => filter.models.length === 0 || filter.models.includes(model);
      const facts = session.facts.filter(fact => isModel(fact.model));
      return facts.length === 0 ? [] : [{ ...session, facts, day, own: isModel(session.model) }];
    });
    return new Selected(sessions);
  }
}

interface SelectedSession extends SessionFacts {
  readonly day: string | null;
  readonly own: boolean;
}

/** Sums with what they are of. */
export interface ReferenceRow {
  readonly sessions: number;
  readonly conversations: number;
  readonly homes: ReadonlySet<string>;
  readonly counts: Counts;
  readonly calls: number;
  readonly usd: Readonly<Record<'actual' | 'estimated', number>>;
  readonly states: Readonly<Record<State, number>>;
}

/** Sessions and facts that a filter counts. */
export class Selected {
  readonly sessions: readonly SelectedSession[];

  constructor(sessions: readonly SelectedSession[]) {
    this.sessions = sessions;
  }

  get messages(): number {
    return sum(this.sessions.filter(({ own }) => own).map(({ messages }) => messages));
  }

  get toolCalls(): number {
    return sum(this.sessions.filter(({ own }) => own).map(({ tools }) => tools));
  }

  get undated(): number {
    return this.sessions.filter(({ day }) => day === null).length;
  }

  /** Days that hold a session, in order. */
  get days(): string[] {
    return [...new Set(this.sessions.map(({ day }) => day))].filter(day => day !== null).sort();
  }

  /** Values that facts take. */
  values(valueOf: (fact: Fact) => string): string[] {
    return [...new Set(this.sessions.flatMap(({ facts }) => facts.map(valueOf)))].sort();
  }

  /** The sum of some facts; a session counts in the state of those of its main facts that are among them. */
  row(wanted: (fact: Fact, day: string | null) => boolean): ReferenceRow {
    const states = { actual: 0, included: 0, estimated: 0, unknown: 0 };
    const usd = { actual: 0, estimated: 0 };
    const counts = noCounts();
    let [calls, sessions] = [0, 0];
    const homes = new Set<string>();
    for (const session of this.sessions) {
      const facts = session.facts.filter(fact => wanted(fact, session.day));
      if (facts.length === 0) continue;
      sessions += 1;
      const state = mainState(session, facts);
      if (state !== null) states[state] += 1;
      for (const fact of facts) {
        homes.add(fact.home);
        for (const counter of COUNTERS) counts[counter] += fact.counts[counter];
        calls += fact.calls;
        if (fact.kind === 'auxiliary') states[fact.state] += 1;
        if (fact.state === 'actual' || fact.state === 'estimated') usd[fact.state] += fact.usd;
      }
    }
    return { sessions, conversations: homes.size, homes, counts, calls, usd, states };
  }

  /** Homes of the sessions and calls that count in a state. */
  inState(state: State): Set<string> {
    const homes = new Set<string>();
    for (const session of this.sessions) {
      for (const fact of session.facts) {
        const own = fact.kind === 'auxiliary' ? fact.state : mainState(session, session.facts);
        if (own === state) homes.add(fact.home);
      }
    }
    return homes;
  }
}

function mainState(session: SessionFacts, facts: readonly Fact[]): State | null {
  const main = facts.filter(({ kind }) => kind !== 'auxiliary');
  if (main.length === 0) return null;
  if (main.length === session.mains || main.some(({ state }) => state === session.state)) return session.state;
  return ORDER.find(state => main.some(fact => fact.state === state)) ?? 'unknown';
}

/** Input, output and cached tokens. */
export function totalOf(counts: Counts): number {
  return counts.input + counts.output + counts.cache_read + counts.cache_write;
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
}

function noCounts(): Counts {
  return { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A whole number that a counter can be, else 0. */
function count(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1e12 ? value : 0;
}

function countsOf(row: Raw): Counts {
  const counts = noCounts();
  for (const counter of COUNTERS) counts[counter] = count(row[`${counter}_tokens`]);
  return counts;
}

function amount(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1e9 ? value : null;
}

function timeOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 946_684_800 && value <= 4_102_444_800 ? value : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function shown(model: string): string {
  return model.split('/').at(-1) === '' ? model : (model.split('/').at(-1) ?? '');
}

/** In the usage table an actual 0 is what nobody wrote, unless the status says that it was reported. */
function stateOf(row: Raw, isUsage: boolean): { readonly state: State; readonly usd: number } {
  const { cost_status: status, cost_source: source } = row;
  const actual = amount(row['actual_cost_usd']);
  const estimated = amount(row['estimated_cost_usd']);
  if (actual !== null && !(isUsage && actual === 0 && status !== 'actual')) return { state: 'actual', usd: actual };
  if (status === 'included') return { state: 'included', usd: 0 };
  if (estimated !== null && estimated > 0) return { state: 'estimated', usd: estimated };
  const isBacked = typeof status === 'string' && !['', 'unknown'].includes(status) && source !== 'none';
  return { state: estimated === 0 && isBacked ? 'estimated' : 'unknown', usd: 0 };
}

interface UsageFacts {
  readonly model: string;
  readonly provider: string;
  readonly task: string;
  readonly counts: Counts;
  readonly calls: number;
  readonly own: { readonly state: State; readonly usd: number };
  readonly actual: number;
  readonly estimated: number;
}

function readUsage(row: Raw): UsageFacts {
  return {
    model: shown(text(row['model'])),
    provider: text(row['billing_provider']),
    task: text(row['task']),
    counts: countsOf(row),
    calls: count(row['api_call_count']),
    own: stateOf(row, true),
    actual: amount(row['actual_cost_usd']) ?? 0,
    estimated: amount(row['estimated_cost_usd']) ?? 0,
  };
}

/** A row's share of its session's cost. */
function split(session: { readonly state: State }, row: UsageFacts): { readonly state: State; readonly usd: number } {
  const { state } = session;
  const usd = state === 'actual' ? row.actual : state === 'estimated' ? row.estimated : 0;
  if (usd > 0) return { state, usd };
  const own = row.own.state;
  if (own === state || own === 'included' || own === 'unknown') return { state: own, usd: 0 };
  return { state: state === 'included' ? 'included' : 'unknown', usd: 0 };
}
