import { has, liveColumn } from './catalog.ts';
import { SessionDbError } from './errors.ts';
import { and, escapeLike, underFolder } from './session-filter.ts';
import type { Condition } from './session-filter.ts';
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
  /** Parts of the text, in either case (ASCII). */
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
   * Leaves out ended segments whose conversation goes on: its end, or a subagent that would go along, is open or
   * started within the age bound. True unless given; Hermes does not look, and can behead a running conversation.
   */
  readonly keepLiveChains?: boolean;
  /** `refuse` (default) leaves out what is being compressed now. `proceed` does not look, which is Hermes's way. */
  readonly whileCompressing?: 'refuse' | 'proceed';
  /**
   * `cascade` (default): subagents go with the session they worked for, whatever their own age; where one of them has
   * to be kept, their session is kept as well. `orphan` is Hermes's answer; spec: api §10.
   */
  readonly delegates?: 'cascade' | 'orphan';
  /** `literal` (default), or `pattern`, Hermes's answer, where `%` and `_` in a part of a text stand for anything. */
  readonly wildcards?: 'literal' | 'pattern';
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
  ...['whileCompressing', 'delegates', 'wildcards'],
]);

/** Start before which a session is old enough, in Unix seconds; null for no bound. */
export function startedBefore(store: Store, filter: PruneFilter): number | null {
  const days = filter.olderThanDays ?? null;
  return filter.startedBefore ?? (days === null ? null : store.now() - days * SECONDS_PER_DAY);
}

/**
 * The condition of a filter on alias `s`, all but what looks beyond the row itself.
 *
 * @throws SessionDbError `invalid-input` for a filter that is not known: it must not be taken for no filter.
 */
export function pruneCondition(store: Store, filter: PruneFilter): Condition {
  const unknown = Object.keys(filter).find(name => !KNOWN.has(name));
  if (unknown !== undefined) throw new SessionDbError('invalid-input', `There is no prune filter named '${unknown}'.`);
  return and(conditions(store, filter, startedBefore(store, filter)));
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
    const part = String(value).toLowerCase();
    const pattern = `%${filter.wildcards === 'pattern' ? escapeBackslash(part) : escapeLike(part)}%`;
    return has(store.catalog, 'sessions', text)
      ? [{ sql: `lower(COALESCE(s.${text}, '')) LIKE ? ESCAPE '\\'`, values: [pattern] }]
      : [NEVER];
  });
}

/** Hermes's patterns have no escape character. */
function escapeBackslash(text: string): string {
  return text.replaceAll('\\', '\\\\');
}

const NEVER: Condition = { sql: '0', values: [] };

function flag(store: Store, column: 'archived' | 'pinned', on: boolean): Condition {
  return { sql: `${liveColumn(store.catalog, 'sessions', column, 's', '0')} = ${on ? '1' : '0'}`, values: [] };
}
