import type { Database } from 'better-sqlite3';

/** A hit as recordings keep it. */
export interface ReferenceHit {
  readonly id: number;
  readonly snippet: string;
}

type Filter = Readonly<Record<string, unknown>>;

/**
 * What a word index finds that holds the contents of the messages and nothing else, by an index made for the question
 * from the messages themselves. Where it finds nothing the substring index of the file is asked; spec: api §7.2, §7.5,
 * §7.7.
 *
 * @param query - cleaned.
 * @param filter - the keyword arguments of the recorded search.
 */
export function contentOnlyHits(db: Database, query: string, filter: Filter): ReferenceHit[] {
  db.exec(`CREATE VIRTUAL TABLE temp.content_only USING fts5(content);
           INSERT INTO temp.content_only (rowid, content) SELECT id, content FROM messages`);
  try {
    const hits = matches(db, 'content_only', query, filter);
    if (hits === null) return [];
    return hits.length > 0 || listed(filter['role_filter'])?.includes('tool') === true
      ? hits
      : substringHits(db, query, filter);
  } finally {
    db.exec('DROP TABLE temp.content_only');
  }
}

function substringHits(db: Database, query: string, filter: Filter): ReferenceHit[] {
  const tokens = query
    .replace(/^[" ]+|[" ]+$/g, '')
    .split(/\s+/)
    .filter(token => token !== '');
  const isOperator = (token: string) => /^(?:and|or|not)$/i.test(token);
  if (!tokens.every(token => isOperator(token) || [...token].length >= 3)) return [];
  const quoted = tokens.map(token => (isOperator(token) ? token : `"${token.replaceAll('"', '""')}"`));
  return matches(db, 'messages_fts_trigram', quoted.join(' '), filter) ?? [];
}

/** Null for a query that FTS5 refuses. */
function matches(db: Database, table: string, query: string, filter: Filter): ReferenceHit[] | null {
  const { conditions, values } = conditionsOf(filter);
  const sql = `
    SELECT m.id AS id, snippet(${table}, -1, '>>>', '<<<', '...', 40) AS snippet
    FROM ${table} JOIN messages m ON m.id = ${table}.rowid JOIN sessions s ON s.id = m.session_id
    WHERE ${table} MATCH ? AND ${conditions.join(' AND ')}
    ORDER BY ${orderOf(filter['sort'])} LIMIT ? OFFSET ?`;
  try {
    return db
      .prepare<unknown[], ReferenceHit>(sql)
      .all(query, ...values, numberOf(filter['limit'], 20), numberOf(filter['offset'], 0));
  } catch (error) {
    if (error instanceof Error && /fts5: |no such column/.test(error.message)) return null;
    throw error;
  }
}

function conditionsOf(filter: Filter): { conditions: string[]; values: string[] } {
  const sources = listed(filter['source_filter']);
  const excluded = listed(filter['exclude_sources']) ?? [];
  const roles = listed(filter['role_filter']) ?? [];
  const oneOf = (column: string, list: readonly string[]) => `${column} IN (${list.map(() => '?').join(', ')})`;
  return {
    conditions: [
      filter['include_inactive'] === true ? '1' : '(m.active = 1 OR m.compacted = 1)',
      ...(sources === null ? [] : [oneOf('s.source', sources)]),
      ...(excluded.length === 0 ? [] : [`NOT ${oneOf('s.source', excluded)}`]),
      ...(roles.length === 0 ? [] : [oneOf('m.role', roles)]),
    ],
    values: [...(sources ?? []), ...excluded, ...roles],
  };
}

function orderOf(sort: unknown): string {
  const wanted = typeof sort === 'string' ? sort.trim().toLowerCase() : '';
  if (wanted === 'newest') return 'm.timestamp DESC, rank';
  return wanted === 'oldest' ? 'm.timestamp, rank' : 'rank';
}

function listed(value: unknown): string[] | null {
  return Array.isArray(value) ? value.map(String) : null;
}

function numberOf(value: unknown, missing: number): number {
  return typeof value === 'number' ? value : missing;
}
