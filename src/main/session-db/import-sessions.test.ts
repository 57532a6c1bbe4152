import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { conformanceDatabase } from '../../../test/support/conformance.ts';
import { copyFixture, FIXTURE_VERSIONS, fixturePath, temporaryFolder } from '../../../test/support/fixtures.ts';
import { restored } from '../../../test/support/restored-export.ts';
import { contentHash, ftsProblems } from '../../../test/support/table-rows.ts';
import { SessionDB } from './index.ts';

const empty = () => {
  const db = new SessionDB(join(temporaryFolder(), 'state.db'), { now: () => 1_790_000_000 });
  db.store.db.pragma('synchronous = OFF');
  return db;
};
const faultOf = (db: SessionDB, entry: unknown) => {
  const result = db.importSessions([entry]);
  return result.ok ? null : result.errors[0]?.error;
};

function expectRestored(from: SessionDB, to: SessionDB): void {
  const all = from.exportAll();
  const known = new Set(all.map(session => session.id));
  const result = to.importSessions(JSON.parse(JSON.stringify(all)));
  expect(result).toMatchObject({ ok: true, imported: all.length, skipped: 0 });
  const back = new Map(to.exportAll().map(session => [session.id, session]));
  for (const session of all) {
    const again = back.get(session.id);
    expect(again === undefined ? null : restored(again, known)).toEqual(restored(session, known));
    expect(again?.message_count).toBe(session.messages.length);
  }
  expect(ftsProblems(to.store.db)).toEqual([]);
}

describe('importing an export', () => {
  it.each(FIXTURE_VERSIONS)('brings back the sessions of %s', version => {
    const from = new SessionDB(fixturePath(version), { readOnly: true });
    const to = empty();
    expectRestored(from, to);
    const once = contentHash(to.store.db);
    expect(to.importSessions(from.exportAll())).toMatchObject({
      imported: 0,
      skipped: from.sessionCount({ includeArchived: true }),
    });
    expect(contentHash(to.store.db)).toBe(once);
    const third = empty();
    third.importSessions(to.exportAll());
    // Without ids of messages there is nothing left that a second round could lose.
    const plain = (db: SessionDB) =>
      db
        .exportAll()
        .map(session => ({ ...session, messages: session.messages.map(message => ({ ...message, id: 0 })) }));
    expect(plain(third)).toEqual(plain(to));
    for (const db of [from, to, third]) db.close();
  });

  it('brings back whatever a database can hold', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
    const parts = fc.array(fc.record({ type: fc.constant('text'), text }), { minLength: 1, maxLength: 2 });
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
      content: fc.oneof(maybe(text), parts),
      tool_calls: maybe(fc.array(fc.record({ id: text, n: fc.integer() }), { minLength: 1, maxLength: 3 })),
      tool_call_id: maybe(text),
      tool_name: maybe(text),
      timestamp: fc.double({ min: 1e9, max: 2e9, noNaN: true }),
      token_count: maybe(fc.nat()),
      finish_reason: maybe(text),
      reasoning: maybe(text),
      reasoning_content: maybe(text),
      reasoning_details: maybe(fc.array(fc.dictionary(text, fc.jsonValue()), { minLength: 1, maxLength: 2 })),
      platform_message_id: maybe(text),
      observed: fc.boolean(),
      api_content: maybe(text),
      display_kind: maybe(text),
      display_metadata: maybe(fc.dictionary(text, fc.jsonValue(), { minKeys: 1, maxKeys: 2 })),
    });
    const session = fc.record({
      title: maybe(text),
      source: fc.constantFrom('cli', 'telegram', 'import'),
      model: maybe(text),
      model_config: maybe(fc.dictionary(text, fc.jsonValue())),
      system_prompt: maybe(text),
      started_at: fc.double({ min: -1e6, max: 2e9, noNaN: true }),
      ended_at: maybe(fc.double({ min: 0, max: 2e9, noNaN: true })),
      end_reason: maybe(text),
      input_tokens: fc.nat(),
      estimated_cost_usd: maybe(fc.double({ min: 0, max: 100, noNaN: true })),
      actual_cost_usd: maybe(fc.constantFrom(0, 0.25)),
      cost_status: maybe(text),
      archived: fc.boolean(),
      parent: fc.option(fc.nat(5)),
      messages: fc.array(message, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(session, { maxLength: 5 }), sessions => {
        const from = empty();
        const entries = sessions.map(({ parent, ...rest }, at) => ({
          ...rest,
          id: `s${String(at)}`,
          parent_session_id: parent === null ? null : `s${String(parent)}`,
        }));
        expect(from.importSessions(entries)).toMatchObject({ ok: true, imported: entries.length });
        const to = empty();
        expectRestored(from, to);
        from.close();
        to.close();
      }),
      { numRuns: 25 },
    );
  });
});

describe('importSessions', () => {
  it('lets a session in without a title that another one has, and names it', () => {
    const db = conformanceDatabase();
    const result = db.importSessions([
      { id: 'x', title: 'Proj' },
      { id: 'y', title: 'new' },
      { id: 'z', title: 'new' },
    ]);
    expect(result).toEqual({
      ok: true,
      imported: 3,
      skipped: 0,
      detached: 0,
      imported_ids: ['x', 'y', 'z'],
      skipped_ids: [],
      errors: [],
      untitled: [
        { session_id: 'x', title: 'Proj', holder: 'A' },
        { session_id: 'z', title: 'new', holder: 'y' },
      ],
    });
    expect(['A', 'x', 'y', 'z'].map(id => db.getSessionTitle(id))).toEqual(['Proj', null, 'new', null]);
    const before = contentHash(db.store.db);
    expect(() => db.importSessions([{ id: 'v' }, { id: 'w', title: 'Proj' }], { titleClash: 'abort' })).toThrow(
      'UNIQUE constraint failed: sessions.title',
    );
    expect(contentHash(db.store.db)).toBe(before);
    db.close();
  });

  it('checks the sizes of the list, of a session and of all', () => {
    const db = empty();
    const sessions = (count: number, entry: object) =>
      Array.from({ length: count }, (_, at) => ({ id: `s${String(at)}`, ...entry }));
    expect(() => db.importSessions({ id: 'x' })).toThrow('sessions must be a list');
    expect(() => db.importSessions(sessions(501, {}))).toThrow('sessions must contain at most 500 entries');
    const many = (count: number) => Array.from({ length: count }, () => ({ role: 'user' }));
    expect(faultOf(db, { id: 'a', messages: many(10_001) })).toBe('messages exceeds the per-session import limit');
    expect(faultOf(db, { id: 'a', extra: 'x'.repeat(5 * 1024 * 1024) })).toBe('session exceeds the import size limit');
    // The whole of `{"id":"a","extra":"…"}` counts.
    const most = 'x'.repeat(5 * 1024 * 1024 - '{"id":"a","extra":""}'.length);
    expect(faultOf(db, { id: 'a', extra: most })).toBeNull();
    expect(faultOf(db, { id: 'b', extra: `${most}x` })).toBe('session exceeds the import size limit');
    expect(faultOf(db, { id: 'b', extra: 'é'.repeat(most.length / 2) })).toBeNull();
    const large = db.importSessions(sessions(6, { extra: 'x'.repeat(5 * 1024 * 1024 - 100) }));
    expect(large.errors).toEqual([{ index: 5, session_id: 's5', error: 'import exceeds the total size limit' }]);
    const long = db.importSessions(sessions(6, { messages: many(10_000) }));
    expect(long.errors).toEqual([{ index: 5, session_id: 's5', error: 'messages exceeds the total import limit' }]);
    expect(db.sessionCount()).toBe(2);
    db.close();
  });

  it('names what is wrong with an entry', () => {
    const db = empty();
    const loop: Record<string, unknown> = { id: 'loop' };
    loop['self'] = loop;
    let deep: unknown = 1;
    for (let at = 0; at < 5000; at += 1) deep = [deep];
    const faults: [unknown, string][] = [
      [null, 'session must be an object'],
      [[], 'session must be an object'],
      [{ id: '  ' }, 'session id is required'],
      [{ id: true }, 'session id is required'],
      [{ id: 'a', messages: { role: 'user' } }, 'messages must be a list'],
      [{ id: 'a', messages: ['x'] }, 'messages must contain only objects'],
      [loop, 'session must be JSON serializable'],
      [{ id: 'a', deep }, 'session must be JSON serializable'],
      [{ id: 'a', made: new Date() }, 'session must be JSON serializable'],
      [{ id: 'a', call: () => 1 }, 'session must be JSON serializable'],
      [{ id: 'a', model_config: '{' }, 'model_config must be valid JSON'],
      [{ id: 'a', model_config: [] }, 'model_config must be a JSON object'],
      [{ id: 'a', model_config: '[]' }, 'model_config must be a JSON object'],
      [{ id: 'a', parent_session_id: 1 }, 'parent_session_id must be a string'],
      [{ id: 'a', cwd: {} }, 'cwd must be a string'],
      [{ id: 'a', messages: [{ role: 'user' }, { role: 1 }] }, 'messages[1].role must be a non-empty string'],
      [{ id: 'a', messages: [{ role: 'user', tool_name: 1 }] }, 'tool_name must be a string'],
      [{ id: 'a', messages: [{ role: 'user', token_count: '1.5' }] }, 'token_count must be an integer'],
      [{ id: 'a', messages: [{ role: 'user', token_count: Number.NaN }] }, 'token_count must be an integer'],
    ];
    for (const [entry, fault] of faults) expect(faultOf(db, entry)).toBe(fault);
    expect(db.sessionCount()).toBe(0);
    db.close();
  });

  it('reads numbers as Python does, and stores no half characters', () => {
    const db = empty();
    const entry = {
      ...{ id: 7, source: 'c\ud800', started_at: '1_000.5', ended_at: 'nan', archived: 'yes', title: 'x\udfff' },
      ...{ input_tokens: ' 1_2 ', output_tokens: 3.9, cache_read_tokens: 'x', cache_write_tokens: true },
      ...{ reasoning_tokens: 9_007_199_254_740_993n, actual_cost_usd: '1e-3', estimated_cost_usd: [] },
      ...{
        model_config: { _branched_from: 'é' },
        messages: [{ role: 'user', content: 5, message_id: 'p1', token_count: '4' }],
      },
    };
    expect(db.importSessions([entry])).toMatchObject({ ok: true, imported_ids: ['7'] });
    expect(db.getSession('7')).toMatchObject({
      ...{ source: 'c\ufffd', started_at: 1000.5, ended_at: null, archived: 1, title: 'x\ufffd', input_tokens: 12 },
      ...{ output_tokens: 3, cache_read_tokens: 0, cache_write_tokens: 1, actual_cost_usd: 0.001 },
      ...{ estimated_cost_usd: null, model_config: String.raw`{"_branched_from": "\u00e9"}`, message_count: 1 },
    });
    const exact = 'SELECT CAST(reasoning_tokens AS TEXT) FROM sessions';
    expect(db.store.db.prepare(exact).pluck().get()).toBe('9007199254740993');
    expect(db.getMessages('7')[0]).toMatchObject({ content: '5', platform_message_id: 'p1', token_count: 4 });
    db.close();
  });

  it('attaches parents without making a loop with what is there', () => {
    const path = copyFixture('v23');
    const db = new SessionDB(path);
    db.importSessions([{ id: 'old', parent_session_id: null }]);
    db.store.db.pragma('foreign_keys = OFF');
    db.store.db.exec("UPDATE sessions SET parent_session_id = 'top' WHERE id = 'old'");
    db.store.db.pragma('foreign_keys = ON');
    const result = db.importSessions([
      { id: 'top', parent_session_id: ' mid ' },
      { id: 'mid', parent_session_id: 'old' },
    ]);
    expect(result).toMatchObject({ imported: 2, detached: 1 });
    expect(db.getSession('top')?.parent_session_id).toBeNull();
    expect(db.getSession('mid')?.parent_session_id).toBe('old');
    db.close();
  });
});
