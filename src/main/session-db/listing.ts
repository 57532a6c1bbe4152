import { has } from './catalog.ts';
import { tipFinder } from './lineage.ts';
import type { LineageOptions } from './lineage.ts';
import { lastActive } from './lineage-sql.ts';
import { idsByActivity, idsByStart } from './list-order.ts';
import type { NeedleQuery } from './needle.ts';
import { previewer } from './preview.ts';
import type { PreviewOptions } from './preview.ts';
import { sessionConditions } from './session-filter.ts';
import type { SessionFilter } from './session-filter.ts';
import { allColumns, compactColumns } from './session-row.ts';
import type { ActiveSessionRow, ListedSessionRow } from './session-row.ts';
import { snapshot } from './snapshot.ts';
import type { Store } from './store.ts';

/** What the rows of a list hold. */
export interface RowOptions extends PreviewOptions {
  /** Leaves out `system_prompt`, `model_config` and columns that are not declared. */
  readonly compactRows?: boolean;
  /** Keeps `model_config` in compact rows, as Hermes does. False unless given; spec: api §4. */
  readonly compactModelConfig?: boolean;
}

/** Options of {@link listSessions}; spec: api §4. */
export interface ListSessionsOptions extends SessionFilter, NeedleQuery, RowOptions, LineageOptions {
  /** Most rows, 20 unless given; negative is all of them. */
  readonly limit?: number;
  readonly offset?: number;
  /** Lists subagents, continuations and other child rows too, each as it is stored. */
  readonly includeChildren?: boolean;
  /** Orders by the latest activity instead of the start. Needles work in this order only, as in Hermes. */
  readonly orderByLastActive?: boolean;
  /** Shows a compressed conversation by its live end; true unless given. */
  readonly projectCompressionTips?: boolean;
}

/** What a projected row takes from the live end of its conversation; everything else stays the stored row's. */
const PROJECTED = [
  'id',
  'ended_at',
  'end_reason',
  'message_count',
  'tool_call_count',
  'title',
  'last_active',
  'preview',
  'model',
  'system_prompt',
  'cwd',
  'git_branch',
  'git_repo_root',
] as const;

/**
 * Hermes's `list_sessions_rich`: one row per conversation, with a preview and its last activity. Filters look at the
 * stored rows, LIMIT and OFFSET count them, and projection comes last; spec: api §4.
 */
export function listSessions(store: Store, options: ListSessionsOptions = {}): ListedSessionRow[] {
  return snapshot(store, () => {
    const condition = sessionConditions(store, 's', options, options.includeChildren === true);
    const page = { limit: options.limit ?? 20, offset: options.offset ?? 0 };
    const ids =
      options.orderByLastActive === true
        ? idsByActivity(store, condition, page, options)
        : idsByStart(store, condition, page);
    const row = richRows(store, options);
    const rows = ids.map(row).filter(found => found !== undefined);
    const projects = options.projectCompressionTips !== false && options.includeChildren !== true;
    return projects ? projected(rows, row, tipFinder(store, options)) : rows;
  });
}

/** Options of {@link listCronJobRuns}. */
export interface CronJobOptions extends RowOptions {
  /** Most rows, 20 unless given; negative is all of them. */
  readonly limit?: number;
  readonly offset?: number;
}

/** Runs of one cron job, newest first; a job with a longer, similar name is another job; spec: api §4. */
export function listCronJobRuns(store: Store, job: string, options: CronJobOptions = {}): ListedSessionRow[] {
  const first = `cron_${job}_`;
  const condition = { sql: "s.source = 'cron' AND s.id >= ? AND s.id < ?", values: [first, `cron_${job}\u0060`] };
  return snapshot(store, () => {
    const page = { limit: options.limit ?? 20, offset: options.offset ?? 0 };
    return idsByStart(store, condition, page)
      .map(richRows(store, options))
      .filter(found => found !== undefined);
  });
}

/** Options of {@link searchSessions}. */
export interface SearchSessionsOptions {
  readonly source?: string | null;
  /** Most rows, 20 unless given; negative is all of them. */
  readonly limit?: number;
  readonly offset?: number;
}

/** Every session, children and archived ones too, by last activity. No text is searched; spec: api §8. */
export function searchSessions(store: Store, options: SearchSessionsOptions = {}): ActiveSessionRow[] {
  const filter = options.source ? { sql: 's.source = ?', values: [options.source] } : { sql: '1', values: [] };
  const active = lastActive(store.catalog, 's');
  return store.db
    .prepare<unknown[], ActiveSessionRow>(
      `SELECT ${allColumns(store.catalog, 's')}, ranked.last_active FROM (
         SELECT s.rowid AS session_rowid, ${active} AS last_active, s.started_at AS started, s.id AS session_id
         FROM sessions s WHERE ${filter.sql}
         ORDER BY last_active DESC, started DESC, session_id DESC LIMIT ? OFFSET ?
       ) ranked JOIN sessions s ON s.rowid = ranked.session_rowid
       ORDER BY ranked.last_active DESC, s.started_at DESC, s.id DESC`,
    )
    .all(...filter.values, options.limit ?? 20, options.offset ?? 0);
}

/** Options of {@link searchSessionsById}. */
export interface SearchByIdOptions extends RowOptions, LineageOptions, Pick<SessionFilter, 'lostParents'> {
  /** Most rows, 20 unless given. */
  readonly limit?: number;
  /** True unless given. */
  readonly includeArchived?: boolean;
}

/** Conversations whose ids hold a text: exact ids first, then prefixes, then the rest; spec: api §8. */
export function searchSessionsById(store: Store, text: string, options: SearchByIdOptions = {}): ListedSessionRow[] {
  const needle = text.trim().toLowerCase();
  const limit = options.limit ?? 20;
  if (needle === '' || limit <= 0) return [];
  const rows = listSessions(store, {
    ...options,
    includeArchived: options.includeArchived ?? true,
    idQuery: needle,
    orderByLastActive: true,
    limit: limit * 4,
  });
  const rank = (row: ListedSessionRow) => {
    const ids = [row.id, row._lineage_root_id ?? row.id].map(id => id.toLowerCase());
    if (ids.includes(needle)) return 0;
    return ids.some(id => id.startsWith(needle)) ? 1 : 2;
  };
  return rows.toSorted((a, b) => rank(a) - rank(b)).slice(0, limit);
}

/** Makes a function that reads one row of a list. */
function richRows(store: Store, options: RowOptions): (id: string) => ListedSessionRow | undefined {
  const columns =
    options.compactRows === true
      ? compactColumns(store.catalog, 's', options.compactModelConfig === true)
      : allColumns(store.catalog, 's');
  const statement = store.db.prepare<[string], ActiveSessionRow>(
    `SELECT ${columns}, ${lastActive(store.catalog, 's')} AS last_active FROM sessions s WHERE s.id = ?`,
  );
  const preview = previewer(store, options);
  return id => {
    const row = statement.get(id);
    return row === undefined ? undefined : { ...row, preview: preview(id) };
  };
}

function projected(
  rows: readonly ListedSessionRow[],
  read: (id: string) => ListedSessionRow | undefined,
  tipOf: (id: string) => string,
): ListedSessionRow[] {
  return rows.map(stored => {
    if (stored.end_reason !== 'compression') return stored;
    const tipId = tipOf(stored.id);
    const tip = tipId === stored.id ? undefined : read(tipId);
    if (tip === undefined) return stored;
    const taken = Object.fromEntries(PROJECTED.filter(column => column in tip).map(column => [column, tip[column]]));
    return { ...stored, ...taken, _lineage_root_id: stored.id };
  });
}

/** A folder that sessions ran in. */
export interface CwdRow {
  cwd: string;
  sessions: number;
  /** Unix seconds of the latest end, or start where a session is open. */
  last_active: number;
}

/** Folders that sessions ran in, in the order of their paths; spec: api §4. */
export function distinctSessionCwds(store: Store, options: { readonly includeArchived?: boolean } = {}): CwdRow[] {
  if (!has(store.catalog, 'sessions', 'cwd')) return [];
  const archived = sessionConditions(store, 's', { includeArchived: options.includeArchived === true }, true);
  return store.db
    .prepare<unknown[], CwdRow>(
      `SELECT s.cwd AS cwd, count(*) AS sessions, MAX(COALESCE(s.ended_at, s.started_at)) AS last_active
       FROM sessions s WHERE s.cwd IS NOT NULL AND trim(s.cwd) <> '' AND ${archived.sql}
       GROUP BY s.cwd ORDER BY s.cwd`,
    )
    .all(...archived.values);
}
