import type { LaneOp } from '../lanes/context.ts';
import { openStore } from '../session-db/open.ts';
import { wellFormed } from '../session-db/python-text.ts';
import { escapeLike } from '../session-db/session-filter.ts';
import type { Store } from '../session-db/store.ts';

/** So many are enough to say that a text names no single one. */
const SEVERAL = 2;

/** The session whose id is the text; without one, those whose ids begin with it, two of them at most (spec: api §6). */
export const sessionsNamed: LaneOp<{ readonly text: string }, string[]> = ({ store }, { text }) => named(store, text);

/**
 * The same in another file, which is open no longer than that takes.
 *
 * @throws whatever opening a file for reading throws.
 */
export const sessionsNamedIn: LaneOp<{ readonly path: string; readonly text: string }, string[]> = (
  { checkCancelled },
  { path, text },
) => {
  checkCancelled();
  const store = openStore(path, { readOnly: true });
  try {
    return named(store, text);
  } finally {
    store.db.close();
  }
};

function named({ db }: Store, text: string): string[] {
  const id = wellFormed(text);
  const exact = db.prepare<[string], string>('SELECT id FROM sessions WHERE id = ?').pluck().all(id);
  if (exact.length > 0) return exact;
  return db
    .prepare<[string, number], string>(`SELECT id FROM sessions WHERE id LIKE ? ESCAPE '\\' LIMIT ?`)
    .pluck()
    .all(`${escapeLike(id)}%`, SEVERAL);
}
