import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { temporaryFolder } from './fixtures.ts';

/** How a lineage shall be. */
export interface LineageOptions {
  readonly segments: number;
  /** Of each segment; a multiple of 8. */
  readonly messages: number;
  /** A data URL: the prompts right before the message in the middle hold this image. */
  readonly image?: string;
}

/** A file with one lineage and what is known of it. */
export interface LongLineage {
  readonly path: string;
  /** Segment ids, oldest first. */
  readonly ids: readonly string[];
  /** A message in the middle that a search for `middleword` finds alone. */
  readonly hitId: number;
  /** The failed tool outputs, ascending. */
  readonly failures: readonly number[];
  /** The prompts, ascending, without those that a rotation repeats. */
  readonly prompts: number;
}

const START = 1_780_000_000;
/** Seconds between two messages: a segment of 1,000 takes about 28 hours. */
const STEP = 100;

const SESSIONS = `
  WITH RECURSIVE s(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s WHERE i + 1 < :segments)
  INSERT INTO sessions (id, source, model, started_at, ended_at, end_reason, parent_session_id, title, message_count)
  SELECT 'long-' || i, 'cli', 'a/model', ${START} + i * :messages * ${STEP},
    CASE WHEN i + 1 < :segments THEN ${START} + (i + 1) * :messages * ${STEP} END,
    CASE WHEN i + 1 < :segments THEN 'compression' END,
    CASE WHEN i > 0 THEN 'long-' || (i - 1) END, CASE WHEN i = 0 THEN 'A long story' END, :messages FROM s`;

/** Turns of eight rows: a prompt, a call with its result, prose, two calls with their results, prose. */
const MESSAGES = `
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :segments * :messages),
  r AS (SELECT i, i / :messages AS seg, i % :messages AS at, i % 8 AS turn FROM n)
  INSERT INTO messages (id, session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp)
  SELECT i + 1, 'long-' || seg,
    CASE WHEN turn = 0 THEN 'user' WHEN turn IN (2, 5, 6) THEN 'tool' ELSE 'assistant' END,
    CASE
      WHEN at = 0 AND seg > 0 THEN '[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted. Part ' || seg
      WHEN turn = 0 AND :image IS NOT NULL AND i BETWEEN :hit - 30 AND :hit THEN char(0) || 'json:' ||
        json_array(json_object('type', 'text', 'text', 'Prompt ' || (i / 8)),
          json_object('type', 'image_url', 'image_url', json_object('url', :image)))
      WHEN turn = 0 THEN 'Prompt ' || (i / 8) || ': please look at step ' || i || ' and say what you find there.'
      WHEN turn IN (2, 5, 6) AND i % 1000 = 2 THEN '{"output": "no such file", "exit_code": 1}'
      WHEN turn IN (2, 5, 6) THEN '{"output": "' || replace(hex(zeroblob(20 + i % 700)), '00', 'ab ') || '", "exit_code": 0}'
      WHEN turn IN (1, 4) THEN ''
      ELSE 'Step ' || i || ' is done. ' || replace(hex(zeroblob(10 + (i * 7) % 200)), '00', 'word ') ||
        CASE WHEN i = :hit - 1 THEN ' middleword' ELSE '' END
    END,
    CASE WHEN turn IN (2, 5, 6) THEN 'call-' || i END,
    CASE turn
      WHEN 1 THEN '[{"id":"call-' || (i + 1) || '","type":"function","function":{"name":"terminal","arguments":"{\\"command\\":\\"ls\\"}"}}]'
      WHEN 4 THEN '[{"id":"call-' || (i + 1) || '","type":"function","function":{"name":"read_file","arguments":"{\\"path\\":\\"a\\"}"}},' ||
        '{"id":"call-' || (i + 2) || '","type":"function","function":{"name":"terminal","arguments":"{\\"command\\":\\"ls\\"}"}}]'
    END,
    CASE WHEN turn IN (2, 5, 6) THEN 'terminal' END,
    ${START} + i * ${STEP} FROM r`;

/** Writes a conversation of many compressed segments by SQL alone: 50,000 messages take a few seconds. */
export function makeLongLineage({ segments, messages, image }: LineageOptions): LongLineage {
  const path = join(temporaryFolder(), 'state.db');
  new SessionDB(path).close();
  const db = new BetterSqlite3(path);
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = OFF');
  const total = segments * messages;
  const hitId = Math.floor(total / 16) * 8 + 28;
  // Plain numbers are bound as reals, whose division has no whole part.
  const size = { segments: BigInt(segments), messages: BigInt(messages) };
  const triggers = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
  db.transaction(() => {
    db.prepare(SESSIONS).run(size);
    db.prepare(MESSAGES).run({ ...size, hit: BigInt(hitId), image: image ?? null });
    for (const table of ['messages_fts', 'messages_fts_trigram']) {
      db.exec(`INSERT INTO ${table}(${table}) VALUES ('rebuild')`);
    }
    for (const { sql } of triggers) db.exec(sql);
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  const failures = db
    .prepare<[], number>(
      "SELECT id FROM messages WHERE role = 'tool' AND content LIKE '%\"exit_code\": 1}' ORDER BY id",
    )
    .pluck()
    .all();
  const prompts = db
    .prepare<[], number>("SELECT count(*) FROM messages WHERE role = 'user' AND content NOT LIKE '[CONTEXT%'")
    .pluck()
    .get();
  db.close();
  return {
    path,
    ids: Array.from({ length: segments }, (_, at) => `long-${String(at)}`),
    hitId,
    failures,
    prompts: prompts ?? 0,
  };
}
