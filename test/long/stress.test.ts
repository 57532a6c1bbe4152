import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { stress } from '../support/stress.ts';
import { ftsProblems } from '../support/table-rows.ts';

const SECONDS = 20;
const WRITERS = ['w0', 'w1', 'w2', 'w3', 'w4', 'w5'];
const PATIENCE_MS = 480_000;

/**
 * SQLite moves a log of 1000 pages, 4 MB, into the file at every commit, and starts it over after a commit at which nobody
 * reads. Here that is every fifth, and a commit writes about 130 KB, so the log stays about 6 MB. The bound is five times
 * that, and less than half of all that is written.
 */
const LARGEST_LOG = 8 * 1000 * 4096;

function subject(mode: string): string {
  const path = join(temporaryFolder(), 'state.db');
  const db = new SessionDB(path);
  expect(db.store.db.pragma(`journal_mode = ${mode}`, { simple: true })).toBe(mode);
  for (const id of WRITERS) db.createSession({ sessionId: id, source: 'cli' });
  db.close();
  return path;
}

/** Every acknowledged append is there once, and nothing else; counters, usage and indexes agree. */
function expectExactly(path: string, tokens: readonly string[]): void {
  const db = new SessionDB(path);
  const raw = db.store.db;
  const stored = raw
    .prepare<[], string>("SELECT substr(content, 1, instr(content, ' ') - 1) FROM messages")
    .pluck()
    .all();
  expect(stored.sort()).toEqual([...tokens].sort());
  for (const id of WRITERS) {
    const count = tokens.filter(token => token.startsWith(id)).length;
    expect(db.messageCount(id)).toBe(count);
    expect(db.getSession(id)).toMatchObject({ message_count: count, input_tokens: count, api_call_count: count });
  }
  const used = raw.prepare('SELECT SUM(input_tokens) FROM session_model_usage').pluck().get();
  expect(used).toBe(tokens.length);
  const found = raw.prepare("SELECT COUNT(*) FROM messages_fts WHERE messages_fts MATCH 'common'").pluck().get();
  expect(found).toBe(tokens.length);
  expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(ftsProblems(raw)).toEqual([]);
  db.close();
}

/**
 * SQLite itself waits a second before an attempt fails, so 6 writers cannot fail 300 times in 20 seconds. With a shorter
 * wait the retries carry the load; as opened, both do. With the older journal a commit also waits for readers, so there the
 * wait stays longer: 15 attempts have to be enough on a slow machine, too.
 */
test.each([
  { mode: 'wal', busyMs: 250, retries: 300 },
  { mode: 'delete', busyMs: 500, retries: 300 },
  { mode: 'wal', busyMs: undefined, retries: 0 },
  { mode: 'delete', busyMs: undefined, retries: 0 },
])(
  'six writers, four readers and one that blocks lose nothing ($mode, busy timeout $busyMs)',
  async ({ mode, busyMs, retries }) => {
    const path = subject(mode);
    const wait = busyMs === undefined ? {} : { busyMs };
    const plan = { path, writers: WRITERS, readers: 4, seconds: SECONDS, retries, ...wait };
    const { reports, largestLog } = await stress(plan);
    const of = (role: string) => reports.filter(report => report.role === role);
    const histogram = Array.from({ length: 15 }, (_value, at) =>
      of('writer').reduce((sum, { byAttempts }) => sum + (byAttempts[at] ?? 0), 0),
    );
    const repeated = histogram.reduce((sum, count, at) => sum + count * at, 0);
    const longest = (role: string) => Math.round(Math.max(...of(role).map(({ longestMs }) => longestMs)));
    const tokens = of('writer').flatMap(report => report.tokens);
    const written = tokens.length;
    console.log(
      `STRESS ${mode}, busy timeout ${String(busyMs ?? 1000)} ms: ${String(written)} appends, ` +
        `by attempts ${JSON.stringify(histogram)}, ${String(repeated)} repeated, longest write ${String(longest('writer'))} ms, ` +
        `${String(of('reader').reduce((sum, { rounds }) => sum + rounds, 0))} searches, longest ${String(longest('reader'))} ms, ` +
        `blocked ${String(of('blocker')[0]?.rounds)} times, largest log ${String(Math.round(largestLog / 1024))} KB`,
    );
    expect(reports.flatMap(({ errors }) => errors)).toEqual([]);
    expectExactly(path, tokens);
    expect(repeated).toBeGreaterThanOrEqual(retries);
    for (const { rounds } of of('reader')) expect(rounds).toBeGreaterThan(5);
    for (const report of of('writer')) expect(report.tokens.length).toBeGreaterThan(5);
    expect(largestLog).toBeLessThan(LARGEST_LOG);
  },
  PATIENCE_MS,
);
