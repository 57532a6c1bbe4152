import { has } from './catalog.ts';
import { isTruthy } from './content.ts';
import { attachParents } from './import-parents.ts';
import { validateImport } from './import-validation.ts';
import type { ImportEntry, ImportError } from './import-validation.ts';
import { importedFloat, importedInteger } from './import-values.ts';
import { insertMessages } from './message-insert.ts';
import { parsePythonJson } from './python-json.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { promptColumns } from './system-prompts.ts';
import { write } from './write.ts';

/** How an import goes. */
export interface ImportOptions {
  /**
   * What becomes of a session whose title another one has. `untitled` (default): it comes in without a title, and the
   * answer names it. `abort` is Hermes's answer: nothing is imported, and the error is SQLite's.
   */
  readonly titleClash?: 'untitled' | 'abort';
}

/** A session that came in without its title. */
export interface LostTitle {
  readonly session_id: string;
  readonly title: string;
  /** The session that has the title. */
  readonly holder: string;
}

/** What came of an import. */
export type ImportResult =
  | {
      readonly ok: false;
      readonly imported: 0;
      readonly skipped: 0;
      readonly detached: 0;
      readonly errors: ImportError[];
    }
  | {
      readonly ok: true;
      readonly imported: number;
      /** Sessions whose id is in the file already; they are left as they are. */
      readonly skipped: number;
      /** Sessions whose parent is neither in the file nor in the list, or below themselves. */
      readonly detached: number;
      readonly imported_ids: string[];
      readonly skipped_ids: string[];
      readonly errors: [];
      /** Only where titles were in the way. */
      readonly untitled?: LostTitle[];
    };

/**
 * Brings in sessions as {@link exportSession} and {@link exportAll} give them, all or none. What belongs to a running
 * agent is not restored: gateway peers, hand-offs, rewinds, compression state and pins; nor usage by model, messages
 * that were taken back, and message ids. Counters are counted anew; spec: api §9.
 *
 * @param sessions - a list; what else it is is checked here.
 * @returns `ok: false` with the faults of every entry where any has one; nothing is written then.
 * @throws SessionDbError `invalid-input` for what is no list, and for more than 500 entries.
 */
export function importSessions(store: Store, sessions: unknown, options: ImportOptions = {}): ImportResult {
  const { entries, errors } = validateImport(sessions);
  if (errors.length > 0) return { ok: false, imported: 0, skipped: 0, detached: 0, errors };
  return write(store, () => importAll(store, entries, options));
}

function importAll(store: Store, entries: readonly ImportEntry[], options: ImportOptions): ImportResult {
  const known = store.db.prepare<[string], number>('SELECT 1 FROM sessions WHERE id = ?').pluck();
  const fresh: ImportEntry[] = [];
  const skipped: string[] = [];
  const untitled: LostTitle[] = [];
  for (const entry of entries) {
    if (known.get(entry.id) !== undefined) {
      skipped.push(entry.id);
      continue;
    }
    const lost = options.titleClash === 'abort' ? null : lostTitle(store, entry);
    if (lost !== null) untitled.push(lost);
    insertSession(store, lost === null ? entry : { ...entry, session: { ...entry.session, title: null } });
    fresh.push(entry);
  }
  return {
    ok: true,
    imported: fresh.length,
    skipped: skipped.length,
    detached: attachParents(store, fresh),
    imported_ids: fresh.map(({ id }) => id),
    skipped_ids: skipped,
    errors: [],
    ...(untitled.length === 0 ? {} : { untitled }),
  };
}

function lostTitle(store: Store, { id, session }: ImportEntry): LostTitle | null {
  if (typeof session['title'] !== 'string' || !has(store.catalog, 'sessions', 'title')) return null;
  const title = wellFormed(session['title']);
  const holder = store.db.prepare<[string], string>('SELECT id FROM sessions WHERE title = ?').pluck().get(title);
  return holder === undefined ? null : { session_id: id, title, holder };
}

function insertSession(store: Store, { id, session, messages }: ImportEntry): void {
  const values = Object.entries(storedValues(store, id, session)).filter(([name]) =>
    has(store.catalog, 'sessions', name),
  );
  store.db
    .prepare(
      `INSERT INTO sessions (${values.map(([name]) => name).join(', ')}) VALUES (${values.map(() => '?').join(', ')})`,
    )
    .run(...values.map(([, value]) => value));
  const inserted = insertMessages(store, id, messages.map(storedMessage));
  store.db
    .prepare('UPDATE sessions SET message_count = ?, tool_call_count = ? WHERE id = ?')
    .run(inserted.messages, inserted.toolCalls, id);
}

const TEXTS = [
  ...['user_id', 'model', 'model_config', 'end_reason', 'cwd', 'git_branch', 'git_repo_root', 'billing_provider'],
  ...['billing_base_url', 'billing_mode', 'cost_status', 'cost_source', 'pricing_version', 'title'],
];
const COUNTERS = [
  ...['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens'],
  'api_call_count',
];
const FLOATS = ['ended_at', 'estimated_cost_usd', 'actual_cost_usd'];

function storedValues(store: Store, id: string, session: ImportEntry['session']): Record<string, unknown> {
  const each = (names: readonly string[], map: (value: unknown) => unknown) =>
    Object.fromEntries(names.map(name => [name, map(session[name])]));
  const { system_prompt: prompt, source } = session;
  return {
    id,
    source: typeof source === 'string' && source !== '' ? wellFormed(source) : 'import',
    started_at: importedFloat(session['started_at']) ?? store.now(),
    ...each(TEXTS, value => (typeof value === 'string' ? wellFormed(value) : null)),
    ...each(COUNTERS, value => importedInteger(value) ?? 0),
    ...each(FLOATS, importedFloat),
    ...(typeof prompt === 'string' ? promptColumns(store, prompt) : {}),
    archived: isTruthy(session['archived']) ? 1 : 0,
  };
}

/** Provider items are exported as the text that they are stored as; any other text stands for itself. */
const PROVIDER_ITEMS = ['reasoning_details', 'codex_reasoning_items', 'codex_message_items'];

function storedMessage(message: ImportEntry['messages'][number]): Record<string, unknown> {
  const items = PROVIDER_ITEMS.map(name => [name, plainItems(message[name])] as const);
  return { ...message, ...Object.fromEntries(items), token_count: importedInteger(message['token_count']) };
}

/** JSON of a list or an object stays text, so that not a character of it changes. */
function plainItems(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    const parsed = parsePythonJson(value);
    return typeof parsed === 'object' && parsed !== null ? value : parsed;
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}
