import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ask } from '../../../test/fixture-runner/hermes-calls.ts';
import { copyFixture, readFixtureJson } from '../../../test/support/fixtures.ts';
import type { RecordedCall } from '../../../test/support/fixtures.ts';
import { contentHash, ftsProblems, tableRows } from '../../../test/support/table-rows.ts';
import { SessionDB } from './index.ts';

interface Step extends RecordedCall {
  readonly method: string;
  readonly clock: number;
}

interface TableChanges {
  readonly added?: readonly Readonly<Record<string, unknown>>[];
  readonly removed?: readonly unknown[];
  readonly changed?: readonly { readonly key: unknown; readonly columns: Readonly<Record<string, unknown>> }[];
}

interface RecordedWrite {
  readonly label: string;
  readonly steps: readonly Step[];
  readonly changes: Readonly<Record<string, TableChanges>>;
  readonly fts: Readonly<Record<string, readonly [rows: number, ...unknown[]]>>;
}

type Row = Readonly<Record<string, unknown>>;

const KEYS: Readonly<Record<string, readonly string[]>> = {
  sessions: ['id'],
  messages: ['id'],
  session_model_usage: ['session_id', 'model', 'billing_provider', 'billing_base_url', 'billing_mode', 'task'],
  state_meta: ['key'],
  compression_locks: ['session_id'],
  telegram_dm_topic_bindings: ['chat_id', 'thread_id'],
};

const { writes } = readFixtureJson('v23', 'writes.json') as { writes: readonly RecordedWrite[] };
const covered = writes.filter(({ label }) => /^(delete|prune|ghosts|import)/.test(label));

/** The file was written by an older SQLite, whose trigrams of text with a NUL the newer one finds fault with. */
function rebuiltFixture(): string {
  const path = copyFixture('v23');
  const db = new Database(path);
  db.exec("INSERT INTO messages_fts_trigram (messages_fts_trigram) VALUES ('rebuild')");
  db.close();
  return path;
}

/** Of candidates only the ids were recorded. */
function idsOf(answer: unknown): unknown {
  return Array.isArray(answer) ? answer.map(row => (row as { id: string }).id) : answer;
}

function keyed(path: string): Map<string, Map<string, Row>> {
  const db = new Database(path, { readonly: true });
  const tables = Object.entries(KEYS).map(([table, key]) => {
    const rows = tableRows(db, table).map(row => [JSON.stringify(key.map(column => row[column])), row] as const);
    return [table, new Map(rows)] as const;
  });
  db.close();
  return new Map(tables);
}

const keyOf = (key: string) => {
  const parts = JSON.parse(key) as unknown[];
  return parts.length === 1 ? parts[0] : parts;
};
const withoutNulls = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
const sorted = <T>(list: readonly T[]) => list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** What changed, in the form of the recording. */
function changesOf(before: Map<string, Map<string, Row>>, after: Map<string, Map<string, Row>>): unknown {
  const changes: Record<string, TableChanges> = {};
  for (const [table, rows] of after) {
    const old = before.get(table) ?? new Map<string, Row>();
    const added = [...rows].filter(([key]) => !old.has(key)).map(([, row]) => withoutNulls(row));
    const removed = sorted([...old.keys()].filter(key => !rows.has(key)).map(keyOf));
    const changed = [...rows].flatMap(([key, row]) => {
      const earlier = old.get(key);
      const columns = Object.keys(row).filter(column => earlier !== undefined && earlier[column] !== row[column]);
      if (columns.length === 0) return [];
      return [{ key: keyOf(key), columns: Object.fromEntries(columns.map(c => [c, [earlier?.[c], row[c]]])) }];
    });
    const parts: TableChanges = {
      ...(added.length > 0 ? { added } : {}),
      ...(removed.length > 0 ? { removed } : {}),
      ...(changed.length > 0 ? { changed: sorted(changed) } : {}),
    };
    if (Object.keys(parts).length > 0) changes[table] = parts;
  }
  return changes;
}

function recorded(changes: RecordedWrite['changes']): unknown {
  return Object.fromEntries(
    Object.entries(changes).map(([table, parts]) => [
      table,
      {
        ...parts,
        ...(parts.removed === undefined ? {} : { removed: sorted(parts.removed) }),
        ...(parts.changed === undefined ? {} : { changed: sorted(parts.changed) }),
      },
    ]),
  );
}

describe('recorded removals and imports leave what Hermes leaves', () => {
  it('covers what it should', () => {
    expect(covered.length).toBeGreaterThan(40);
  });

  it.each(covered.map(write => [write.label, write] as const))('%s', (_label, { steps, changes, fts }) => {
    const path = rebuiltFixture();
    const before = keyed(path);
    let clock = 0;
    const db = new SessionDB(path, { now: () => clock });
    for (const { method, args, kwargs = {}, ...step } of steps) {
      clock = step.clock;
      const answer = () => ask(db, { method, args, kwargs });
      // Hermes names its own function in the error for an unknown filter.
      if (step.error?.type === 'TypeError') expect(answer).toThrow("There is no prune filter named 'colour'.");
      else if (step.error !== undefined) expect(answer).toThrow(step.error.message);
      else expect(idsOf(answer() ?? null)).toEqual(step.result ?? null);
    }
    expect(ftsProblems(db.store.db)).toEqual([]);
    for (const [table, [rows]] of Object.entries(fts)) {
      expect(db.store.db.prepare(`SELECT COUNT(*) FROM ${table}_docsize`).pluck().get()).toBe(rows);
    }
    db.close();
    expect(changesOf(before, keyed(path))).toEqual(recorded(changes));
  });

  it('leaves the file as it is where nothing is to be deleted', () => {
    const path = copyFixture('v23');
    const db = new SessionDB(path);
    const before = contentHash(db.store.db);
    expect(db.deleteSession('no-such-session')).toBe(false);
    expect(db.deleteSessions([null, '', 7, 'no-such-session'])).toBe(0);
    expect(db.pruneSessions({ source: 'nowhere' })).toBe(0);
    expect(contentHash(db.store.db)).toBe(before);
    db.close();
  });
});
