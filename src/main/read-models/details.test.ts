import { afterEach, describe, expect, it } from 'vitest';
import { makeCaseDatabase, type CaseRow } from '../../../test/support/case-database.ts';
import { FIXTURE_VERSIONS, fixtureGolden, fixturePath } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import type { ColumnValue } from '../../shared/contract/conversation.ts';
import type { LaneContext } from '../lanes/context.ts';
import { sessionDetails } from './details.ts';

const opened: LaneContext[] = [];

afterEach(() => {
  for (const context of opened.splice(0)) context.store.db.close();
});

function open(path: string): LaneContext {
  const context = openLaneContext(path);
  opened.push(context);
  return context;
}

function details(row: CaseRow, sql: string[] = [], meta: CaseRow[] = []): Map<string, ColumnValue> {
  const sessions = [{ id: 's1', source: 'cli', started_at: 1787000000.25, ...row }];
  const context = open(makeCaseDatabase({ fixture: 'v23', sessions, meta, sql }));
  return new Map(sessionDetails(context, { sessionId: 's1' }).map(value => [value.column, value]));
}

function shownText({ value }: ColumnValue): string | null {
  return value === null ? null : value.text.slice(0, 1000);
}

function beginning(stored: string | number | null): string | null {
  return stored === null ? null : String(stored).slice(0, 1000);
}

describe('sessionDetails', () => {
  it.each(FIXTURE_VERSIONS)('gives every column of every session of %s as it is stored', version => {
    const context = open(fixturePath(version));
    const rows = context.store.db.prepare<[], Record<string, string | number | null>>('SELECT * FROM sessions').all();
    for (const row of rows) {
      const columns = sessionDetails(context, { sessionId: String(row['id']) }).slice(0, Object.keys(row).length);
      expect(columns.map(({ column }) => column)).toEqual(Object.keys(row));
      expect(columns.map(shownText)).toEqual(Object.values(row).map(beginning));
    }
    expect(rows.length).toBeGreaterThan(80);
  });

  it('names types, times and lengths', () => {
    const found = details({ ended_at: 0, system_prompt: 'я'.repeat(20_000), model_config: null, rewind_count: 3 });
    expect(found.get('started_at')).toEqual({
      column: 'started_at',
      type: 'real',
      value: { text: '1787000000.25', bytes: 13, clipped: false },
      time: 1787000000.25,
    });
    expect(found.get('ended_at')).toMatchObject({ type: 'real', time: null });
    expect(found.get('rewind_count')).toMatchObject({ type: 'integer', value: { text: '3' }, time: null });
    expect(found.get('model_config')).toEqual({ column: 'model_config', type: 'null', value: null, time: null });
    expect(found.get('system_prompt')?.value).toEqual({ text: 'я'.repeat(8192), bytes: 40_000, clipped: true });
  });

  it('shows columns that nobody knows, exact integers and bytes', () => {
    const found = details({}, [
      'ALTER TABLE sessions ADD COLUMN "mood ""x" TEXT',
      'ALTER TABLE sessions ADD COLUMN big INTEGER',
      'ALTER TABLE sessions ADD COLUMN raw BLOB',
      `UPDATE sessions SET "mood ""x" = 'calm', big = 9223372036854775807, raw = x'00ff'`,
      "UPDATE sessions SET title = CAST('words' AS BLOB)",
    ]);
    expect(found.get('mood "x')?.value?.text).toBe('calm');
    expect(found.get('big')?.value?.text).toBe('9223372036854775807');
    expect(found.get('raw')).toMatchObject({ type: 'blob', value: { text: "x'00ff'", bytes: 2 } });
    expect(found.get('title')).toMatchObject({ type: 'blob', value: { text: 'words' } });
  });

  it('finds the prompt in force where newer files keep it', () => {
    const found = details({ system_prompt: 'inline' }, [
      'CREATE TABLE system_prompts(hash TEXT PRIMARY KEY, prompt TEXT NOT NULL)',
      'ALTER TABLE sessions ADD COLUMN system_prompt_hash TEXT',
      "INSERT INTO system_prompts VALUES ('abc', 'by hash')",
      "UPDATE sessions SET system_prompt_hash = 'abc'",
    ]);
    expect(found.get('system_prompt')).toMatchObject({ type: 'text', value: { text: 'by hash' } });
    expect(found.get('system_prompt_hash')?.value?.text).toBe('abc');
  });

  it('adds what other tables say of the session', () => {
    const context = open(fixturePath('v23'));
    const ofSession = (sessionId: string) =>
      new Map(sessionDetails(context, { sessionId }).map(({ column, value }) => [column, value?.text]));
    const { topic } = fixtureGolden('v23').notes;
    const locked = ofSession(Array.isArray(topic) ? String(topic[0]) : String(topic));
    expect(locked.get('goal')).toBe('{"goal": "finish the notes", "status": "active"}');
    expect(locked.get('compression_lock.holder')).toBe('pid=999999:tid=1:compress');
    const parent = context.store.db
      .prepare<[], string>('SELECT parent_session_id FROM async_delegations LIMIT 1')
      .pluck()
      .get();
    const delegating = ofSession(parent ?? '');
    expect([...delegating.keys()].filter(column => column.endsWith('.state'))).toHaveLength(3);
    expect(delegating.get('delegation deleg_18dd0e4030.state')).toBe('running');
  });

  it('knows no unknown session', () => {
    const context = open(fixturePath('v01'));
    expect(() => sessionDetails(context, { sessionId: 'nothing' })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    );
  });
});
