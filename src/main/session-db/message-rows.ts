import type { Catalog } from './catalog.ts';
import { has, liveColumn } from './catalog.ts';
import { decodeContent, decodeDisplayMetadata, decodeToolCalls } from './content.ts';
import type { MessageContent } from './content.ts';
import { MESSAGE_COLUMNS } from './known-columns.ts';
import type { PythonJson } from './python-json.ts';

type MessageColumn = (typeof MESSAGE_COLUMNS)[number];

/**
 * A row of `messages` under the database's own column names. Decoded: `content`, `tool_calls` and
 * `display_metadata`; the other JSON columns are the stored text. Times are Unix seconds.
 */
export interface MessageRow {
  id: number;
  session_id: string;
  role: string;
  content: MessageContent;
  tool_call_id: string | null;
  tool_calls: PythonJson;
  tool_name: string | null;
  effect_disposition: string | null;
  timestamp: number;
  token_count: number | null;
  finish_reason: string | null;
  reasoning: string | null;
  reasoning_content: string | null;
  reasoning_details: string | null;
  codex_reasoning_items: string | null;
  codex_message_items: string | null;
  platform_message_id: string | null;
  observed: number;
  active: number;
  compacted: number;
  api_content: string | null;
  display_kind: string | null;
  display_metadata: Record<string, PythonJson> | null;
}

/** A row of `messages` as SQLite returns it: text columns may hold bytes where a foreign program wrote them. */
export type StoredMessage = Omit<MessageRow, 'content' | 'tool_calls' | 'display_metadata'> & {
  readonly content: unknown;
  readonly tool_calls: unknown;
  readonly display_metadata: unknown;
};

/** What a column means in a file that lacks it, as a SQL literal; NULL where nothing is listed; spec: migrations §1.1. */
const DEFAULTS: Partial<Record<MessageColumn, string>> = { observed: '0', active: '1', compacted: '0' };

/** SQL list of every known column of `messages`, with defaults for those that the file lacks; spec: compat-notes 4. */
export function messageColumns(catalog: Catalog, alias = 'm'): string {
  return MESSAGE_COLUMNS.map(
    name => `${liveColumn(catalog, 'messages', name, alias, DEFAULTS[name])} AS "${name}"`,
  ).join(', ');
}

/** Decodes a stored row; spec: api §2. */
export function toMessageRow(stored: StoredMessage): MessageRow {
  return {
    ...stored,
    content: decodeContent(stored.content),
    tool_calls: decodeToolCalls(stored.tool_calls),
    display_metadata: decodeDisplayMetadata(stored.display_metadata),
  };
}

/** SQL condition for rows of the live transcript. NULL counts as live; spec: compat-notes 11. */
export function liveCondition(catalog: Catalog, alias = 'm'): string {
  if (!has(catalog, 'messages', 'active')) return '1';
  return `(${alias}.active = 1 OR ${alias}.active IS NULL)`;
}

/** SQL condition for rows that search finds by default: live, or summarised away in place; spec: api §7.2. */
export function searchableCondition(catalog: Catalog, alias = 'm'): string {
  const live = liveCondition(catalog, alias);
  return has(catalog, 'messages', 'compacted') ? `(${live} OR ${alias}.compacted = 1)` : live;
}
