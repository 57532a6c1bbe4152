import { decodeContent, decodeDisplayMetadata, decodeToolCalls } from './content.ts';
import { idsByLastActivity, liveMessageIds, messageSql, readGuarded, sessionSql } from './export-rows.ts';
import type { ExportLimits } from './export-rows.ts';
import { getCompressionLineage } from './lineage.ts';
import type { CompressionLineageOptions } from './lineage.ts';
import type { MessageRow } from './message-rows.ts';
import { wellFormed } from './python-text.ts';
import type { ActiveSessionRow, SessionRow } from './session-row.ts';
import { snapshot } from './snapshot.ts';
import type { Store } from './store.ts';

/** Columns of a message that every version of the schema has. */
type OldestColumns = 'id' | 'session_id' | 'role' | 'content' | 'timestamp';

/**
 * A message of an export: every column of the file in its stored order, those of other programs too, and none that the
 * file lacks. Decoded as in {@link MessageRow}.
 */
export type ExportedMessage = Pick<MessageRow, OldestColumns> & Partial<Omit<MessageRow, OldestColumns>>;

/** A session with its live messages. */
export interface ExportedSession extends SessionRow {
  readonly messages: ExportedMessage[];
}

/** A conversation: the row of its last segment, with every segment and all their messages in order. */
export interface ExportedLineage extends ExportedSession {
  readonly segments: ExportedSession[];
  readonly lineage_session_ids: string[];
}

export interface ExportAllOptions {
  /** Only sessions of this source. */
  readonly source?: string | null;
}

/** A session with its last activity and its live messages. */
export interface ExportedListRow extends ActiveSessionRow {
  readonly messages: ExportedMessage[];
}

/** A session of an export that is read step by step. */
export interface ExportStep {
  readonly session: ActiveSessionRow;
  /** Its live messages; they are read as they are asked for, and none is where nobody asks. */
  readonly messages: Generator<ExportedMessage, void, undefined>;
}

/**
 * The stored row of a session with its live messages; null for an unknown id. A text that is too large to be read is
 * null, and `onUnreadable` is told; spec: api §9.
 */
export function exportSession(store: Store, sessionId: string, limits: ExportLimits = {}): ExportedSession | null {
  const id = wellFormed(sessionId);
  return snapshot(store, () => {
    const row = sessionReader(store, limits)(id);
    return row === undefined ? null : { ...row, messages: [...iterateExportedMessages(store, id, limits)] };
  });
}

/**
 * The whole conversation that holds a session, as one record; null for an unknown id. `message_count` is the number
 * of messages exported; spec: api §9.
 */
export function exportSessionLineage(
  store: Store,
  sessionId: string,
  options: CompressionLineageOptions & ExportLimits = {},
): ExportedLineage | null {
  return snapshot(store, () => {
    const segments = getCompressionLineage(store, wellFormed(sessionId), options)
      .map(id => exportSession(store, id, options))
      .filter(segment => segment !== null);
    const last = segments.at(-1);
    if (last === undefined) return null;
    const messages = segments.flatMap(segment => segment.messages);
    return {
      ...last,
      messages,
      message_count: messages.length,
      segments,
      lineage_session_ids: segments.map(segment => segment.id),
    };
  });
}

/**
 * Every session with its live messages, most recently active first: all of them at once in memory, so meant for small
 * files and tests; {@link iterateExportAll} is for the others.
 *
 * spec: api §9
 */
export function exportAll(store: Store, options: ExportAllOptions & ExportLimits = {}): ExportedListRow[] {
  return snapshot(store, () =>
    [...iterateExportAll(store, options)].map(({ session, messages }) => ({ ...session, messages: [...messages] })),
  );
}

/**
 * What {@link exportAll} gives, one session and one message at a time, for files of any size. Nothing stays open
 * between two steps: other programs write meanwhile, and each session and message is as it is when it is read. What
 * comes after the first step is not in it.
 */
export function* iterateExportAll(
  store: Store,
  options: ExportAllOptions & ExportLimits = {},
): Generator<ExportStep, void, undefined> {
  const read = activeSessionReader(store, options);
  const messagesOf = messageReader(store, options);
  for (const id of idsByLastActivity(store, options.source)) {
    const session = read(id);
    if (session !== undefined) yield { session, messages: messagesOf(id) };
  }
}

/**
 * The live messages of a session in order, one at a time; none for an unknown id. Nothing stays open between two
 * steps.
 */
export function iterateExportedMessages(
  store: Store,
  sessionId: string,
  limits: ExportLimits = {},
): Generator<ExportedMessage, void, undefined> {
  return messageReader(store, limits)(wellFormed(sessionId));
}

function messageReader(
  store: Store,
  limits: ExportLimits,
): (sessionId: string) => Generator<ExportedMessage, void, undefined> {
  const sql = messageSql(store, limits);
  const statements = {
    small: store.db.prepare<[number, number], StoredExport>(sql.small),
    large: store.db.prepare<[number], StoredExport>(sql.large),
    sizes: store.db.prepare<[number], Record<string, number | null>>(sql.sizes),
  };
  const idsOf = liveMessageIds(store);
  return function* (sessionId) {
    for (const messageId of idsOf(sessionId)) {
      const row = readGuarded(statements, messageId, sql.limit, (column, bytes) =>
        limits.onUnreadable?.({ session_id: sessionId, message_id: messageId, column, bytes }),
      );
      if (row !== undefined) yield decoded(row);
    }
  };
}

function sessionReader(store: Store, limits: ExportLimits): (id: string) => SessionRow | undefined {
  const sql = sessionSql(store, limits, false);
  const statements = {
    small: store.db.prepare<[string, number], SessionRow>(sql.small),
    large: store.db.prepare<[string], SessionRow>(sql.large),
    sizes: store.db.prepare<[string], Record<string, number | null>>(sql.sizes),
  };
  return id => readGuarded(statements, id, sql.limit, tellOfSession(limits, id));
}

function activeSessionReader(store: Store, limits: ExportLimits): (id: string) => ActiveSessionRow | undefined {
  const sql = sessionSql(store, limits, true);
  const statements = {
    small: store.db.prepare<[string, number], ActiveSessionRow>(sql.small),
    large: store.db.prepare<[string], ActiveSessionRow>(sql.large),
    sizes: store.db.prepare<[string], Record<string, number | null>>(sql.sizes),
  };
  return id => readGuarded(statements, id, sql.limit, tellOfSession(limits, id));
}

function tellOfSession(limits: ExportLimits, id: string): (column: string, bytes: number) => void {
  return (column, bytes) => limits.onUnreadable?.({ session_id: id, message_id: null, column, bytes });
}

type Encoded = 'content' | 'tool_calls' | 'display_metadata';
type StoredExport = Omit<ExportedMessage, Encoded> & {
  readonly content: unknown;
  readonly tool_calls: unknown;
} & ({ readonly display_metadata: unknown } | { readonly display_metadata?: never });

/** The columns keep their order. */
function decoded(row: StoredExport): ExportedMessage {
  const content = decodeContent(row.content);
  const calls = decodeToolCalls(row.tool_calls);
  if (!('display_metadata' in row)) return { ...row, content, tool_calls: calls };
  return { ...row, content, tool_calls: calls, display_metadata: decodeDisplayMetadata(row.display_metadata) };
}
