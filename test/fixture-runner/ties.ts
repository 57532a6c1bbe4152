import type { Database } from 'better-sqlite3';
import type { RecordedCall } from '../support/fixtures.ts';
import { isRecord } from './recorded-values.ts';

/**
 * True if our hits are the recorded ones up to the order of hits that are equal in what they are sorted by: rank, or
 * time where a sort was asked for or no index was used. At the cut of a page an equal hit may stand for another.
 *
 * @param ours - ids of our hits.
 */
export function sameUpToTies(
  db: Database,
  call: RecordedCall,
  recorded: readonly unknown[],
  ours: readonly number[],
): boolean {
  const ids = recorded.map(hit => (isRecord(hit) ? Number(hit['id']) : Number(hit)));
  if (ids.length !== ours.length || new Set(ours).size !== ours.length) return false;
  const key = call.ranks === undefined || 'sort' in (call.kwargs ?? {}) ? timeOf(db) : rankOf(db, call);
  return ids.every((id, index) => {
    const other = ours[index];
    return other !== undefined && (id === other || same(key(id), key(other)));
  });
}

function same(left: number | undefined, right: number | undefined): boolean {
  return left !== undefined && right !== undefined && Math.abs(left - right) <= 1e-9 * Math.abs(left);
}

function timeOf(db: Database): (id: number) => number | undefined {
  const statement = db.prepare<[number], number>('SELECT timestamp FROM messages WHERE id = ?').pluck();
  return id => statement.get(id);
}

function rankOf(db: Database, call: RecordedCall): (id: number) => number | undefined {
  const statement = db
    .prepare<[string, number], number>(
      'SELECT bm25(messages_fts) FROM messages_fts WHERE messages_fts MATCH ? AND rowid = CAST(? AS INTEGER)',
    )
    .pluck();
  return id => statement.get(call.cleaned_query ?? '', id);
}
