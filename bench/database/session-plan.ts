import type { Language } from './prose.ts';
import type { Random } from './random.ts';

/** What a session will be, before it is written. */
export interface PlannedSession {
  readonly id: string;
  readonly source: string;
  readonly model: string;
  readonly language: Language;
  readonly parent: string | null;
  readonly marker: '_branched_from' | '_delegate_from' | null;
  readonly endReason: string | null;
  readonly start: number;
  /** Messages of this row. */
  messages: number;
  readonly title: string | null;
  readonly project: string | null;
}

/** Size and seed of a database. */
export interface PlanOptions {
  readonly sessions: number;
  readonly messages: number;
  /** Unix seconds of the newest message. */
  readonly end: number;
}

const SOURCES = [
  ['cli', 46],
  ['telegram', 14],
  ['cron', 22],
  ['discord', 7],
  ['api_server', 4],
  ['slack', 3],
  ['tui', 4],
] as const;
const MODELS = [
  ['anthropic/claude-sonnet-4.6', 45],
  ['nous/hermes-4-405b', 22],
  ['deepseek/deepseek-v3.2', 18],
  ['openai/gpt-5.2-mini', 10],
  ['google/gemini-3-pro', 5],
] as const;
const LANGUAGES = [
  ['en', 74],
  ['ja', 8],
  ['zh', 8],
  ['ru', 8],
  ['ko', 2],
] as const;
const PROJECTS = ['atlas-api', 'ledger-web', 'infra', 'tidy', 'notes', null] as const;

/** Segments and share of the messages of the conversation that is far longer than all others. */
const GREAT_SEGMENTS = 50;
const GREAT_SHARE = 0.1;
/** Segments of the longest chain that is still ordinary talk. */
const LONG_SEGMENTS = 180;
/** Days over which the sessions are spread. */
const DAYS = 400;

/** Plans sessions, chains, branches and subagents; the messages of all add up to what was asked for. */
export class SessionPlan {
  readonly #random: Random;
  readonly #options: PlanOptions;
  readonly #title: (language: Language) => string;
  readonly #sessions: PlannedSession[] = [];
  #number = 0;

  constructor(random: Random, options: PlanOptions, title: (language: Language) => string) {
    this.#random = random;
    this.#options = options;
    this.#title = title;
  }

  /** All sessions, a parent always before its children, in the order of their starts. */
  make(): readonly PlannedSession[] {
    const { sessions, messages } = this.#options;
    if (sessions >= 4 * GREAT_SEGMENTS)
      this.#chain('cli', 'en', GREAT_SEGMENTS, Math.floor((messages * GREAT_SHARE) / GREAT_SEGMENTS));
    if (sessions >= 4 * LONG_SEGMENTS) this.#chain('telegram', 'ru', LONG_SEGMENTS, 0);
    while (this.#sessions.length < sessions) this.#conversation();
    this.#sessions.length = sessions;
    this.#distribute();
    return this.#sessions.toSorted((a, b) => a.start - b.start);
  }

  #conversation(): void {
    const random = this.#random;
    const source = random.weighted(SOURCES);
    const language = random.weighted(LANGUAGES);
    const segments = source !== 'cron' && random.chance(0.12) ? random.between(2, 6) : 1;
    const tip = this.#chain(source, language, segments, 0);
    if (source === 'cron') return;
    if (random.chance(0.04))
      this.#add({ source, language, parent: tip, marker: '_branched_from', endReason: 'cli_close' });
    const subagents = random.chance(0.12) ? random.between(1, 4) : 0;
    for (let count = 0; count < subagents; count += 1) {
      this.#add({ source: 'subagent', language, parent: tip, marker: '_delegate_from', endReason: 'agent_close' });
    }
  }

  /** A chain of segments; answers its tip. Zero messages mean: as the distribution has it. */
  #chain(source: string, language: Language, segments: number, messages: number): PlannedSession {
    const title = this.#random.chance(0.7) ? this.#title(language) : null;
    let parent: PlannedSession | null = null;
    for (let segment = 1; segment <= segments; segment += 1) {
      const isLast = segment === segments;
      parent = this.#add({
        source,
        language,
        parent,
        marker: null,
        endReason: isLast ? this.#ending(source) : 'compression',
        messages,
        title: title === null ? null : this.#numbered(title, segment),
      });
    }
    if (parent === null) throw new RangeError('A chain has at least one segment');
    return parent;
  }

  /** Titles are unique: the running number of the session makes them so. */
  #numbered(title: string, segment: number): string {
    const base = `${title} ${String(this.#number - segment + 1)}`;
    return segment === 1 ? base : `${base} #${String(segment)}`;
  }

  #ending(source: string): string | null {
    if (source === 'cron') return 'cron_complete';
    return this.#random.chance(0.03) ? null : this.#random.pick(['cli_close', 'session_reset', 'idle_timeout']);
  }

  #add(session: {
    source: string;
    language: Language;
    parent: PlannedSession | null;
    marker: PlannedSession['marker'];
    endReason: string | null;
    messages?: number;
    title?: string | null;
  }): PlannedSession {
    const random = this.#random;
    const { parent } = session;
    const earliest = this.#options.end - DAYS * 86_400;
    const start = parent === null ? earliest + random.next() * DAYS * 86_000 : parent.start + random.between(60, 5400);
    this.#number += 1;
    const planned: PlannedSession = {
      id: idOf(session.source, start, this.#number),
      source: session.source,
      model: random.weighted(MODELS),
      language: session.language,
      parent: parent?.id ?? null,
      marker: session.marker,
      endReason: session.endReason,
      start,
      messages: session.messages ?? 0,
      title: session.title ?? null,
      project: session.source === 'cli' || session.source === 'tui' ? random.pick(PROJECTS) : null,
    };
    this.#sessions.push(planned);
    return planned;
  }

  /** Shares out the messages that are left: most sessions are short, a few very long (a Pareto distribution). */
  #distribute(): void {
    const open = this.#sessions.filter(session => session.messages === 0);
    const fixed = this.#sessions.reduce((sum, session) => sum + session.messages, 0);
    const weights = open.map(() => 1 / (this.#random.next() + 0.004));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let left = Math.max(0, this.#options.messages - fixed);
    let weightLeft = total;
    open.forEach((session, index) => {
      const weight = weights[index] ?? 0;
      const share = index === open.length - 1 ? left : Math.round((left * weight) / weightLeft);
      session.messages = share;
      left -= share;
      weightLeft -= weight;
    });
  }
}

/** Ids in Hermes's own forms; spec: schema §3. */
function idOf(source: string, start: number, number: number): string {
  const time = new Date(start * 1000).toISOString();
  const stamp = `${time.slice(0, 10).replaceAll('-', '')}_${time.slice(11, 19).replaceAll(':', '')}`;
  return source === 'cron'
    ? `cron_job${String(number % 40)}_${stamp}_${String(number)}`
    : `${stamp}_${number.toString(16).padStart(6, '0')}`;
}
