import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURE_VERSIONS, fixturePath, temporaryFolder } from '../../../test/support/fixtures.ts';
import { SessionDB } from './index.ts';

let db: SessionDB;
beforeAll(() => {
  db = new SessionDB(join(temporaryFolder(), 'state.db'), { now: () => 1_787_000_000 });
  db.createSession({ sessionId: 's', source: 'cli' });
  db.createSession({ sessionId: 'other', source: 'cli' });
  const roles = ['user', 'assistant', 'tool', 'system', 'user', 'assistant', 'tool', 'user', 'assistant', 'user'];
  roles.forEach((role, index) => {
    db.appendMessage({
      sessionId: 's',
      role,
      content: index === 8 ? [{ type: 'text', text: 'parts' }] : `m${String(index + 1)}`,
    });
  });
  db.store.db.exec('UPDATE messages SET active = 0 WHERE id IN (4, 5)');
});
afterAll(() => {
  db.close();
});

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(row => row.id);

describe('getMessages', () => {
  it('returns live rows by id, pages of them, or all', () => {
    expect(idsOf(db.getMessages('s'))).toEqual([1, 2, 3, 6, 7, 8, 9, 10]);
    expect(idsOf(db.getMessages('s', { includeInactive: true }))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(idsOf(db.getMessages('s', { limit: 2, offset: 1 }))).toEqual([2, 3]);
    expect(idsOf(db.getMessages('s', { offset: 6 }))).toEqual([9, 10]);
    expect(db.getMessages('s', { limit: 0 })).toEqual([]);
    expect(db.getMessages('nobody')).toEqual([]);
  });

  it('takes a flag that is NULL for live', () => {
    const path = join(temporaryFolder(), 'state.db');
    const damaged = new SessionDB(path);
    damaged.createSession({ sessionId: 's', source: 'cli' });
    damaged.appendMessage({ sessionId: 's', role: 'user', content: 'still here' });
    damaged.store.db.unsafeMode(true);
    damaged.store.db.exec(`PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, 'active INTEGER NOT NULL DEFAULT 1', 'active INTEGER')
      WHERE name = 'messages'`);
    damaged.close();
    const foreign = new Database(path);
    foreign.exec('UPDATE messages SET active = NULL');
    foreign.close();
    const reopened = new SessionDB(path, { readOnly: true });
    expect(reopened.getMessages('s')).toMatchObject([{ id: 1, active: null }]);
    expect(reopened.searchMessages('still')).toHaveLength(1);
    reopened.close();
  });

  it.each(FIXTURE_VERSIONS)(
    'gives every column at schema %s, with the defaults of those that the file lacks',
    version => {
      const file = new SessionDB(fixturePath(version), { readOnly: true });
      const session = file.store.db.prepare<[], string>('SELECT session_id FROM messages LIMIT 1').pluck().get() ?? '';
      const rows = file.getMessages(session);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toMatchObject({ active: 1, compacted: 0, observed: 0 });
      expect(Object.keys(rows[0] ?? {})).toHaveLength(23);
      file.close();
    },
  );
});

describe('getMessagesAround', () => {
  it('counts what lies on each side, taken-back rows included', () => {
    const around = db.getMessagesAround('s', 6, { window: 2 });
    expect(idsOf(around.window)).toEqual([4, 5, 6, 7, 8]);
    expect(around).toMatchObject({ messages_before: 2, messages_after: 2 });
    expect(db.getMessagesAround('s', 2)).toMatchObject({ messages_before: 1, messages_after: 5 });
    expect(idsOf(db.getMessagesAround('s', 6, { window: -3 }).window)).toEqual([6]);
  });

  it('is empty for a message of another session, or of none', () => {
    const nothing = { window: [], messages_before: 0, messages_after: 0 };
    expect(db.getMessagesAround('other', 6)).toEqual(nothing);
    expect(db.getMessagesAround('s', 600)).toEqual(nothing);
  });
});

describe('getAnchoredView', () => {
  it('keeps the anchor and the spoken rows, and adds the ends of the session', () => {
    const view = db.getAnchoredView('s', 7, { window: 1, bookend: 2 });
    expect(idsOf(view.window)).toEqual([6, 7, 8]);
    expect(idsOf(view.bookend_start)).toEqual([1, 2]);
    expect(idsOf(view.bookend_end)).toEqual([10]);
    expect(view).toMatchObject({ messages_before: 1, messages_after: 1 });
  });

  it('drops other roles from the window, or none where all are asked for', () => {
    expect(idsOf(db.getAnchoredView('s', 6, { window: 1 }).window)).toEqual([5, 6]);
    expect(idsOf(db.getAnchoredView('s', 6, { window: 1, keepRoles: null }).window)).toEqual([5, 6, 7]);
    expect(idsOf(db.getAnchoredView('s', 8, { window: 0, bookend: 9, keepRoles: null }).bookend_start)).toHaveLength(7);
    expect(db.getAnchoredView('s', 600).bookend_start).toEqual([]);
  });
});

describe('listRecentUserMessages', () => {
  it('shows the newest first, each on one line of at most 80 characters', () => {
    db.createSession({ sessionId: 'u', source: 'cli' });
    const say = (content: unknown) => db.appendMessage({ sessionId: 'u', role: 'user', content });
    say(`a\n b\u3000c ${'😀'.repeat(80)}`);
    say([{ type: 'image_url' }]);
    say('x'.repeat(80));
    const previews = db.listRecentUserMessages('u').map(message => message.preview);
    expect(previews).toEqual(['x'.repeat(80), '[multimodal content]', `a b c ${'😀'.repeat(71)}...`]);
    expect(db.listRecentUserMessages('u', { limit: 1 })).toHaveLength(1);
    expect(idsOf(db.listRecentUserMessages('s'))).toEqual([10, 8, 1]);
    expect(idsOf(db.listRecentUserMessages('s', { includeInactive: true }))).toEqual([10, 8, 5, 1]);
  });
});

describe('hasArchivedMessages and hasPlatformMessageId', () => {
  it('look at the one session', () => {
    db.appendMessage({ sessionId: 'other', role: 'user', content: 'hi', platformMessageId: '900' });
    expect([db.hasArchivedMessages('s'), db.hasArchivedMessages('other')]).toEqual([true, false]);
    expect([db.hasPlatformMessageId('other', '900'), db.hasPlatformMessageId('s', '900')]).toEqual([true, false]);
  });

  it('are false in a file that has no such column', () => {
    const old = new SessionDB(fixturePath('v01'), { readOnly: true });
    const session = old.store.db.prepare<[], string>('SELECT session_id FROM messages LIMIT 1').pluck().get() ?? '';
    expect([old.hasArchivedMessages(session), old.hasPlatformMessageId(session, '1')]).toEqual([false, false]);
    old.close();
  });
});
