import type { SessionGrouping, SessionSort } from '../../src/shared/contract/sessions.ts';

/** Rows of a page, and where the deep one begins. */
export const PAGE = 50;
export const DEEP = 10_000;
export const SORTS = ['activity', 'started', 'messages', 'tokens', 'cost', 'title'] as const satisfies SessionSort[];
export const GROUPINGS = ['day', 'source', 'model', 'project', 'job', 'none'] as const satisfies SessionGrouping[];

/** Milliseconds of one process: its very first page, and the first time of each page by each order. */
export interface ListRound {
  readonly cold: number;
  readonly first: Partial<Record<SessionSort, number>>;
  readonly deep: Partial<Record<SessionSort, number>>;
}

/** Milliseconds of one process until the first page of a view was there, for the first time, by `<grouping> <sort>`. */
export type ViewRound = Readonly<Record<string, number>>;

/**
 * Milliseconds between the first list of a process and what is asked next: nobody chooses an order sooner, and what the
 * lane works ahead in them is what the app has, too.
 */
export const REST_MS = 1000;

const SHORT_BYTES = 1_000_000;

/** The page in plain SQL: conversations by last message, each with its opening words. Bound: rows, rows before them. */
export function pageSql(): string {
  return `SELECT s.id, s.title, s.source, s.model, s.started_at, s.message_count, page.last_active,
      (SELECT CASE WHEN octet_length(m.content) <= ${SHORT_BYTES} THEN substr(m.content, 1, 63) END
       FROM messages m WHERE m.session_id = s.id AND m.role = 'user' AND m.content IS NOT NULL
       ORDER BY m.timestamp, m.id LIMIT 1) AS preview
    FROM (
      SELECT s.id, COALESCE((SELECT MAX(m.timestamp) FROM messages m WHERE m.session_id = s.id), s.started_at) AS last_active
      FROM sessions s ORDER BY last_active DESC LIMIT ? OFFSET ?
    ) page JOIN sessions s ON s.id = page.id ORDER BY page.last_active DESC`;
}
