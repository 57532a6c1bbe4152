import { has } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import { SESSION_COLUMNS } from './known-columns.ts';

/** A row of `sessions` as it is stored. Columns younger than schema 1 are absent where the file lacks them. */
export interface SessionRow {
  id: string;
  source: string;
  user_id: string | null;
  session_key?: string | null;
  chat_id?: string | null;
  chat_type?: string | null;
  thread_id?: string | null;
  display_name?: string | null;
  origin_json?: string | null;
  expiry_finalized?: number | null;
  model: string | null;
  model_config?: string | null;
  system_prompt?: string | null;
  parent_session_id: string | null;
  /** Unix seconds; text where an import wrote text. */
  started_at: number;
  ended_at: number | null;
  end_reason: string | null;
  message_count: number | null;
  tool_call_count: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cache_read_tokens?: number | null;
  cache_write_tokens?: number | null;
  reasoning_tokens?: number | null;
  cwd?: string | null;
  git_branch?: string | null;
  git_repo_root?: string | null;
  billing_provider?: string | null;
  billing_base_url?: string | null;
  billing_mode?: string | null;
  /** US dollars. */
  estimated_cost_usd?: number | null;
  actual_cost_usd?: number | null;
  cost_status?: string | null;
  cost_source?: string | null;
  pricing_version?: string | null;
  title?: string | null;
  api_call_count?: number | null;
  handoff_state?: string | null;
  handoff_platform?: string | null;
  handoff_error?: string | null;
  compression_failure_cooldown_until?: number | null;
  compression_failure_error?: string | null;
  compression_fallback_streak?: number;
  compression_ineffective_count?: number;
  profile_name?: string | null;
  rewind_count?: number;
  archived?: number;
  pinned?: number;
}

/** A session with what its messages say of it. */
export interface ActiveSessionRow extends SessionRow {
  /** Unix seconds of the latest message, else of the start. */
  last_active: number;
}

/** A row of a session list. */
export interface ListedSessionRow extends ActiveSessionRow {
  /** At most 60 characters of the first user message, and `...` if there is more. */
  preview: string;
  /** Only on a row that shows the live end of a compressed conversation: the id of its stored first row. */
  _lineage_root_id?: string;
}

/**
 * Select list of every live column. Later builds keep prompts in a table of their own; the effective prompt is the one
 * by hash, else the inline one; spec: schema §11.
 */
export function allColumns(catalog: Catalog, row: string): string {
  return (catalog.columns.get('sessions') ?? []).map(column => selected(catalog, row, column)).join(', ');
}

/**
 * Select list of the known columns that are live, without the prompt.
 *
 * @param modelConfig - whether `model_config` is kept.
 */
export function compactColumns(catalog: Catalog, row: string, modelConfig: boolean): string {
  const left = new Set(modelConfig ? ['system_prompt'] : ['system_prompt', 'model_config']);
  return SESSION_COLUMNS.filter(column => !left.has(column) && has(catalog, 'sessions', column))
    .map(column => selected(catalog, row, column))
    .join(', ');
}

function selected(catalog: Catalog, row: string, column: string): string {
  return `${columnValue(catalog, row, column)} AS "${column.replaceAll('"', '""')}"`;
}

/** SQL for the value of one live column; of the prompt the effective one. */
export function columnValue(catalog: Catalog, row: string, column: string): string {
  const name = `"${column.replaceAll('"', '""')}"`;
  if (column !== 'system_prompt' || !hasSharedPrompts(catalog)) return `${row}.${name}`;
  return `COALESCE((SELECT sp.prompt FROM system_prompts sp WHERE sp.hash = ${row}.system_prompt_hash), ${row}.${name})`;
}

/** True for files that keep prompts in `system_prompts`; spec: migrations §9. */
export function hasSharedPrompts(catalog: Catalog): boolean {
  return has(catalog, 'system_prompts', 'prompt') && has(catalog, 'sessions', 'system_prompt_hash');
}
