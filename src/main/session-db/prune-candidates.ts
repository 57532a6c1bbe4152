import { has, liveColumn } from './catalog.ts';
import { SessionDbError } from './errors.ts';
import { tipFinder } from './lineage.ts';
import { and, escapeLike, underFolder } from './session-filter.ts';
import type { Condition } from './session-filter.ts';
import { snapshot } from './snapshot.ts';
import type { Store } from './store.ts';

/** Which ended sessions a prune takes; every given filter must hold; spec: api §10. */
export interface PruneFilter {
  /** Least age by start, in days; fractions count. No bound unless given. */
  readonly olderThanDays?: number | null;
  /** Unix seconds, exclusive; beats `olderThanDays`. */
  readonly startedBefore?: number | null;
  /** Unix seconds, inclusive. */
  readonly startedAfter?: number | null;
  readonly source?: string | null;
  /** Parts of the text, in either case (ASCII); wildcards are literal. */
  readonly titleLike?: string | null;
  readonly modelLike?: string | null;
  readonly branchLike?: string | null;
  readonly endReason?: string | null;
  readonly cwdPrefix?: string | null;
  readonly minMessages?: number | null;
  readonly maxMessages?: number | null;
  /** Input and output tokens together. */
  readonly minTokens?: number | null;
  readonly maxTokens?: number | null;
  /** US dollars: the actual cost, else the estimate, else 0. */
  readonly minCost?: number | null;
  readonly maxCost?: number | null;
  readonly minToolCalls?: number | null;
  readonly maxToolCalls?: number | null;
  readonly provider?: string | null;
  readonly userId?: string | null;
  readonly chatId?: string | null;
  readonly chatType?: string | null;
  /** False unless given; null takes archived and other sessions alike, which is Hermes's default. */
  readonly archived?: boolean | null;
  /** Leaves pinned sessions out. True unless given; Hermes does not look. */
  readonly keepPinned?: boolean;
  /**
   * Leaves out ended segments whose conversation goes on: its end is open, or started within the age bound. True
   * unless given; Hermes does not look, and can behead a running conversation.
   */
  readonly keepLiveChains?: boolean;
}

/** A session that a prune would take. */
export interface PruneCandidate {
  id: string;
  source: string;
  title: string | null;
  model: string | null;
  started_at: number;
  ended_at: number;
  message_count: number | null;
  archived: number;
}

const SECONDS_PER_DAY = 86_400;

/** SQL that each filter stands for, on alias `s`; `?` is its value. */
const COMPARISONS: Readonly<Record<string, { readonly column: string; readonly sql: string }>> = {
  startedAfter: { column: 'started_at', sql: 's.started_at >= ?' },
  source: { column: 'source', sql: 's.source = ?' },
  endReason: { column: 'end_reason', sql: 's.end_reason = ?' },
  minMessages: { column: 'message_count', sql: 'COALESCE(s.message_count, 0) >= ?' },
  maxMessages: { column: 'message_count', sql: 'COALESCE(s.message_count, 0) <= ?' },
  minTokens: { column: 'input_tokens', sql: 'COALESCE(s.input_tokens, 0) + COALESCE(s.output_tokens, 0) >= ?' },
  maxTokens: { column: 'input_tokens', sql: 'COALESCE(s.input_tokens, 0) + COALESCE(s.output_tokens, 0) <= ?' },
  minCost: { column: 'actual_cost_usd', sql: 'COALESCE(s.actual_cost_usd, s.estimated_cost_usd, 0) >= ?' },
  maxCost: { column: 'actual_cost_usd', sql: 'COALESCE(s.actual_cost_usd, s.estimated_cost_usd, 0) <= ?' },
  minToolCalls: { column: 'tool_call_count', sql: 'COALESCE(s.tool_call_count, 0) >= ?' },
  maxToolCalls: { column: 'tool_call_count', sql: 'COALESCE(s.tool_call_count, 0) <= ?' },
  provider: { column: 'billing_provider', sql: 'lower(s.billing_provider) = lower(?)' },
  userId: { column: 'user_id', sql: 's.user_id = ?' },
  chatId: { column: 'chat_id', sql: 's.chat_id = ?' },
  chatType: { column: 'chat_type', sql: 's.chat_type = ?' },
};

/** Filters that look for a part of a text. */
const TEXTS: Readonly<Record<string, string>> = { titleLike: 'title', modelLike: 'model', branchLike: 'git_branch' };

const KNOWN = new Set([
  ...Object.keys(COMPARISONS),
  ...Object.keys(TEXTS),
  ...['olderThanDays', 'startedBefore', 'cwdPrefix', 'archived', 'keepPinned', 'keepLiveChains'],
]);

/**
 * The sessions that a prune with this filter would take, oldest first. Changes nothing.
 *
 * @throws SessionDbError `invalid-input` for a filter that is not known: it must not be taken for no filter.
 */
export function listPruneCandidates(store: Store, filter: PruneFilter = {}): PruneCandidate[] {
  const unknown = Object.keys(filter).find(name => !KNOWN.has(name));
  if (unknown !== undefined) throw new SessionDbError('invalid-input', `There is no prune filter named '${unknown}'.`);
  const before = startedBefore(store, filter);
  const condition = and(conditions(store, filter, before));
  const column = (name: string, fallback: string) =>
    `${liveColumn(store.catalog, 'sessions', name, 's', fallback)} AS ${name}`;
  return snapshot(store, () => {
    const rows = store.db
      .prepare<unknown[], PruneCandidate>(
        `SELECT s.id, s.source, ${column('title', 'NULL')}, s.model, s.started_at, s.ended_at, s.message_count,
           ${column('archived', '0')}
         FROM sessions s WHERE ${condition.sql} ORDER BY s.started_at, s.id`,
      )
      .all(...condition.values);
    if (filter.keepLiveChains === false) return rows;
    const goesOn = liveChainTest(store, before);
    return rows.filter(row => !goesOn(row.id));
  });
}

function startedBefore(store: Store, filter: PruneFilter): number | null {
  const days = filter.olderThanDays ?? null;
  return filter.startedBefore ?? (days === null ? null : store.now() - days * SECONDS_PER_DAY);
}

function conditions(store: Store, filter: PruneFilter, before: number | null): Condition[] {
  const archived = filter.archived === undefined ? false : filter.archived;
  return [
    { sql: 's.ended_at IS NOT NULL', values: [] },
    ...(before === null ? [] : [{ sql: 's.started_at < ?', values: [before] }]),
    ...comparisons(store, filter),
    ...[underFolder(store, 's', filter.cwdPrefix ?? '')].filter(part => part !== null),
    ...(archived === null ? [] : [flag(store, 'archived', archived)]),
    ...(filter.keepPinned === false ? [] : [flag(store, 'pinned', false)]),
  ];
}

/** A filter on a column that the file lacks holds for no row. */
function comparisons(store: Store, filter: PruneFilter): Condition[] {
  return Object.entries(filter).flatMap(([name, value]): Condition[] => {
    const comparison = COMPARISONS[name];
    const text = TEXTS[name];
    if (value === null || value === undefined || value === '') return [];
    if (comparison !== undefined) {
      return has(store.catalog, 'sessions', comparison.column) ? [{ sql: comparison.sql, values: [value] }] : [NEVER];
    }
    if (text === undefined) return [];
    const pattern = `%${escapeLike(String(value).toLowerCase())}%`;
    return has(store.catalog, 'sessions', text)
      ? [{ sql: `lower(COALESCE(s.${text}, '')) LIKE ? ESCAPE '\\'`, values: [pattern] }]
      : [NEVER];
  });
}

const NEVER: Condition = { sql: '0', values: [] };

function flag(store: Store, column: 'archived' | 'pinned', on: boolean): Condition {
  return { sql: `${liveColumn(store.catalog, 'sessions', column, 's', '0')} = ${on ? '1' : '0'}`, values: [] };
}

/** Makes a test of whether the conversation of an ended segment is open, or started again within the age bound. */
function liveChainTest(store: Store, before: number | null): (id: string) => boolean {
  const tipOf = tipFinder(store);
  const ends = store.db.prepare<[string], { started: number; ended: number | null }>(
    'SELECT started_at AS started, ended_at AS ended FROM sessions WHERE id = ?',
  );
  return id => {
    const tip = tipOf(id);
    const end = tip === id ? undefined : ends.get(tip);
    return end !== undefined && (end.ended === null || (before !== null && end.started >= before));
  };
}
