import type { Statement } from 'better-sqlite3';
import type { LaneContext } from '../lanes/context.ts';
import { type Catalog, has, liveColumn } from '../session-db/catalog.ts';
import { WHOLE_TEXT_BYTES } from './body-text.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { Session } from './edges.ts';

/**
 * Messages that can be seen: `active = 1` or `compacted = 1`, with what compaction carried forward counted once, be it
 * a copy within a session or the prompt replayed at the beginning of the next segment.
 * Spec: design §10 (copies, replayed prompt, Numbers).
 */
export function countMessages(context: LaneContext, index: ConversationIndex): number {
  if (!has(context.store.catalog, 'messages')) return 0;
  return countVisible(context) - countCopies(context, index) - countReplays(context, index);
}

/** `active` may be NULL on damaged files and then means 1; spec: compat-notes 11. */
function visibleSql(catalog: Catalog): string {
  const active = `COALESCE(${liveColumn(catalog, 'messages', 'active', 'm', '1')}, 1)`;
  return `(${active} = 1 OR ${liveColumn(catalog, 'messages', 'compacted', 'm', '0')} = 1)`;
}

/**
 * The flags stand behind the long texts of a row, so they are read only of rows that the index shows to be inactive.
 */
function countVisible({ store: { db, catalog } }: LaneContext): number {
  const count = (sql: string) => Number(db.prepare(sql).pluck().get());
  const all = count('SELECT COUNT(*) FROM messages');
  if (!has(catalog, 'messages', 'active')) return all;
  const compacted = liveColumn(catalog, 'messages', 'compacted', 'm', '0');
  const hint = activeIndex(catalog);
  return all - count(`SELECT COUNT(*) FROM messages m ${hint} WHERE m.active = 0 AND ${compacted} = 0`);
}

function activeIndex(catalog: Catalog): string {
  return catalog.indexes.has('idx_messages_session_active') ? 'INDEXED BY idx_messages_session_active' : '';
}

/** Rows beyond the first of each message that a session holds more than once. */
function countCopies({ store, checkCancelled }: LaneContext, index: ConversationIndex): number {
  const { db, catalog } = store;
  if (!has(catalog, 'messages', 'compacted')) return 0;
  const statement = db.prepare<[string], number>(`SELECT COUNT(*) - COUNT(DISTINCT copy) FROM (
    SELECT DENSE_RANK() OVER (ORDER BY m.role, m.timestamp, m.tool_call_id,
      ${comparedSql('m.content')}, ${comparedSql('m.tool_calls')}) AS copy
    FROM messages m WHERE m.session_id = ? AND ${visibleSql(catalog)})`);
  return compactedSessions(store, index).reduce((total, id) => {
    checkCancelled();
    return total + Number(statement.pluck().get(id));
  }, 0);
}

/** Sessions that were compacted in place, and those in which such rows may have been made active again. */
function compactedSessions({ db, catalog }: LaneContext['store'], index: ConversationIndex): string[] {
  const compacted = db
    .prepare<[], string>(
      `SELECT DISTINCT m.session_id FROM messages m ${activeIndex(catalog)} WHERE m.active = 0 AND m.compacted = 1`,
    )
    .pluck()
    .all();
  const rewound = index.nodes.filter(node => node.session.rewinds > 0).map(node => node.session.id);
  return [...new Set([...compacted, ...rewound])];
}

/** A text; one that is too long to be taken whole is equal to no other. */
function comparedSql(column: string): string {
  return `CASE WHEN octet_length(${column}) > ${String(WHOLE_TEXT_BYTES)} THEN m.id ELSE ${column} END`;
}

interface Prompt {
  readonly bytes: number | null;
  readonly text: unknown;
}

/** Per continuation what was found, for as long as both sessions stay as they are. */
const replays = new WeakMap<Session, { readonly before: Session; readonly replayed: boolean }>();

function countReplays({ store: { db, catalog }, checkCancelled }: LaneContext, index: ConversationIndex): number {
  const spoken = `COALESCE(${liveColumn(catalog, 'messages', 'display_kind', 'm')}, '') <> 'hidden'`;
  const prompt = (pick: 'MIN' | 'MAX') =>
    db.prepare<[string], Prompt>(`SELECT octet_length(p.content) AS bytes,
      CASE WHEN octet_length(p.content) <= ${String(WHOLE_TEXT_BYTES)} THEN p.content END AS text
      FROM messages p WHERE p.id = (SELECT ${pick}(m.id) FROM messages m
      WHERE m.session_id = ? AND m.role = 'user' AND ${visibleSql(catalog)} AND ${spoken})`);
  const first = prompt('MIN');
  const last = prompt('MAX');
  let count = 0;
  for (const { segments } of index.conversations) {
    for (const [at, segment] of segments.entries()) {
      const before = segments[at - 1];
      if (before === undefined) continue;
      checkCancelled();
      if (isReplayed(segment, before, first, last)) count += 1;
    }
  }
  return count;
}

function isReplayed(
  segment: Session,
  before: Session,
  first: Statement<[string], Prompt>,
  last: Statement<[string], Prompt>,
): boolean {
  const known = replays.get(segment);
  if (known?.before === before) return known.replayed;
  const opening = first.get(segment.id);
  const closing = last.get(before.id);
  const replayed = opening !== undefined && closing !== undefined && samePrompt(opening, closing);
  replays.set(segment, { before, replayed });
  return replayed;
}

function samePrompt(a: Prompt, b: Prompt): boolean {
  if (a.text === null || a.bytes !== b.bytes) return false;
  return a.text instanceof Uint8Array && b.text instanceof Uint8Array
    ? Buffer.from(a.text).equals(b.text)
    : a.text === b.text;
}
