import type { Statement } from 'better-sqlite3';
import type { LaneContext } from '../lanes/context.ts';
import { type Catalog, liveColumn } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import { WHOLE_TEXT_BYTES } from './body-text.ts';
import { SUMMARY_STARTS } from './copies-replayed.ts';
import { isDamage } from './edges-salvage.ts';
import type { Session } from './edges.ts';

/** `active` may be NULL on damaged files and then means 1; spec: compat-notes 11. */
export function visibleSql(catalog: Catalog): string {
  const active = `COALESCE(${liveColumn(catalog, 'messages', 'active', 'm', '1')}, 1)`;
  const compacted = `COALESCE(${liveColumn(catalog, 'messages', 'compacted', 'm', '0')}, 0)`;
  return `(${active} <> 0 OR ${compacted} <> 0)`;
}

/** Per continuation what was found, for as long as both sessions stay as they are. */
const replays = new WeakMap<Session, { readonly before: Session; readonly replayed: boolean }>();

/** True where {@link ReplayFinder} has looked at these two already. */
export function isReplayKnown(segment: Session, before: Session): boolean {
  return replays.get(segment)?.before === before;
}

/**
 * Tells continuations that begin with the last prompt of the segment before them, replayed by compression. To be used
 * within one operation.
 * Source: design §10, Replayed prompt.
 */
export class ReplayFinder {
  readonly #prompts: Prompts;

  constructor(context: LaneContext) {
    this.#prompts = new Prompts(context);
  }

  isReplayed(segment: Session, before: Session): boolean {
    const known = replays.get(segment);
    if (known?.before === before) return known.replayed;
    const replayed = this.#isAgain(segment.id, before.id);
    replays.set(segment, { before, replayed });
    return replayed;
  }

  /** What cannot be read is no replay. */
  #isAgain(segmentId: string, beforeId: string): boolean {
    try {
      const opening = this.#prompts.first(segmentId);
      return opening !== null && opening === this.#prompts.last(beforeId);
    } catch (error) {
      if (isDamage(error)) return false;
      throw error;
    }
  }
}

/** What the user said first and last in a session; the summaries that compaction leaves are nobody's words. */
class Prompts {
  readonly #ids: Statement<[string], number>;
  readonly #text: Statement<[number], unknown>;

  constructor({ store: { db, catalog } }: LaneContext) {
    const kind = liveColumn(catalog, 'messages', 'display_kind', 'm');
    this.#ids = db
      .prepare<[string], number>(
        `SELECT m.id FROM messages m WHERE m.session_id = ? AND m.role = 'user' AND ${visibleSql(catalog)}
         AND COALESCE(${kind}, '') <> 'hidden' ORDER BY m.id`,
      )
      .pluck();
    this.#text = db
      .prepare<[number], unknown>(
        `SELECT CASE WHEN octet_length(m.content) <= ${String(WHOLE_TEXT_BYTES)} THEN m.content END
         FROM messages m WHERE m.id = ?`,
      )
      .pluck();
  }

  /** Null where there is none, or it is too long to be compared. */
  first(sessionId: string): string | null {
    return this.#firstOf(this.#ids.all(sessionId));
  }

  /** The same from the other end. */
  last(sessionId: string): string | null {
    return this.#firstOf(this.#ids.all(sessionId).reverse());
  }

  #firstOf(ids: readonly number[]): string | null {
    for (const id of ids) {
      const text = storedText(this.#text.get(id));
      if (text === null || !SUMMARY_STARTS.some(start => text.startsWith(start))) return text;
    }
    return null;
  }
}
