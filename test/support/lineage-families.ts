import type { Row, SmallDatabase } from './small-database.ts';

const HOUR = 3600;

/** Sessions of families under construction, each with one message of the user. */
export class FamilyRows {
  readonly sessions: Row[] = [];
  readonly messages: Row[] = [];
  readonly #start: number;
  #clock = 0;

  /** @param start - seconds at which the first session begins. */
  constructor(start: number) {
    this.#start = start;
  }

  /** Adds a session ten minutes after the one before it, which ends five minutes later if it does; returns its id. */
  add(id: string, columns: Row = {}, says = `say ${id}`): string {
    this.#clock += 600;
    const at = this.#start + this.#clock;
    const ended = columns['end_reason'] === undefined ? {} : { ended_at: at + 300 };
    this.sessions.push({ id, source: 'cli', model: 'a/model', title: id, started_at: at, ...ended, ...columns });
    this.messages.push({ session_id: id, role: 'user', content: says, timestamp: at + 1 });
    return id;
  }

  /** Adds a chain of compressed sessions `<name> 1`, `<name> 2` …; returns their ids. */
  chain(name: string, length: number, columns: Row = {}): string[] {
    const ids: string[] = [];
    for (let at = 1; at <= length; at += 1) {
      const ended = at === length ? {} : { end_reason: 'compression' };
      const parent = at === 1 ? {} : { parent_session_id: ids.at(-1) };
      ids.push(this.add(`${name} ${String(at)}`, { ...columns, ...parent, ...ended }));
    }
    return ids;
  }

  /** What the database is written from. */
  rows(): SmallDatabase {
    return { sessions: this.sessions, messages: this.messages };
  }
}

/** Columns of a session that hangs on another by a mark. */
export function hangsOn(parent: string, mark: '_delegate_from' | '_branched_from' | '_reset_from'): Row {
  return { parent_session_id: parent, model_config: JSON.stringify({ [mark]: parent }) };
}

/** Columns of a session that used tokens at an estimated cost in dollars; null for one that is not known. */
export function used(tokens: number, cost: number | null): Row {
  const part = Math.round(tokens / 4);
  const counted = { input_tokens: part, output_tokens: part, cache_read_tokens: tokens - 2 * part };
  return cost === null ? counted : { ...counted, estimated_cost_usd: cost, cost_status: 'estimated' };
}

const ENDED = { end_reason: 'agent_close' };

/** A family with every kind of edge, the way a day of work leaves one. */
export function smallFamily(rows: FamilyRows): string {
  const gone = { parent_session_id: '20261109_081204_c41' };
  const compressed = { end_reason: 'compression' };
  const build = rows.add('Build the API image for arm64', { ...gone, ...compressed, ...used(520_000, 1.3) });
  rows.add('Try distroless', { ...hangsOn(build, '_branched_from'), ...ENDED, ...used(140_000, 0.36), archived: 1 });
  const second = rows.add('Fix Docker build on arm64 #2', {
    ...{ parent_session_id: build, ...compressed },
    ...used(610_000, 1.92),
  });
  const under = hangsOn(second, '_delegate_from');
  rows.add('Audit image layers for native modules', { ...under, ...ENDED, ...used(96_000, 0.18) });
  const bisect = rows.add('Bisect base image between 22.4 and 22.6', { ...under, ...ENDED, ...used(210_000, 0.44) });
  rows.add('Compile better-sqlite3 twice', {
    ...{ ...hangsOn(bisect, '_delegate_from'), ...ENDED },
    ...used(31_000, 0.07),
  });
  const tip = rows.add('Fix Docker build on arm64 #3', { parent_session_id: second, ...used(70_000, 0.19) });
  rows.add('Read the buildx release notes', { ...hangsOn(tip, '_delegate_from'), ...ENDED, ...used(38_000, null) });
  rows.add('Old helper', { parent_session_id: tip, ...used(12_000, 0.02) });
  rows.add('New chat', { ...hangsOn(tip, '_reset_from'), ...used(1100, 0.01) });
  return tip;
}

/** A chain with a thousand and more subagents and branches: two thousand sessions. */
export function largeFamily(rows: FamilyRows): string {
  const chain = rows.chain('Migrate', 20, used(300_000, 0.8));
  for (let at = 0; at < 1980; at += 1) {
    const parent = chain[at % 7 === 0 ? at % 20 : (at * 7) % 3] ?? '';
    const mark = at % 40 === 0 ? '_branched_from' : '_delegate_from';
    const tokens = 2000 + ((at * 7919) % 97) * 1500;
    const cost = at % 11 === 0 ? null : tokens / 500_000;
    rows.add(`Step ${String(at)}`, { ...hangsOn(parent, mark), ...ENDED, ...used(tokens, cost) });
  }
  return chain.at(-1) ?? '';
}

/** When a family of so many sessions has to begin to have ended an hour ago. */
export function startOf(sessions: number): number {
  return Math.round(Date.now() / 1000) - HOUR - 600 * sessions;
}
