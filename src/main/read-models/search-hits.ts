import type { LaneContext } from '../lanes/context.ts';
import { storedText } from '../session-db/content.ts';
import type { Conversation } from './conversation-index-build.ts';
import { type ConversationIndex } from './conversation-index.ts';
import { withoutCopies } from './search-copies.ts';
import type { Scores } from './search-index.ts';
import { visibleSql } from './search-rows.ts';
import { liveColumn } from '../session-db/catalog.ts';

/** A message that matches and may be shown. */
export interface Hit {
  readonly id: number;
  readonly sessionId: string;
  /** As stored; for comparing. */
  readonly timestamp: number;
  /** False for the original that compaction put away. */
  readonly active: boolean;
  /** The lower the better. */
  readonly score: number;
  /** Null where the session belongs to no conversation, or is gone. */
  readonly conversation: Conversation | null;
}

/** Which hits are wanted; an empty list means any. */
export interface HitFilter {
  readonly sources: readonly string[];
  readonly roles: readonly string[];
}

/**
 * The messages found that the user did not take back and that the filter lets through, copies made by compaction
 * once. Spec: schema §4 (row states), compat-notes 51; design §10.
 */
export function visibleHits(context: LaneContext, index: ConversationIndex, scores: Scores, filter: HitFilter): Hit[] {
  const active = liveColumn(context.store.catalog, 'messages', 'active', 'm', '1');
  const roles = filter.roles.length === 0 ? '1' : 'm.role IN (SELECT value FROM json_each(?))';
  const rows = context.store.db
    .prepare<unknown[], [number, unknown, unknown, number]>(
      `SELECT m.id, m.session_id, m.timestamp, COALESCE(${active}, 1)
       FROM json_each(?) wanted CROSS JOIN messages m ON m.id = wanted.value
       WHERE ${context.guard('m.id')} AND ${visibleSql(context, 'm')} AND ${roles}`,
    )
    .raw()
    .all(JSON.stringify([...scores.keys()]), ...(filter.roles.length === 0 ? [] : [JSON.stringify(filter.roles)]));
  const sources = new Set(filter.sources);
  const hits = rows.map(([id, session, timestamp, isActive]): Hit => {
    const sessionId = storedText(session) ?? '';
    return {
      id,
      sessionId,
      timestamp: typeof timestamp === 'number' ? timestamp : Number(timestamp),
      active: isActive !== 0,
      score: scores.get(id) ?? 0,
      conversation: index.conversationOf.get(sessionId) ?? null,
    };
  });
  const wanted = hits.filter(hit => sources.size === 0 || sources.has(hit.conversation?.source ?? ''));
  return withoutCopies(context, wanted);
}
