import type { LaneOp } from '../lanes/context.ts';
import { wellFormed } from '../session-db/python-text.ts';

/** How many values a statement is given at once. */
const CHUNK = 900;

/** Those of some ids that the file has a session of. */
export const knownSessions: LaneOp<{ readonly ids: readonly string[] }, string[]> = ({ store: { db } }, { ids }) => {
  const known: string[] = [];
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK).map(wellFormed);
    const marks = chunk.map(() => '?').join(', ');
    known.push(
      ...db
        .prepare<string[], string>(`SELECT id FROM sessions WHERE id IN (${marks})`)
        .pluck()
        .all(...chunk),
    );
  }
  return known;
};
