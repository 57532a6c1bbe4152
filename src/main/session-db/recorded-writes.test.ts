import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { copyFixture, readFixtureJson } from '../../../test/support/fixtures.ts';
import type { RecordedCall } from '../../../test/support/fixtures.ts';
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
}

type Row = Readonly<Record<string, unknown>>;

/** Tables in which a write can leave something, by their key. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  sessions: ['id'],
  messages: ['id'],
  session_model_usage: ['session_id', 'model', 'billing_provider', 'billing_base_url', 'billing_mode', 'task'],
  state_meta: ['key'],
  compression_locks: ['session_id'],
  gateway_routing: ['scope', 'session_key'],
};

const recorded = (readFixtureJson('v23', 'writes.json') as { writes: readonly RecordedWrite[] }).writes;
const covered = recorded.filter(write =>
  write.steps.every(step =>
    [
      ...['set_session_title', 'set_auto_title_if_empty', 'set_session_archived', 'end_session', 'reopen_session'],
      ...['create_session', 'ensure_session', 'update_token_counts', 'record_auxiliary_usage', 'set_meta', 'get_meta'],
      'append_message',
    ].includes(step.method),
  ),
);

const text = (value: unknown) => (value as { $utf16_units?: number[] }).$utf16_units ?? null;
const plain = (value: unknown): unknown => {
  if (value === null || typeof value !== 'object') return value;
  const units = text(value);
  if (units !== null) return String.fromCharCode(...units);
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
};
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** Our methods take leading ids, and one object for the rest. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  create_session: ['sessionId', 'source'],
  append_message: ['sessionId', 'role', 'content'],
  update_token_counts: ['', 'inputTokens', 'outputTokens'],
};

function ask(db: SessionDB, step: Step): unknown {
  const args = step.args.map(plain);
  const options = Object.fromEntries(
    Object.entries(step.kwargs ?? {}).map(([name, value]) => [camelCase(name), plain(value)]),
  );
  const names = NAMES[step.method] ?? args.map(() => '');
  const positional = args.filter((_value, at) => names[at] === '');
  const named = Object.fromEntries(args.flatMap((value, at) => (names[at] ? [[names[at], value]] : [])));
  const rest = { ...named, ...options };
  const method: unknown = Reflect.get(db, camelCase(step.method));
  if (typeof method !== 'function') throw new Error(`no method for ${step.method}`);
  return Reflect.apply(method, db, [...positional, ...(Object.keys(rest).length === 0 ? [] : [rest])]) ?? null;
}

function rowsOf(path: string): Map<string, Map<string, Row>> {
  const db = new Database(path, { readonly: true });
  const tables = Object.entries(KEYS).map(([table, key]) => {
    const rows = db.prepare<[], Row>(`SELECT * FROM ${table}`).all();
    return [table, new Map(rows.map(row => [JSON.stringify(key.map(column => row[column])), row]))] as const;
  });
  db.close();
  return new Map(tables);
}

/** What changed, in the form of the recording. */
function difference(before: Map<string, Map<string, Row>>, after: Map<string, Map<string, Row>>): unknown {
  const changes: Record<string, TableChanges> = {};
  for (const [table, rows] of after) {
    const old = before.get(table) ?? new Map<string, Row>();
    const keyOf = (key: string) => {
      const parts = JSON.parse(key) as unknown[];
      return parts.length === 1 ? parts[0] : parts;
    };
    const added = [...rows].filter(([key]) => !old.has(key)).map(([, row]) => withoutNulls(row));
    const changed = [...rows].flatMap(([key, row]) => {
      const earlier = old.get(key);
      const columns = Object.keys(row).filter(column => earlier !== undefined && earlier[column] !== row[column]);
      const pairs = columns.map(column => [column, [earlier?.[column], row[column]]]);
      return pairs.length === 0 ? [] : [{ key: keyOf(key), columns: Object.fromEntries(pairs) as Row }];
    });
    const parts = { ...(added.length > 0 ? { added } : {}), ...(changed.length > 0 ? { changed } : {}) };
    if (Object.keys(parts).length > 0) changes[table] = parts;
  }
  return changes;
}

function withoutNulls(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

describe('recorded writes leave what Hermes leaves', () => {
  it('covers what it should', () => {
    expect(covered.length).toBeGreaterThan(40);
  });

  it.each(covered.map(write => [write.label, write] as const))('%s', (_label, { steps, changes }) => {
    const path = copyFixture('v23');
    const before = rowsOf(path);
    let clock = 0;
    const db = new SessionDB(path, { now: () => clock });
    for (const step of steps) {
      clock = step.clock;
      if (step.error === undefined) expect(ask(db, step)).toEqual(step.result ?? null);
      else expect(() => ask(db, step)).toThrow(step.error.message);
    }
    db.close();
    expect(difference(before, rowsOf(path))).toEqual(changes);
  });
});
