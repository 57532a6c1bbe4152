import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { EVERYTHING } from '../../../test/support/list-view.ts';
import { insert, type SmallDatabase, writeSmallDatabase } from '../../../test/support/small-database.ts';
import { sqliteFailure } from '../session-db/sqlite-errors.ts';
import { conversationIndex, isIndexPending, loadedIndex } from './conversation-index.ts';
import { conversationCount, indexPending } from './conversation-index-state.ts';
import { sessionsPage } from './session-view.ts';

const START = 1_787_000_000;

function openBoth(rows: SmallDatabase) {
  const path = writeSmallDatabase(rows);
  const context = openLaneContext(path, () => START);
  const writer = new Database(path);
  writer.pragma('synchronous = OFF');
  writer.pragma('foreign_keys = OFF');
  onTestFinished(() => {
    context.store.db.close();
    writer.close();
  });
  return { context, writer };
}

function many(count: number): SmallDatabase['sessions'] {
  return Array.from({ length: count }, (_, at) => ({
    id: `s${String(at)}`,
    source: 'cli',
    started_at: START + at,
    title: `title ${String(at)}`,
  }));
}

const rest = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));

describe('reading again', () => {
  it('shows new sessions and messages at once while a whole reading is put off, and the rest soon after', async () => {
    const { context, writer } = openBoth({ sessions: many(1500) });
    conversationIndex(context);
    let putOff = 0;
    let round = 0;
    for (; putOff < 3 && round < 2000; round += 1) {
      const id = `new${String(round)}`;
      const time = START + 100_000 + round;
      insert(writer, 'sessions', { id, source: 'cli', started_at: time });
      insert(writer, 'messages', { session_id: 's7', role: 'user', content: 'hi', timestamp: time });
      writer.prepare("UPDATE sessions SET title = ? WHERE id = 's9'").run(`round ${String(round)}`);
      const { byId } = conversationIndex(context);
      expect(byId.get(id)?.session.activity).toBe(time);
      expect(byId.get('s7')?.session.activity).toBe(time);
      if (isIndexPending(context)) putOff += 1;
      else expect(byId.get('s9')?.session.title).toBe(`round ${String(round)}`);
    }
    expect(putOff).toBe(3);
    const deadline = performance.now() + 15_000;
    while (isIndexPending(context) && performance.now() < deadline) {
      await rest(50);
      conversationIndex(context);
    }
    expect(conversationIndex(context).byId.get('s9')?.session.title).toBe(`round ${String(round - 1)}`);
  });

  it('puts what was added in at once, without building anything else anew', () => {
    const { context, writer } = openBoth({ sessions: many(1500) });
    const before = conversationIndex(context);
    const untouched = before.byId.get('s3');
    insert(writer, 'sessions', { id: 'new', source: 'cli', started_at: START + 5000 });
    insert(writer, 'sessions', {
      id: 'helper',
      source: 'cli',
      started_at: START + 5001,
      parent_session_id: 's7',
      model_config: '{"_delegate_from":"s7"}',
    });
    insert(writer, 'messages', { session_id: 's9', role: 'user', content: 'hi', timestamp: START + 6000 });
    const after = conversationIndex(context);
    expect(after.byId.get('s3')).toBe(untouched);
    expect(after.nodes.slice(-2).map(({ session }) => session.id)).toEqual(['new', 'helper']);
    expect(after.listed).toBe(1501);
    expect(after.conversationOf.get('s7')?.subagents).toBe(1);
    expect(after.conversationOf.get('helper')?.hidden).toBe('subagent');
    expect(after.conversationOf.get('s9')?.lastActive).toBe(START + 6000);
  });

  it('looks at every row at once where nothing was added', () => {
    const { context, writer } = openBoth({ sessions: many(1500) });
    conversationIndex(context);
    writer.exec("UPDATE sessions SET title = 'renamed' WHERE id = 's3'");
    expect(conversationIndex(context).byId.get('s3')?.session.title).toBe('renamed');
    expect(isIndexPending(context)).toBe(false);
  });

  it('says that a look is due where nobody asked for rows since the file changed, takes it, and says so once', () => {
    const { context, writer } = openBoth({ sessions: many(3) });
    expect(indexPending(context, {})).toBe(false);
    conversationIndex(context);
    expect(indexPending(context, {})).toBe(false);
    writer.exec("DELETE FROM sessions WHERE id = 's1'");
    expect(indexPending(context, {})).toBe(true);
    expect(loadedIndex(context.store)?.listed).toBe(2);
    expect(indexPending(context, {})).toBe(false);
  });

  it('keeps the very index where only other tables changed', () => {
    const { context, writer } = openBoth({ sessions: many(3) });
    const before = conversationIndex(context);
    writer.exec("INSERT INTO state_meta (key, value) VALUES ('a', 'b')");
    expect(conversationIndex(context)).toBe(before);
  });

  it('keeps the objects of sessions that did not change', async () => {
    const { context, writer } = openBoth({ sessions: many(3) });
    const before = conversationIndex(context);
    writer.exec("UPDATE sessions SET archived = 1 WHERE id = 's1'");
    await rest(100);
    const after = conversationIndex(context);
    expect(after.revision).toBe(before.revision + 1);
    expect(after.byId.get('s0')?.session).toBe(before.byId.get('s0')?.session);
    expect(after.byId.get('s1')?.session.archived).toBe(true);
  });

  it('sees what its own connection writes', () => {
    const path = writeSmallDatabase({ sessions: many(2) });
    const db = new Database(path);
    onTestFinished(() => {
      db.close();
    });
    const context = openLaneContext(path);
    context.store.db.close();
    const store = { ...context.store, db, readOnly: false };
    const index = () => conversationIndex({ ...context, store });
    expect(index().nodes.length).toBe(2);
    db.exec("DELETE FROM sessions WHERE id = 's0'");
    db.exec("UPDATE sessions SET title = 'renamed' WHERE id = 's1'");
    expect(index().nodes.map(({ session }) => session.title)).toEqual(['renamed']);
  });
});

/** Writes zeros over a stretch of a file. */
function wipe(path: string, from: number, to: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(to - from), 0, to - from, from);
  closeSync(file);
}

/** What the list of a damaged file of 500 sessions comes to; a damage that SQLite itself reports by its family. */
function outcomeOf(path: string): string | undefined {
  try {
    const context = openLaneContext(path);
    const { nodes, damage } = conversationIndex(context);
    expect(nodes.length === 500).toBe(damage === null || damage.startsWith('some messages'));
    expect(sessionsPage(context, { view: EVERYTHING, offset: 0, limit: 50 }).rows.length).toBe(50);
    context.store.db.close();
    return damage === null ? 'whole' : 'part';
  } catch (error) {
    return sqliteFailure(error)?.family;
  }
}

describe('odd files', () => {
  it('finds last activity without the index by session, and later columns missing', () => {
    const rows: SmallDatabase = {
      fixture: 'v1',
      sessions: many(2).map(({ title: _, ...row }) => row),
      messages: [
        { session_id: 's0', role: 'user', content: 'x', timestamp: START + 500 },
        { session_id: 's0', role: 'user', content: 'x', timestamp: 9e99 },
      ],
      sql: ['DROP INDEX idx_messages_session'],
    };
    const { context } = openBoth(rows);
    const { byId } = conversationIndex(context);
    expect(byId.get('s0')?.session).toMatchObject({
      activity: START + 500,
      title: null,
      archived: false,
      pinned: false,
    });
    expect(byId.get('s1')?.session.activity).toBe(START + 1);
  });

  it('keeps every row: ids and times of any kind', () => {
    const { context } = openBoth({
      sessions: [
        { id: null, source: 'cli', started_at: START },
        { id: Buffer.from('bytes'), source: 'cli', started_at: 'yesterday' },
        { id: '', source: '', started_at: -1 },
        { id: 'a\u0000b', source: 'cli', started_at: String(START), ended_at: 'x', message_count: 'many' },
      ],
    });
    const { nodes, conversationOf } = conversationIndex(context);
    expect(nodes.map(({ session }) => [session.id, session.startedAt, session.messages])).toEqual([
      ['rowid 1', START, 0],
      ['bytes', null, 0],
      ['', null, 0],
      ['a\u0000b', START, 0],
    ]);
    expect(nodes.every(({ session }) => conversationOf.get(session.id) !== undefined)).toBe(true);
  });

  it('shows what a file whose end was lost still gives, and says so', () => {
    const whole = writeSmallDatabase({
      sessions: many(500),
      messages: Array.from({ length: 4000 }, (_, at) => ({
        session_id: `s${String(at % 500)}`,
        role: 'user',
        content: 'word '.repeat(50),
        timestamp: START + at,
      })),
      sql: ['PRAGMA wal_checkpoint(TRUNCATE)', 'PRAGMA journal_mode = DELETE'],
    });
    const size = statSync(whole).size;
    const outcomes = [0.9, 0.6, 0.3].map(share => {
      wipe(whole, Math.floor(size * share), size);
      return outcomeOf(whole);
    });
    expect(outcomes).toContain('part');
    expect(outcomes.filter(outcome => !['whole', 'part', 'CORRUPT'].includes(outcome ?? ''))).toEqual([]);
  });

  it('is empty where there are no sessions', () => {
    const { context } = openBoth({ sessions: [], sql: ['DROP TABLE sessions'] });
    expect(conversationIndex(context)).toMatchObject({ nodes: [], conversations: [] });
  });

  it('counts as conversations only what the list shows as rows', () => {
    const { context } = openBoth({
      sessions: [...many(2), { id: 'd', source: 'cli', started_at: START, model_config: '{"_delegate_from":"s0"}' }],
    });
    expect(conversationCount(context, {})).toBe(2);
  });
});
