import { has, liveColumn } from './catalog.ts';
import type { Store } from './store.ts';
import { hasLostParent, isBranch, isDelegate } from './lineage-sql.ts';
import type { BranchMarks } from './lineage-sql.ts';
import { wellFormed } from './python-text.ts';

/** SQL with the values that it binds, in order. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** What sessions a list or a count takes; spec: api §4. All given filters must hold, on the stored row. */
export interface SessionFilter extends BranchMarks {
  readonly source?: string | null;
  readonly excludeSources?: readonly string[] | null;
  /** This folder and everything below it; separators of either kind. */
  readonly cwdPrefix?: string | null;
  /** Least value of the cached message counter. */
  readonly minMessageCount?: number;
  readonly includeArchived?: boolean;
  readonly archivedOnly?: boolean;
  /**
   * Rows whose parent is not in the file. `roots` (default): they are listed as if they had none. `hidden` is
   * Hermes's answer; spec: compat-notes 27.
   */
  readonly lostParents?: 'roots' | 'hidden';
}

/**
 * The conditions of a filter on the rows of an alias.
 *
 * @param children - whether subagents, continuations and other child rows are taken too.
 */
export function sessionConditions(store: Store, row: string, filter: SessionFilter, children: boolean): Condition {
  const parts = [
    children ? null : { sql: listable(row, filter), values: [] },
    filter.source ? { sql: `${row}.source = ?`, values: [filter.source] } : null,
    excludedSources(row, filter.excludeSources ?? []),
    underFolder(store, row, filter.cwdPrefix ?? ''),
    (filter.minMessageCount ?? 0) > 0
      ? { sql: `${row}.message_count >= ?`, values: [filter.minMessageCount ?? 0] }
      : null,
    archivedState(store, row, filter),
  ].filter(part => part !== null);
  return and(parts);
}

/** Joins conditions; none of them is a condition that always holds. */
export function and(parts: readonly Condition[]): Condition {
  return {
    sql: parts.length === 0 ? '1' : parts.map(part => part.sql).join(' AND '),
    values: parts.flatMap(part => part.values),
  };
}

/** Text for a LIKE pattern with `ESCAPE '\'`, its wildcards taken literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function listable(row: string, filter: SessionFilter): string {
  const lost = filter.lostParents === 'hidden' ? '' : ` OR ${hasLostParent(row)}`;
  return `(${row}.parent_session_id IS NULL OR ${isBranch(row, filter)}${lost}) AND NOT ${isDelegate(row)}`;
}

function excludedSources(row: string, sources: readonly string[]): Condition | null {
  if (sources.length === 0) return null;
  return {
    sql: `${row}.source NOT IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(sources.map(wellFormed))],
  };
}

/** Rows in a folder or below it; null for no folder. Wildcards in the path are literal, which Hermes's are not; letters match in either case, as in Hermes. */
export function underFolder(store: Store, row: string, prefix: string): Condition | null {
  if (prefix === '') return null;
  if (!has(store.catalog, 'sessions', 'cwd')) return { sql: '0', values: [] };
  const folder = prefix.replace(/[\\/]+$/, '') || prefix;
  const below = escapeLike(folder);
  return {
    sql: `(${row}.cwd = ? OR ${row}.cwd LIKE ? ESCAPE '\\' OR ${row}.cwd LIKE ? ESCAPE '\\')`,
    values: [folder, `${below}/%`, `${below}\\\\%`],
  };
}

function archivedState(store: Store, row: string, filter: SessionFilter): Condition | null {
  const archived = liveColumn(store.catalog, 'sessions', 'archived', row, '0');
  if (filter.archivedOnly === true) return { sql: `${archived} = 1`, values: [] };
  return filter.includeArchived === true ? null : { sql: `${archived} = 0`, values: [] };
}
