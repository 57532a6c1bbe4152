import { jsonOrNull, textOrNull } from './bound-values.ts';
import { has } from './catalog.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { promptColumns, removeUnusedPrompts } from './system-prompts.ts';
import { write } from './write.ts';

/** A session to create, or whose missing facts to fill in; spec: api §1. */
export interface CreateSessionInput {
  readonly sessionId: string;
  readonly source: string;
  readonly model?: string | null;
  /** Stored as JSON; an empty object is stored as NULL. */
  readonly modelConfig?: Readonly<Record<string, unknown>> | null;
  readonly systemPrompt?: string | null;
  readonly userId?: string | null;
  readonly sessionKey?: string | null;
  readonly chatId?: string | null;
  readonly chatType?: string | null;
  readonly threadId?: string | null;
  /** Must exist. Folder and repository are taken from it, and after a compression the route too. */
  readonly parentSessionId?: string | null;
  readonly cwd?: string | null;
  readonly profileName?: string | null;
  readonly gitRepoRoot?: string | null;
}

/** What {@link ensureSession} takes beside the id. */
export type EnsureSessionInput = Partial<Omit<CreateSessionInput, 'sessionId'>>;

/** Columns that a second creation of the same id fills where they are NULL. */
const FILLED = [
  'model',
  'model_config',
  'session_key',
  'chat_id',
  'chat_type',
  'thread_id',
  'parent_session_id',
  'cwd',
  'profile_name',
  'git_repo_root',
] as const;

const INHERITED = ['cwd', 'git_repo_root', 'git_branch'];
const INHERITED_AFTER_COMPRESSION = [
  ...['user_id', 'session_key', 'chat_id', 'chat_type', 'thread_id', 'display_name', 'origin_json'],
];

/**
 * Creates a session that starts now. For an id that exists only what is NULL is filled; an ended session stays ended.
 *
 * @returns the id.
 * @throws SqliteError of a foreign key where the parent does not exist.
 */
export function createSession(store: Store, input: CreateSessionInput): string {
  return write(store, () => upsertSession(store, input));
}

/** As {@link createSession}; the source is `unknown` unless given. */
export function ensureSession(store: Store, id: string, input: EnsureSessionInput = {}): string {
  return createSession(store, { ...input, sessionId: id, source: input.source ?? 'unknown' });
}

/** {@link createSession} inside a transaction of the caller. */
export function upsertSession(store: Store, input: CreateSessionInput): string {
  const id = wellFormed(input.sessionId);
  const values = Object.fromEntries(
    Object.entries(storedValues(store, input)).filter(([column]) => has(store.catalog, 'sessions', column)),
  );
  const columns = Object.keys(values);
  const fills = FILLED.filter(column => columns.includes(column)).map(
    column => `${column} = COALESCE(${column}, excluded.${column})`,
  );
  store.db
    .prepare(
      `INSERT INTO sessions (${columns.join(', ')}) VALUES (${columns.map(column => `:${column}`).join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${[...fills, ...promptFills(columns)].join(', ')}`,
    )
    .run(values);
  if (columns.includes('system_prompt_hash')) removeUnusedPrompts(store);
  const parent = textOrNull(input.parentSessionId);
  if (parent !== null && parent !== '') inherit(store, id, parent);
  return id;
}

function storedValues(store: Store, input: CreateSessionInput): Record<string, unknown> {
  return {
    id: wellFormed(input.sessionId),
    source: textOrNull(input.source),
    user_id: textOrNull(input.userId),
    started_at: store.now(),
    model: textOrNull(input.model),
    model_config: jsonOrNull(input.modelConfig),
    session_key: textOrNull(input.sessionKey),
    chat_id: textOrNull(input.chatId),
    chat_type: textOrNull(input.chatType),
    thread_id: textOrNull(input.threadId),
    parent_session_id: textOrNull(input.parentSessionId),
    cwd: textOrNull(input.cwd),
    profile_name: textOrNull(input.profileName),
    git_repo_root: textOrNull(input.gitRepoRoot),
    ...(input.systemPrompt === undefined || input.systemPrompt === null
      ? {}
      : promptColumns(store, input.systemPrompt)),
  };
}

/** A prompt by hash hides an inline one, so it is filled in only where there is neither. */
function promptFills(columns: readonly string[]): string[] {
  if (!columns.includes('system_prompt')) return [];
  if (!columns.includes('system_prompt_hash'))
    return ['system_prompt = COALESCE(system_prompt, excluded.system_prompt)'];
  return [
    `system_prompt_hash = CASE WHEN system_prompt IS NULL
       THEN COALESCE(system_prompt_hash, excluded.system_prompt_hash) ELSE system_prompt_hash END`,
  ];
}

function inherit(store: Store, id: string, parent: string | Uint8Array): void {
  const copy = (wanted: readonly string[], condition: string) => {
    const columns = wanted.filter(column => has(store.catalog, 'sessions', column));
    if (columns.length === 0) return;
    store.db
      .prepare(
        `UPDATE sessions SET ${columns.map(column => `${column} = COALESCE(${column}, (SELECT p.${column} FROM sessions p WHERE p.id = :parent))`).join(', ')}
         WHERE id = :id AND EXISTS (SELECT 1 FROM sessions p WHERE p.id = :parent ${condition})`,
      )
      .run({ id, parent });
  };
  copy(INHERITED, '');
  copy(INHERITED_AFTER_COMPRESSION, "AND p.end_reason = 'compression'");
}

/** Ends an open session; the first reason stays. Unknown ids and ended sessions are left alone. */
export function endSession(store: Store, id: string, endReason: string): void {
  write(store, db =>
    db
      .prepare('UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ? AND ended_at IS NULL')
      .run(store.now(), textOrNull(endReason), wellFormed(id)),
  );
}

/** Opens an ended session again. */
export function reopenSession(store: Store, id: string): void {
  write(store, db =>
    db.prepare('UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE id = ?').run(wellFormed(id)),
  );
}

/** Reasons with which a session ends by accident; a deliberate end replaces them; spec: schema §10. */
const ACCIDENTS = "'agent_close', 'ws_orphan_reap'";

/**
 * Ends a session for good: as {@link endSession}, but an accidental end is overwritten too.
 *
 * @returns false for an unknown id, and for a session that ended for another reason; spec: api §1.
 */
export function promoteToSessionReset(store: Store, id: string, reason = 'session_reset'): boolean {
  return write(
    store,
    db =>
      db
        .prepare(
          `UPDATE sessions SET ended_at = ?, end_reason = ?
           WHERE id = ? AND (ended_at IS NULL OR end_reason IN (${ACCIDENTS}))`,
        )
        .run(store.now(), textOrNull(reason), wellFormed(id)).changes > 0,
  );
}

/** Seconds after which a child of a compressed session that never called a model counts as abandoned: 7 days. */
const ABANDONED_AFTER = 7 * 86_400;

/**
 * Ends continuations that were written but never used: open, without a model call, started long ago, with messages,
 * and below a session that ended by compression.
 *
 * @returns how many were ended; spec: api §1.
 */
export function finalizeOrphanedCompressionSessions(store: Store): number {
  if (!has(store.catalog, 'sessions', 'api_call_count')) return 0;
  return write(
    store,
    db =>
      db
        .prepare(
          `UPDATE sessions SET ended_at = :now, end_reason = 'orphaned_compression'
           WHERE COALESCE(api_call_count, 0) = 0 AND ended_at IS NULL AND end_reason IS NULL AND started_at < :before
             AND EXISTS (SELECT 1 FROM messages m WHERE m.session_id = sessions.id)
             AND EXISTS (SELECT 1 FROM sessions p
                         WHERE p.id = sessions.parent_session_id AND p.end_reason = 'compression')`,
        )
        .run({ now: store.now(), before: store.now() - ABANDONED_AFTER }).changes,
  );
}
