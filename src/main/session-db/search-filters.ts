import { searchableCondition } from './message-rows.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';

export interface SearchFilters {
  /** Only these sources. An empty list matches nothing, null everything; spec: compat-notes 52. */
  readonly sourceFilter?: readonly string[] | null;
  /** None of these sources. */
  readonly excludeSources?: readonly string[] | null;
  /** Only these roles. An empty list and null match everything. */
  readonly roleFilter?: readonly string[] | null;
  /** Also rows that the user took back. Default false. */
  readonly includeInactive?: boolean;
}

/** A condition on `messages m` and `sessions s`, and what it binds. */
export interface SqlCondition {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/** The filters that every way of searching shares; spec: api §7.2. */
export function filterCondition(store: Store, filters: SearchFilters): SqlCondition {
  const conditions: SqlCondition[] = [];
  if (filters.includeInactive !== true) conditions.push({ sql: searchableCondition(store.catalog), parameters: [] });
  if (filters.sourceFilter) conditions.push(inList('s.source IN', filters.sourceFilter));
  if (filters.excludeSources) conditions.push(inList('s.source NOT IN', filters.excludeSources));
  if (filters.roleFilter && filters.roleFilter.length > 0) conditions.push(inList('m.role IN', filters.roleFilter));
  return allOf(conditions);
}

/** One bound list keeps the statement short however many values there are. */
function inList(test: string, values: readonly string[]): SqlCondition {
  return {
    sql: `${test} (SELECT value FROM json_each(?))`,
    parameters: [JSON.stringify(values.map(wellFormed))],
  };
}

/**
 * A row matches a term where its content, tool name or tool calls hold it. Terms match ASCII letters in any case;
 * `%` and `_` are ordinary characters.
 *
 * spec: api §7.4, §7.6
 */
export function likeCondition(term: string): SqlCondition {
  const pattern = `%${term.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const like = (column: string) => `m.${column} LIKE ? ESCAPE '\\'`;
  return {
    sql: `(${like('content')} OR ${like('tool_name')} OR ${like('tool_calls')})`,
    parameters: [pattern, pattern, pattern],
  };
}

/** Rows that meet at least one condition; none at all if there are no conditions. */
export function anyOf(conditions: readonly SqlCondition[]): SqlCondition {
  return joined(conditions, 'OR', '0');
}

/** Rows that meet every condition; all rows if there are no conditions. */
export function allOf(conditions: readonly SqlCondition[]): SqlCondition {
  return joined(conditions, 'AND', '1');
}

/** As a balanced tree: SQLite refuses expressions that are more than 1,000 levels deep, and a query may hold 1,024 words. */
function joined(conditions: readonly SqlCondition[], operator: string, empty: string): SqlCondition {
  const [first] = conditions;
  if (first === undefined) return { sql: empty, parameters: [] };
  if (conditions.length === 1) return first;
  const half = Math.ceil(conditions.length / 2);
  const left = joined(conditions.slice(0, half), operator, empty);
  const right = joined(conditions.slice(half), operator, empty);
  return { sql: `(${left.sql} ${operator} ${right.sql})`, parameters: [...left.parameters, ...right.parameters] };
}
