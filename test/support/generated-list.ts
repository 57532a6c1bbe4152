import type { Kin } from './list-facts.ts';
import { buildZoo } from './session-zoo.ts';
import type { Row, SmallDatabase } from './small-database.ts';

/** Rows of a list with every kind of value, and the families in it. */
export interface GeneratedList extends SmallDatabase {
  readonly kin: ReadonlyMap<string, Kin>;
  /** Seconds; some open sessions are stale then, and some are not. */
  readonly now: number;
}

export const LIST_SOURCES = ['cli', 'telegram', 'cron', 'discord', 'tool'];
export const LIST_MODELS = ['m-one', 'm-two', null];
export const LIST_PROVIDERS = ['openrouter', 'anthropic', null];
export const LIST_FOLDERS = ['/home/a/src', '/home/a/docs', 'C:\\work', null];
export const LIST_REASONS = ['cli_close', 'agent_close', 'idle_timeout'];

const START = 1_780_000_000;
const DAY = 86_400;
/** Ends that say something of the family; they are left as they are. */
const FAMILY_ENDS = new Set<unknown>(['compression', 'branched', 'session_reset']);

/** The zoo and some plain sessions with their subagents, with values strewn over them; the same for the same seed. */
export function generateList(seed: number): GeneratedList {
  const zoo = buildZoo(seed, 1);
  let state = seed * 7919 + 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <T>(values: readonly T[]): T | undefined => values[below(values.length)];
  const strewn = (row: Row): Row => ({
    ...row,
    source: row['source'] === 'cli' ? pick(LIST_SOURCES.slice(0, 4)) : row['source'],
    model: pick(LIST_MODELS),
    billing_provider: pick(LIST_PROVIDERS),
    cwd: pick(LIST_FOLDERS),
    git_repo_root: below(3) === 0 ? pick(LIST_FOLDERS) : null,
    pinned: below(11) === 0 ? 1 : 0,
    archived: below(7) === 0 ? 1 : 0,
    cache_read_tokens: below(3),
    actual_cost_usd: below(4) === 0 ? below(100) / 100 : null,
    cost_status: below(5) === 0 ? 'included' : null,
    // Titles of a file differ; these differ by their numbers only, which sort by value.
    title: below(2) === 0 ? `title ${String(below(30))} of ${String(row['id'])}` : null,
    ...('end_reason' in row && !FAMILY_ENDS.has(row['end_reason']) ? { end_reason: pick(LIST_REASONS) } : {}),
  });
  const kin = new Map<string, Kin>(zoo.expected);
  const plain: Row[] = [];
  for (let at = 0; at < 80; at += 1) {
    const started = START + below(60 * DAY);
    const id = at % 4 === 0 ? `cron_job_${String(below(3))}_20260501_0${String(10_000 + at)}` : `plain-${String(at)}`;
    const ended = below(2) === 0 ? { ended_at: started + 60, end_reason: pick([...LIST_REASONS, null]) } : {};
    plain.push({ id, source: 'cli', started_at: started, ...ended });
    kin.set(id, { edge: 'root', chain: [id], hidden: null });
    for (let child = below(4) - 1; child > 0; child -= 1) {
      const name = `child${String(child)} of ${id}`;
      plain.push({ id: name, source: 'cli', started_at: started + 100 - child, parent_session_id: id });
      kin.set(name, { edge: 'unknown', chain: [name], hidden: 'unknown-child' });
    }
  }
  return {
    sessions: [...zoo.sessions, ...plain].map(strewn),
    messages: zoo.messages,
    kin,
    now: START + 45 * DAY,
  };
}
