import { has, liveColumn } from '../session-db/catalog.ts';
import type { Store } from '../session-db/store.ts';
import type { SessionNode } from './edges-family.ts';
import type { Session } from './edges.ts';

/** Bytes of a title that is compared; a longer one waits for a whole reading. */
const MAX_TITLE = 4096;

const ARCHIVED = 1;
const PINNED = 2;
const OPEN = 4;

/**
 * Ids of sessions that were renamed, archived, pinned, ended, or had one of that taken back: what is done to old rows.
 * Costs a fraction of reading every row, because titles stand in an index of their own and few rows have a mark.
 *
 * @param nodes - every session as it was known.
 */
export function remarkedIds(store: Store, nodes: readonly SessionNode[]): string[] {
  const titles = titlesNow(store);
  const marks = marksNow(store);
  const isOther = (session: Session): boolean => {
    const title = titles.get(session.rowid) ?? null;
    return (
      (typeof title !== 'number' && title !== session.title) || (marks.get(session.rowid) ?? 0) !== marksOf(session)
    );
  };
  return nodes.flatMap(({ session }) => (isOther(session) ? [session.id] : []));
}

/** By rowid, without those that have none; a number stands for what is not compared. */
function titlesNow({ db, catalog }: Store): ReadonlyMap<number, string | number> {
  if (!has(catalog, 'sessions', 'title')) return new Map();
  const rows = db
    .prepare<[number], [number, string | number]>(
      `SELECT rowid, CASE WHEN typeof(title) = 'text' AND octet_length(title) <= ? THEN title ELSE 0 END
       FROM sessions WHERE title IS NOT NULL AND title <> ''`,
    )
    .raw()
    .all(MAX_TITLE);
  return new Map(rows);
}

/** By rowid, without those that have none. */
function marksNow({ db, catalog }: Store): ReadonlyMap<number, number> {
  const [archived, pinned, ended] = ['archived', 'pinned', 'ended_at'].map(name =>
    liveColumn(catalog, 'sessions', name, 's'),
  );
  const sql = `SELECT rowid, (${archived} IS TRUE) * ${ARCHIVED} + (${pinned} IS TRUE) * ${PINNED} + (${ended} IS NULL) * ${OPEN}
     FROM sessions s WHERE ${archived} OR ${pinned} OR ${ended} IS NULL`;
  return new Map(db.prepare<[], [number, number]>(sql).raw().all());
}

function marksOf({ archived, pinned, ended }: Session): number {
  return (archived ? ARCHIVED : 0) + (pinned ? PINNED : 0) + (ended ? 0 : OPEN);
}
