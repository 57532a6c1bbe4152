import { renameSync, rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { MessageWriter, type Written } from './message-writer.ts';
import { Prose } from './prose.ts';
import { Random } from './random.ts';
import { SessionPlan, type PlannedSession } from './session-plan.ts';

/** What a made database shall hold. */
export interface MakeOptions {
  readonly sessions: number;
  readonly messages: number;
  readonly seed: number;
  /** Unix seconds around which the newest sessions end. */
  readonly end: number;
  readonly progress?: (messages: number) => void;
}

/** Sessions in one transaction while filling. */
const BATCH = 500;
const INSERT_SESSION = `INSERT INTO sessions
  (id, source, model, model_config, system_prompt, parent_session_id, started_at, ended_at, end_reason, message_count,
   tool_call_count, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, cwd, git_repo_root,
   billing_provider, estimated_cost_usd, actual_cost_usd, cost_status, cost_source, title, api_call_count, archived, pinned)
  VALUES (@id, @source, @model, @model_config, @system_prompt, @parent_session_id, @started_at, @ended_at, @end_reason, @message_count,
   @tool_call_count, @input_tokens, @output_tokens, @cache_read_tokens, @cache_write_tokens, @reasoning_tokens, @cwd, @cwd,
   @billing_provider, @estimated_cost_usd, @actual_cost_usd, @cost_status, @cost_source, @title, @api_call_count, @archived, @pinned)`;
const INSERT_USAGE = `INSERT INTO session_model_usage
  (session_id, model, billing_provider, task, api_call_count, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens,
   reasoning_tokens, estimated_cost_usd, actual_cost_usd, cost_status, cost_source, first_seen, last_seen)
  SELECT id, model, COALESCE(billing_provider, ''), @task, 1, CAST(input_tokens * @share AS INTEGER), CAST(output_tokens * @share AS INTEGER),
   0, 0, 0, COALESCE(estimated_cost_usd, 0) * @share, COALESCE(actual_cost_usd, 0) * @share, cost_status, cost_source, started_at, ended_at
  FROM sessions WHERE id = @id`;

/**
 * Writes a large, realistic database in the schema that `SessionDB` creates, search indexes and triggers included. The
 * file appears at its path only when it is whole.
 *
 * @param path - where it shall be; an existing file is replaced.
 */
export function makeDatabase(path: string, options: MakeOptions): void {
  const unfinished = `${path}.unfinished`;
  removeDatabase(unfinished);
  const store = new SessionDB(unfinished);
  try {
    fill(store.store.db, options);
  } finally {
    store.close();
  }
  removeDatabase(path);
  renameSync(unfinished, path);
}

function fill(db: Database, options: MakeOptions): void {
  // Nothing of value can be lost: an interrupted file is thrown away.
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = OFF');
  const random = new Random(options.seed);
  const prose = new Prose(random);
  const plan = new SessionPlan(random, options, language => prose.title(language)).make();
  const writer = new MessageWriter(db, random, prose);
  const searchIndex = postponeSearchIndex(db);
  const insertSession = db.prepare(INSERT_SESSION);
  const insertUsage = db.prepare(INSERT_USAGE);
  const systemPrompt = prose.sentences('en', 60);
  let messages = 0;
  for (let first = 0; first < plan.length; first += BATCH) {
    db.transaction(() => {
      for (const session of plan.slice(first, first + BATCH)) {
        const written = writer.write(session);
        insertSession.run(sessionRow(session, written, random, systemPrompt));
        if (random.chance(0.9)) insertUsage.run({ id: session.id, task: '', share: 1 });
        if (random.chance(0.15)) insertUsage.run({ id: session.id, task: 'title_generation', share: 0.02 });
        messages += session.messages;
      }
    })();
    options.progress?.(messages);
  }
  searchIndex();
  db.pragma('wal_checkpoint(TRUNCATE)');
}

/**
 * Takes the triggers off `messages`. Indexing all rows at the end gives what the triggers would have given, in a third
 * of the time.
 *
 * @returns what indexes all rows and puts the triggers back.
 */
function postponeSearchIndex(db: Database): () => void {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'messages'",
    )
    .all();
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'",
    )
    .pluck()
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
  return () => {
    for (const name of tables) db.exec(`INSERT INTO "${name}"("${name}") VALUES ('rebuild')`);
    for (const { sql } of triggers) db.exec(sql);
  };
}

function sessionRow(session: PlannedSession, { toolCalls, last }: Written, random: Random, systemPrompt: string) {
  const input = session.messages * random.between(200, 900);
  return {
    id: session.id,
    source: session.source,
    model: session.model,
    model_config: configOf(session),
    system_prompt: random.chance(0.5) ? systemPrompt : null,
    parent_session_id: session.parent,
    started_at: session.start,
    ended_at: session.endReason === null ? null : last,
    end_reason: session.endReason,
    message_count: session.messages,
    tool_call_count: toolCalls,
    input_tokens: input,
    output_tokens: Math.floor(input / 9),
    cache_read_tokens: random.chance(0.4) ? input * 3 : 0,
    cache_write_tokens: random.chance(0.2) ? Math.floor(input / 2) : 0,
    reasoning_tokens: random.chance(0.3) ? Math.floor(input / 40) : 0,
    cwd: session.project === null ? null : `/home/sam/src/${session.project}`,
    ...costOf(input, random),
    title: session.title,
    api_call_count: Math.ceil(session.messages / 2),
    archived: random.chance(0.02) ? 1 : 0,
    pinned: random.chance(0.0005) ? 1 : 0,
  };
}

function configOf({ marker, parent }: PlannedSession): string {
  return marker === null ? '{"max_iterations": 90}' : `{"${marker}": "${parent ?? ''}"}`;
}

function costOf(input: number, random: Random) {
  const usd = Math.round(input * 0.003) / 1000;
  const none = { estimated_cost_usd: null, actual_cost_usd: null, cost_source: null };
  return random.weighted([
    [
      {
        ...none,
        estimated_cost_usd: usd,
        cost_status: 'estimated',
        cost_source: 'provider_models_api',
        billing_provider: 'anthropic',
      },
      60,
    ],
    [
      {
        ...none,
        actual_cost_usd: usd,
        cost_status: 'actual',
        cost_source: 'provider_cost_api',
        billing_provider: 'openrouter',
      },
      15,
    ],
    [{ ...none, estimated_cost_usd: 0, cost_status: 'included', cost_source: 'none', billing_provider: 'nous' }, 15],
    [{ ...none, cost_status: 'unknown', billing_provider: null }, 10],
  ]);
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
