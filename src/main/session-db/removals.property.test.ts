import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { conformanceDatabase } from '../../../test/support/conformance.ts';
import { ftsProblems } from '../../../test/support/table-rows.ts';

/** A session as another program may have left it: any parent, any mark, broken configurations. */
interface Row {
  readonly id: string;
  readonly parent: string | null;
  readonly config: string | null;
  readonly source: string;
  readonly started: number;
  readonly ended: boolean;
  readonly reason: string | null;
  readonly archived: boolean;
  readonly pinned: boolean;
  readonly messages: number;
  readonly locked: boolean;
}

const NOW = 1_000_000;
const COUNT = 9;
const ids = Array.from({ length: COUNT }, (_, at) => `s${String(at)}`);
const anyId = fc.constantFrom(...ids, 'gone');

const rowOf = (id: string): fc.Arbitrary<Row> =>
  fc
    .record({
      parent: fc.option(anyId, { freq: 3 }),
      mark: fc.constantFrom('none', 'none', 'delegate', 'delegate of parent', 'branch', 'inherited', 'bad', 'orphaned'),
      other: anyId,
      source: fc.constantFrom('cli', 'cli', 'subagent', 'tool'),
      started: fc.integer({ min: 1, max: 20 }),
      end: fc.constantFrom('open', 'compression', 'compression', 'branched', 'cli_close', 'cli_close'),
      archived: fc.boolean(),
      pinned: fc.nat(4).map(roll => roll === 0),
      messages: fc.nat(2),
      locked: fc.nat(9).map(roll => roll === 0),
    })
    .map(({ parent, mark, other, started, end, ...rest }) => ({
      ...rest,
      id,
      parent,
      config: configOf(mark, parent, other),
      started: started * 100,
      ended: end !== 'open',
      reason: end === 'open' ? null : end,
    }));

function configOf(mark: string, parent: string | null, other: string): string | null {
  if (mark === 'none') return null;
  if (mark === 'bad') return `{"_delegate_from": "${other}"`;
  if (mark === 'orphaned') return '{"_delegate_from": "__orphaned__"}';
  if (mark === 'branch') return JSON.stringify({ _branched_from: parent ?? other });
  if (mark === 'inherited') return JSON.stringify({ _branched_from: 'elsewhere' });
  return JSON.stringify({ _delegate_from: mark === 'delegate' ? other : (parent ?? other) });
}

const forest = fc.tuple(...ids.map(rowOf));

const db = conformanceDatabase();
const raw = db.store.db;
Object.assign(db.store, { now: () => NOW });
raw.pragma('synchronous = OFF');
afterAll(() => {
  db.close();
});

/** Puts these rows in the place of all others, with messages of sessions that are not there. */
function fill(rows: readonly Row[]): void {
  raw.pragma('foreign_keys = OFF');
  raw.exec('BEGIN');
  raw.exec(
    'DELETE FROM messages; DELETE FROM session_model_usage; DELETE FROM sessions; DELETE FROM compression_locks',
  );
  const session = raw.prepare(
    `INSERT INTO sessions (id, source, parent_session_id, model_config, started_at, ended_at, end_reason, archived,
       pinned, message_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const message = raw.prepare("INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', ?, ?)");
  const usage = raw.prepare("INSERT INTO session_model_usage (session_id, model) VALUES (?, 'm')");
  const lock = raw.prepare('INSERT INTO compression_locks VALUES (?, ?, 0, ?)');
  for (const row of rows) {
    session.run(
      ...[row.id, row.source, row.parent, row.config, row.started, row.ended ? row.started + 1 : null, row.reason],
      ...[Number(row.archived), Number(row.pinned), row.messages],
    );
    for (let at = 0; at < row.messages; at += 1) message.run(row.id, `word ${row.id}`, row.started + at);
    usage.run(row.id);
    lock.run(row.id, 'agent', row.locked ? NOW + 1 : NOW - 1);
  }
  message.run('gone', 'left over', 1);
  raw.exec('COMMIT');
  raw.pragma('foreign_keys = ON');
}

const column = (sql: string) => raw.prepare<[], string>(sql).pluck().all();
const parse = (config: string | null): Record<string, unknown> => {
  try {
    return (JSON.parse(config ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
};
const isDelegate = (row: Row) => parse(row.config)['_delegate_from'] !== undefined;

/** The rules of a deletion, from the rows alone. */
function goneWith(rows: readonly Row[], start: readonly string[]): Set<string> {
  const gone = new Set(start.filter(id => rows.some(row => row.id === id)));
  for (let before = -1; before !== gone.size;) {
    before = gone.size;
    for (const row of rows) {
      const origin = parse(row.config)['_delegate_from'];
      if (isDelegate(row) && (gone.has(String(origin)) || gone.has(row.parent ?? ''))) gone.add(row.id);
    }
  }
  return gone;
}

/** Where a conversation goes on, from the rows alone. */
function tipOf(rows: readonly Row[], start: Row): Row {
  const rank = (row: Row) => (row.reason === 'compression' ? 0 : row.ended ? 2 : 1);
  const active = (row: Row) => (row.messages === 0 ? row.started : row.started + row.messages - 1);
  const seen = new Set([start.id]);
  for (let current = start; ;) {
    const next = rows
      .filter(row => row.parent === current.id && current.reason === 'compression' && row.source !== 'tool')
      .filter(row => !isDelegate(row) && parse(row.config)['_branched_from'] !== row.parent)
      .sort((a, b) => rank(a) - rank(b) || active(b) - active(a) || b.started - a.started || (a.id < b.id ? 1 : -1))[0];
    if (next === undefined || seen.has(next.id)) return current;
    seen.add(next.id);
    current = next;
  }
}

function expectSound(rows: readonly Row[], gone: ReadonlySet<string>): void {
  const kept = rows.filter(row => !gone.has(row.id));
  expect(column('SELECT id FROM sessions ORDER BY id')).toEqual(kept.map(row => row.id));
  const parents = kept.map(row => (row.parent !== null && gone.has(row.parent) ? null : row.parent));
  expect(column('SELECT parent_session_id FROM sessions ORDER BY id')).toEqual(parents);
  expect(column('SELECT session_id FROM messages ORDER BY session_id')).toEqual(
    ['gone', ...kept.flatMap(row => Array.from({ length: row.messages }, () => row.id))].sort(),
  );
  expect(column('SELECT session_id FROM session_model_usage ORDER BY session_id')).toEqual(kept.map(row => row.id));
  expect(column("SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'word'")).toHaveLength(
    kept.reduce((sum, row) => sum + row.messages, 0),
  );
  expect(ftsProblems(raw)).toEqual([]);
}

describe('on files that other programs wrote', () => {
  it('a deletion takes subagents, detaches the rest and leaves the file sound', () => {
    fc.assert(
      fc.property(forest, fc.subarray([...ids, 'nobody'], { minLength: 1 }), (rows, asked) => {
        fill(rows);
        const gone = goneWith(rows, asked);
        const locked = rows.some(row => gone.has(row.id) && row.locked);
        if (locked) {
          expect(() => db.deleteSessions(asked)).toThrow(expect.objectContaining({ code: 'compressing' }));
          expectSound(rows, new Set());
        }
        expect(db.deleteSessions(asked, { whileCompressing: 'proceed' })).toBe(
          asked.filter(id => id !== 'nobody').length,
        );
        expectSound(rows, gone);
        expect(column('SELECT session_id FROM compression_locks ORDER BY session_id')).toEqual(
          rows.filter(row => !gone.has(row.id) || row.locked).map(row => row.id),
        );
      }),
      { numRuns: 120 },
    );
  });

  it('a prune takes what its list says, and nothing that has to stay', () => {
    const filters = fc.record(
      {
        olderThanDays: fc.constantFrom(null, (NOW - 1000) / 86_400),
        source: fc.constantFrom('cli', 'subagent'),
        archived: fc.constantFrom(true, false, null),
        keepPinned: fc.boolean(),
        endReason: fc.constantFrom('compression', 'cli_close'),
      },
      { requiredKeys: [] },
    );
    let taken = 0;
    fc.assert(
      fc.property(forest, filters, (rows, filter) => {
        fill(rows);
        const gone = new Set(db.listPruneCandidates({ olderThanDays: 90, ...filter }).map(row => row.id));
        expect(db.pruneSessions(filter)).toBe(gone.size);
        expectSound(rows, gone);
        taken += gone.size;
        const young = filter.olderThanDays === null ? Infinity : filter.olderThanDays === undefined ? NOW : 1000;
        const isLive = (row: Row) => !row.ended || row.started >= young;
        for (const row of rows.filter(one => gone.has(one.id))) {
          expect(isLive(row) || row.locked || (row.pinned && filter.keepPinned !== false)).toBe(false);
          expect(row.archived && (filter.archived === undefined || filter.archived === false)).toBe(false);
        }
        expect([...goneWith(rows, [...gone])].sort()).toEqual([...gone].sort());
        const chosen = rows.filter(row => gone.has(row.id));
        expect(chosen.filter(row => tipOf(rows, row).id !== row.id && isLive(tipOf(rows, row)))).toEqual([]);
      }),
      { numRuns: 200 },
    );
    expect(taken).toBeGreaterThan(50);
  });

  it('a prune by the rules of Hermes leaves subagents as roots', () => {
    fc.assert(
      fc.property(forest, rows => {
        fill(rows);
        const hermes = {
          ...{ olderThanDays: null, archived: null, keepPinned: false, keepLiveChains: false },
          ...({ whileCompressing: 'proceed', delegates: 'orphan' } as const),
        };
        const ended = rows.filter(row => row.ended).map(row => row.id);
        expect(
          db
            .listPruneCandidates(hermes)
            .map(row => row.id)
            .sort(),
        ).toEqual(ended);
        expect(db.pruneSessions(hermes)).toBe(ended.length);
        expectSound(rows, new Set(ended));
      }),
      { numRuns: 40 },
    );
  });

  it('deleting what is empty takes no message, no title and no pin', () => {
    fc.assert(
      fc.property(forest, rows => {
        fill(rows);
        raw.exec('UPDATE sessions SET message_count = 0');
        raw.exec("UPDATE sessions SET title = 'kept' WHERE id = 's3'");
        const empty = rows.filter(
          row => row.ended && !row.archived && row.messages === 0 && !row.pinned && !row.locked && row.id !== 's3',
        );
        expect(db.deleteEmptySessions()).toBe(empty.length);
        expectSound(rows, new Set(empty.map(row => row.id)));
      }),
      { numRuns: 40 },
    );
  });
});
