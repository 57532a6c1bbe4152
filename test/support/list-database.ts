import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { temporaryFolder } from './fixtures.ts';

/** Seconds at which the newest session begins, unless told otherwise. */
const END = 1_787_000_000;
/** Seconds between the beginnings of two sessions. */
const STEP = 400;
/** Every so many sessions one has subagents. */
const FAMILY = 50;
const SUBAGENTS = 3;

const SOURCES = ['cli', 'telegram', 'cron', 'cli', 'discord', 'api_server', 'cli', 'cron'] as const;
const MODELS = [
  'anthropic/claude-sonnet-4.6',
  'nous/hermes-4-405b',
  'deepseek-v3.2',
  'openai/gpt-5.2-mini',
  null,
] as const;
const PROVIDERS = ['anthropic', 'nous', 'deepseek', 'openrouter', null] as const;
const REASONS = ['cli_close', 'tui_close', 'idle_timeout', 'cron_complete', 'session_reset'] as const;
const TITLES = ['Fix the build', 'Погода на завтра', 'ページの文字化け', '部署计划'] as const;
const JOBS = ['nightly-report', 'backup', 'digest'] as const;
const COLUMNS = [
  'id',
  'source',
  'model',
  'title',
  'started_at',
  'ended_at',
  'end_reason',
  'parent_session_id',
  'model_config',
  'message_count',
  'input_tokens',
  'estimated_cost_usd',
  'cost_status',
  'billing_provider',
  'cwd',
  'git_repo_root',
  'chat_type',
  'display_name',
  'pinned',
  'archived',
] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>;

/**
 * A database with many sessions and no messages, made in a second or two: sources, models, projects, jobs and chats in
 * turn, three subagents in every fiftieth, one session in thirty archived, three pinned, some open.
 *
 * @param end - seconds at which the newest one begins.
 */
export function listDatabase(sessions: number, end = END): string {
  const path = join(temporaryFolder(), 'state.db');
  new SessionDB(path).close();
  const db = new BetterSqlite3(path);
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = OFF');
  const add = db.prepare(
    `INSERT INTO sessions (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(name => `@${name}`).join(', ')})`,
  );
  db.transaction(() => {
    for (let at = 0; at < sessions; at += 1) add.run(rowAt(at, end - at * STEP));
  })();
  db.close();
  return path;
}

/** Id of the session at a place of {@link listDatabase}, the newest first. */
export function listSessionId(at: number): string {
  const source = SOURCES[at % SOURCES.length];
  return source === 'cron' ? `cron_${pick(JOBS, at)}_20260817_${String(at).padStart(6, '0')}` : `list-${String(at)}`;
}

/** Place of a session that has subagents; `nth` counts them. */
export function familyAt(nth: number): number {
  return nth * FAMILY;
}

function rowAt(at: number, startedAt: number): Row {
  const member = at % FAMILY;
  const isSubagent = member > 0 && member <= SUBAGENTS;
  const parent = isSubagent ? listSessionId(at - member) : null;
  const isOpen = at % 97 === 0;
  const source = pick(SOURCES, at);
  return {
    id: listSessionId(at),
    source,
    model: pick(MODELS, at),
    title: at % 7 === 6 ? null : `${pick(TITLES, at)} ${String(at)}`,
    started_at: startedAt,
    ended_at: isOpen ? null : startedAt + 300,
    end_reason: isOpen ? null : pick(REASONS, at),
    parent_session_id: parent,
    model_config: parent === null ? null : JSON.stringify({ _delegate_from: parent }),
    message_count: (at * 37) % 200,
    input_tokens: (at * 7919) % 900_000,
    estimated_cost_usd: at % 3 === 0 ? (at % 400) / 100 : null,
    cost_status: at % 3 === 0 ? 'estimated' : null,
    billing_provider: pick(PROVIDERS, at),
    cwd: at % 11 === 10 ? null : `/home/ann/src/project-${String(at % 40)}`,
    git_repo_root: at % 2 === 0 && at % 11 !== 10 ? `/home/ann/src/project-${String(at % 40)}` : null,
    chat_type: source === 'telegram' ? 'group' : source === 'discord' ? 'channel' : null,
    display_name: source === 'telegram' ? 'Семья' : source === 'discord' ? 'ops' : null,
    pinned: at === 20 || at === 120 || at === 2020 ? 1 : 0,
    archived: at % 30 === 29 ? 1 : 0,
  };
}

function pick<T>(values: readonly T[], at: number): T {
  return values[at % values.length] as T;
}
