import { createHash } from 'node:crypto';
import { isTruthy } from './content.ts';
import { dumpPythonJson } from './python-json.ts';
import { wellFormed } from './python-text.ts';
import { hasSharedPrompts } from './session-row.ts';
import type { Store } from './store.ts';
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
  'system_prompt',
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
  const prompt = storedPrompt(store, input.systemPrompt ?? null);
  const values: Record<string, string | number | null> = {
    id,
    source: wellFormed(input.source),
    user_id: text(input.userId),
    started_at: store.now(),
    model: text(input.model),
    model_config: isTruthy(input.modelConfig) ? dumpPythonJson(input.modelConfig) : null,
    session_key: text(input.sessionKey),
    chat_id: text(input.chatId),
    chat_type: text(input.chatType),
    thread_id: text(input.threadId),
    parent_session_id: text(input.parentSessionId),
    cwd: text(input.cwd),
    profile_name: text(input.profileName),
    git_repo_root: text(input.gitRepoRoot),
    ...prompt,
  };
  const columns = Object.keys(values);
  const filled = [...FILLED, ...Object.keys(prompt)].filter(
    (column, at, all) => columns.includes(column) && all.indexOf(column) === at,
  );
  store.db
    .prepare(
      `INSERT INTO sessions (${columns.join(', ')}) VALUES (${columns.map(column => `:${column}`).join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${filled.map(column => `${column} = COALESCE(${column}, excluded.${column})`).join(', ')}`,
    )
    .run(values);
  if (values['parent_session_id']) inherit(store, id, values['parent_session_id']);
  return id;
}

function text(value: string | null | undefined): string | null {
  return value === null || value === undefined ? null : wellFormed(value);
}

/** Later builds keep prompts by hash; written inline the hash of an older prompt would win; spec: migrations §9. */
function storedPrompt(store: Store, prompt: string | null): Record<string, string | null> {
  if (!hasSharedPrompts(store.catalog) || prompt === null) return { system_prompt: text(prompt) };
  const clean = wellFormed(prompt);
  const hash = createHash('sha256').update(clean, 'utf8').digest('hex');
  store.db.prepare('INSERT OR IGNORE INTO system_prompts (hash, prompt) VALUES (?, ?)').run(hash, clean);
  return { system_prompt_hash: hash };
}

function inherit(store: Store, id: string, parentId: string | number): void {
  const copy = (columns: readonly string[], condition: string) =>
    store.db
      .prepare(
        `UPDATE sessions SET ${columns.map(column => `${column} = COALESCE(${column}, (SELECT p.${column} FROM sessions p WHERE p.id = :parent))`).join(', ')}
         WHERE id = :id AND EXISTS (SELECT 1 FROM sessions p WHERE p.id = :parent ${condition})`,
      )
      .run({ id, parent: parentId });
  copy(INHERITED, '');
  copy(INHERITED_AFTER_COMPRESSION, "AND p.end_reason = 'compression'");
}

/** Ends an open session; the first reason stays. Unknown ids and ended sessions are left alone. */
export function endSession(store: Store, id: string, endReason: string): void {
  write(store, db =>
    db
      .prepare('UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ? AND ended_at IS NULL')
      .run(store.now(), wellFormed(endReason), id),
  );
}

/** Opens an ended session again. */
export function reopenSession(store: Store, id: string): void {
  write(store, db => db.prepare('UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE id = ?').run(id));
}
