import { has } from './catalog.ts';
import { isContinuation, lastActive } from './lineage-sql.ts';
import type { BranchMarks } from './lineage-sql.ts';
import { titleAndIdConditions } from './needle.ts';
import type { NeedleQuery } from './needle.ts';
import type { Condition } from './session-filter.ts';
import type { Store } from './store.ts';

/** A slice of an ordered list. */
export interface Page {
  /** Most rows; negative is all of them. */
  readonly limit: number;
  readonly offset: number;
}

/** Ids of the rows that match, newest start first. */
export function idsByStart(store: Store, condition: Condition, page: Page): string[] {
  return store.db
    .prepare<unknown[], string>(
      `SELECT s.id FROM sessions s WHERE ${condition.sql} ORDER BY s.started_at DESC, s.id DESC LIMIT ? OFFSET ?`,
    )
    .pluck()
    .all(...condition.values, page.limit, page.offset);
}

interface Candidate {
  readonly id: string;
  readonly parent: string | null;
  readonly startedAt: SqlValue;
  readonly active: SqlValue;
}

type SqlValue = number | string | Uint8Array | null;

/**
 * Ids of the rows that match, by the activity of everything that continues them, then start, then id, all descending;
 * spec: api §4. Where a needle is given, a row matches if any row that continues it does.
 */
export function idsByActivity(
  store: Store,
  condition: Condition,
  page: Page,
  query: NeedleQuery & BranchMarks,
): string[] {
  const columns = `s.id, s.parent_session_id AS parent, s.started_at AS startedAt, ${lastActive(store.catalog, 's')} AS active`;
  const candidates = store.db
    .prepare<unknown[], Candidate>(`SELECT ${columns} FROM sessions s WHERE ${condition.sql}`)
    .all(...condition.values);
  const continuations = store.db
    .prepare<[], Candidate>(
      `SELECT ${columns} FROM sessions p JOIN sessions s ON s.parent_session_id = p.id
       WHERE p.end_reason = 'compression' AND ${isContinuation('s', query)}`,
    )
    .all();
  const chains = new Chains(continuations);
  const wanted = titleAndIdConditions(query, has(store.catalog, 'sessions', 'title')).map(needle =>
    idsWhere(store, needle),
  );
  return candidates
    .filter(row => wanted.every(ids => chains.from(row).some(member => ids.has(member.id))))
    .map(row => ({ row, active: chains.from(row).reduce((best, member) => later(best, member.active), row.active) }))
    .sort(
      (a, b) => compare(b.active, a.active) || compare(b.row.startedAt, a.row.startedAt) || compare(b.row.id, a.row.id),
    )
    .slice(page.offset, page.limit < 0 ? undefined : page.offset + page.limit)
    .map(({ row }) => row.id);
}

function idsWhere(store: Store, condition: Condition): Set<string> {
  const ids = store.db.prepare<unknown[], string>(`SELECT s.id FROM sessions s WHERE ${condition.sql}`).pluck();
  return new Set(ids.all(...condition.values));
}

/** The rows that continue a row, found along the edges of compression; loops are walked once. */
class Chains {
  readonly #children = new Map<string, Candidate[]>();

  constructor(continuations: readonly Candidate[]) {
    for (const row of continuations) {
      const siblings = this.#children.get(row.parent ?? '');
      if (siblings === undefined) this.#children.set(row.parent ?? '', [row]);
      else siblings.push(row);
    }
  }

  /** The row and everything that continues it. */
  from(row: Candidate): Candidate[] {
    if (!this.#children.has(row.id)) return [row];
    const found = [row];
    const seen = new Set([row.id]);
    for (const member of found) {
      for (const child of this.#children.get(member.id) ?? []) {
        if (!seen.has(child.id)) found.push(child);
        seen.add(child.id);
      }
    }
    return found;
  }
}

function later(a: SqlValue, b: SqlValue): SqlValue {
  return compare(a, b) < 0 ? b : a;
}

/** SQLite's own order of values: NULL, numbers, text by bytes, blobs. Imports may have stored a time as text. */
function compare(a: SqlValue, b: SqlValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0 || a === null || b === null) return rank;
  return Buffer.compare(bytesOf(a), bytesOf(b));
}

function bytesOf(value: number | string | Uint8Array): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(String(value));
}

function rankOf(value: SqlValue): number {
  if (value === null) return 0;
  if (typeof value === 'number') return 1;
  return typeof value === 'string' ? 2 : 3;
}
