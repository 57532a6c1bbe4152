import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { copyFixture } from '../../../test/support/fixtures.ts';
import { type Row, writeSmallDatabase } from '../../../test/support/small-database.ts';
import { columnsOf, contentOf } from '../../../test/support/table-content.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { type Desk, type DeskOptions, openDesk } from '../../../test/support/writer-context.ts';
import { AppError } from '../../shared/errors.ts';
import { deleteConversations } from './delete-conversations.ts';
import { deletionPlan } from './deletion-plan.ts';
import { rename } from './rename.ts';
import { setArchived, setPinned } from './set-flags.ts';
import { trashEmpty, trashList, trashReconcile, trashRemove, trashRestore, undo } from './trash-ops.ts';

const T0 = 1_780_000_000;
const COMPRESSED = { end_reason: 'compression' };

function desk(path: string, options: Omit<DeskOptions, 'userData'> = {}): Desk {
  const opened = openDesk(path, { userData: tempFolder(), ...options });
  onTestFinished(opened.close);
  return opened;
}

function session(id: string, more: Row = {}): Row {
  return { id, source: 'cli', started_at: T0, ...more };
}

function says(id: string, text: string): Row {
  return { session_id: id, role: 'user', content: text, timestamp: T0 + 1 };
}

/** A chain of two with a subagent, its own subagent, and a branch; and another session. */
function family(): string {
  return writeSmallDatabase({
    sessions: [
      session('a1', { ...COMPRESSED, title: 'Trip', ended_at: T0 + 5 }),
      session('a2', { parent_session_id: 'a1', started_at: T0 + 10 }),
      session('sub', { parent_session_id: 'a1', ended_at: T0 + 4, model_config: '{"_delegate_from": "a1"}' }),
      session('subsub', { ended_at: T0 + 4, model_config: '{"_delegate_from": "sub"}' }),
      session('branch', { parent_session_id: 'a1', model_config: '{"_branched_from": "a1"}', title: 'Branch' }),
      session('other', { title: 'Other', started_at: T0 + 20 }),
    ],
    sql: [
      `CREATE TABLE compression_locks (session_id TEXT PRIMARY KEY, holder TEXT NOT NULL, acquired_at REAL NOT NULL,
       expires_at REAL NOT NULL)`,
    ],
    messages: [
      says('a1', 'one'),
      says('a2', 'two'),
      says('sub', 'three'),
      says('branch', 'four'),
      says('other', 'five'),
    ],
  });
}

function titles({ db }: Desk): unknown[] {
  return db.store.db.prepare('SELECT id, title FROM sessions WHERE title IS NOT NULL ORDER BY id').raw().all();
}

function flags({ db }: Desk, column: string): unknown[] {
  return db.store.db.prepare(`SELECT id FROM sessions WHERE ${column} = 1 ORDER BY id`).pluck().all();
}

function ids({ db }: Desk): unknown[] {
  return db.store.db.prepare('SELECT id FROM sessions ORDER BY id').pluck().all();
}

test('a rename is cleaned, said, and taken back', () => {
  const d = desk(family());
  const result = rename(d.writer, { id: 'other', title: '  New\u200b\n name ' });
  expect(result).toMatchObject({ kind: 'renamed', title: 'New name' });
  expect(rename(d.writer, { id: 'other', title: 'New name' })).toEqual({
    kind: 'renamed',
    title: 'New name',
    undoToken: null,
  });
  if (result.kind !== 'renamed' || result.undoToken === null) throw new Error('not renamed');
  undo(d.writer, { token: result.undoToken });
  expect(d.db.getSessionTitle('other')).toBe('Other');
  expect(() => undo(d.writer, { token: result.undoToken! })).toThrow(expect.objectContaining({ code: 'not-found' }));
  expect(rename(d.writer, { id: 'other', title: null })).toMatchObject({ kind: 'renamed', title: null });
});

test('a title in use names its holder and the next one that is free', () => {
  const d = desk(family());
  expect(rename(d.writer, { id: 'other', title: 'Branch' })).toEqual({
    kind: 'conflict',
    title: 'Branch',
    holder: { id: 'branch', label: 'Branch' },
    nextFree: 'Branch #2',
  });
  const long = 'x'.repeat(100);
  rename(d.writer, { id: 'branch', title: long });
  const conflict = rename(d.writer, { id: 'other', title: long });
  expect(conflict).toMatchObject({ kind: 'conflict', nextFree: 'x'.repeat(99) });
  expect(rename(d.writer, { id: 'other', title: `${long}y` })).toEqual({ kind: 'too-long', length: 101, maximum: 100 });
  expect(() => rename(d.writer, { id: 'nobody', title: 'x' })).toThrow(expect.objectContaining({ code: 'not-found' }));
});

test('a title moves from an earlier segment, and undoing moves it back', () => {
  const d = desk(family());
  rename(d.writer, { id: 'a2', title: 'Later' });
  const before = titles(d);
  const moved = rename(d.writer, { id: 'a2', title: 'Trip' });
  expect(titles(d)).toContainEqual(['a2', 'Trip']);
  expect(titles(d)).not.toContainEqual(['a1', 'Trip']);
  if (moved.kind !== 'renamed' || moved.undoToken === null) throw new Error('not renamed');
  undo(d.writer, { token: moved.undoToken });
  expect(titles(d)).toEqual(before);
});

test('what was renamed again since is not taken back', () => {
  const d = desk(family());
  const first = rename(d.writer, { id: 'other', title: 'One' });
  rename(d.writer, { id: 'other', title: 'Two' });
  if (first.kind !== 'renamed' || first.undoToken === null) throw new Error('not renamed');
  const { undoToken } = first;
  expect(() => undo(d.writer, { token: undoToken })).toThrow(expect.objectContaining({ code: 'conflict' }));
  expect(d.db.getSessionTitle('other')).toBe('Two');
});

test('a file that has no place for pins is backed up before it gets one, once', () => {
  const path = copyFixture('v23');
  const d = desk(path);
  const backups = () => readdirSync(dirname(path)).filter(name => name.includes('.backup-23-')).length;
  const id = '20260727_084535_3fd36d';
  expect(setPinned(d.writer, { ids: ['nobody'], on: true })).toEqual({ changed: 0, undoToken: null });
  expect(backups()).toBe(0);
  expect(setPinned(d.writer, { ids: [id], on: true }).changed).toBe(1);
  expect(setPinned(d.writer, { ids: [id], on: false }).changed).toBe(1);
  expect(backups()).toBe(1);
});

test('a newer file without a place for pins is neither changed nor backed up', () => {
  const path = copyFixture('v23');
  const raw = new Database(path);
  raw.exec('UPDATE schema_version SET version = 24');
  raw.close();
  const d = desk(path);
  expect(() => setPinned(d.writer, { ids: ['20260727_084535_3fd36d'], on: true })).toThrow(/newer schema/);
  expect(readdirSync(dirname(path)).filter(name => name.includes('.backup-'))).toEqual([]);
});

test('pins and the archive are of the whole conversation', () => {
  const d = desk(family());
  const pinned = setPinned(d.writer, { ids: ['a2', 'other', 'nobody'], on: true });
  expect(pinned.changed).toBe(2);
  expect(flags(d, 'pinned')).toEqual(['a1', 'a2', 'other']);
  expect(setPinned(d.writer, { ids: ['a2'], on: true })).toEqual({ changed: 0, undoToken: null });
  const archived = setArchived(d.writer, { ids: ['a2'], on: true });
  expect(flags(d, 'archived')).toEqual(['a1', 'a2']);
  undo(d.writer, { token: archived.undoToken ?? '' });
  undo(d.writer, { token: pinned.undoToken ?? '' });
  expect([flags(d, 'archived'), flags(d, 'pinned')]).toEqual([[], []]);
});

test('what changes only in rows below the one that is asked for can be taken back too', () => {
  const d = desk(family());
  setArchived(d.writer, { ids: ['a2'], on: true });
  d.db.store.db.exec("UPDATE sessions SET archived = 0 WHERE id = 'a1'");
  const { changed, undoToken } = setArchived(d.writer, { ids: ['a1'], on: false });
  expect(changed).toBe(1);
  expect(flags(d, 'archived')).toEqual([]);
  undo(d.writer, { token: undoToken ?? '' });
  expect(flags(d, 'archived')).toEqual(['a2']);
});

test('the first pin of a file adds the column', () => {
  const path = copyFixture('v23');
  const d = desk(path);
  expect(d.db.store.catalog.columns.get('sessions')).not.toContain('pinned');
  const [id = ''] = ids(d) as string[];
  const { undoToken, changed } = setPinned(d.writer, { ids: [id], on: true });
  expect(changed).toBe(1);
  undo(d.writer, { token: undoToken ?? '' });
  expect(flags(d, 'pinned')).toEqual([]);
});

test('an older file asks for its upgrade', () => {
  const path = copyFixture('v11');
  expect(() => openDesk(path, { userData: tempFolder() })).toThrow(expect.objectContaining({ code: 'needs-upgrade' }));
});

test('a plan says what a deletion takes, and the deletion takes just that', () => {
  const d = desk(family());
  const plan = deletionPlan(d.task, { ids: ['a2'], unit: 'conversation' });
  expect(plan).toMatchObject({
    conversations: 1,
    segments: 4,
    subagents: 2,
    messages: 3,
    newRoots: [{ id: 'branch', label: 'Branch' }],
    newRootCount: 1,
    names: [{ id: 'a2', label: 'Trip' }],
    pinned: 0,
    open: 1,
    compressing: [],
    transcriptFiles: [],
  });
  const columns = columnsOf(d.db.store.db);
  const before = contentOf(d.db.store.db, { columns });
  const result = deleteConversations(d.writer, { ids: ['a2', 'a1'], unit: 'conversation' });
  expect(result).toMatchObject({ changed: 1, sessions: 4, messages: 3 });
  expect(ids(d)).toEqual(['branch', 'other']);
  expect(undo(d.writer, { token: result.undoToken ?? '' })).toEqual({ restored: 1 });
  expect(contentOf(d.db.store.db, { columns })).toEqual(before);
});

test('a segment alone goes with its subagents, and its children become roots', () => {
  const d = desk(family());
  const plan = deletionPlan(d.task, { ids: ['a1'], unit: 'segment' });
  expect(plan).toMatchObject({ segments: 3, subagents: 2, newRootCount: 2 });
  deleteConversations(d.writer, { ids: ['a1'], unit: 'segment' });
  expect(ids(d)).toEqual(['a2', 'branch', 'other']);
});

test('a conversation that is being compressed stays', () => {
  const d = desk(family());
  d.db.store.db.prepare("INSERT INTO compression_locks VALUES ('sub', 'x', 0, ?)").run(d.db.store.now() + 100);
  expect(deletionPlan(d.task, { ids: ['a2'], unit: 'conversation' }).compressing).toMatchObject([{ id: 'sub' }]);
  expect(() => deleteConversations(d.writer, { ids: ['other', 'a2'], unit: 'conversation' })).toThrow(
    expect.objectContaining({ code: 'compressing' }),
  );
  expect(ids(d)).toHaveLength(6);
  expect(trashList(d.task, {})).toEqual([]);
});

test('five hundred conversations go in three transactions, under one token', () => {
  const rows = Array.from({ length: 500 }, (_, at) => session(`s${String(at)}`, { started_at: T0 + at }));
  const d = desk(writeSmallDatabase({ sessions: rows, messages: rows.map(({ id }) => says(String(id), 'hello')) }));
  const before = contentOf(d.db.store.db);
  const all = ids(d) as string[];
  const result = deleteConversations(d.writer, { ids: all, unit: 'conversation' });
  expect(result).toMatchObject({ changed: 500, sessions: 500, messages: 500 });
  expect(trashList(d.task, {})).toMatchObject([{ conversations: 500, sessions: 500, messages: 500, action: 'delete' }]);
  expect(trashRestore(d.writer, { id: result.undoToken ?? '' })).toEqual({ sessions: 500, messages: 500 });
  expect(contentOf(d.db.store.db)).toEqual(before);
  expect(trashList(d.task, {})).toEqual([]);
});

test('cancelling a large deletion keeps what is done, under its token', () => {
  const rows = Array.from({ length: 450 }, (_, at) => session(`s${String(at)}`));
  let calls = 0;
  const d = desk(writeSmallDatabase({ sessions: rows }), {
    checkCancelled: () => {
      calls += 1;
      if (calls > 1) throw new AppError('cancelled', 'The request was cancelled.');
    },
  });
  const result = deleteConversations(d.writer, { ids: ids(d) as string[], unit: 'conversation' });
  expect(result).toMatchObject({ changed: 400 });
  expect(ids(d)).toHaveLength(50);
});

test('a restore refuses where something is in the way, and changes nothing', () => {
  const d = desk(family());
  const { undoToken } = deleteConversations(d.writer, { ids: ['a2', 'other'], unit: 'conversation' });
  const refused = (reason: string) => {
    const before = contentOf(d.db.store.db);
    expect(() => trashRestore(d.writer, { id: undoToken ?? '' })).toThrow(
      expect.objectContaining({ code: 'conflict', message: expect.stringContaining(reason) as string }),
    );
    expect(contentOf(d.db.store.db)).toEqual(before);
  };
  const run = (sql: string) => d.db.store.db.exec(sql);
  run("INSERT INTO sessions (id, source, started_at) VALUES ('a1', 'cli', 1)");
  refused('There is a session a1 again');
  run("DELETE FROM sessions WHERE id = 'a1'");
  run("UPDATE sessions SET title = 'Other' WHERE id = 'branch'");
  refused('in use by session branch');
  run("UPDATE sessions SET title = 'Branch' WHERE id = 'branch'");
  run("INSERT INTO messages (id, session_id, role, timestamp) VALUES (1, 'branch', 'user', 1)");
  refused('message of session branch');
  run('DELETE FROM messages WHERE id = 1');
  run("UPDATE sessions SET parent_session_id = 'branch' WHERE id = 'branch'");
  refused('parent of session branch was changed');
  run("UPDATE sessions SET parent_session_id = NULL WHERE id = 'branch'");
  expect(trashRestore(d.writer, { id: undoToken ?? '' }).sessions).toBe(5);
});

test('a row that a trigger of the file changes does not come back wrong', () => {
  const d = desk(family());
  const { undoToken } = deleteConversations(d.writer, { ids: ['other'], unit: 'conversation' });
  d.db.store.db.exec(
    "CREATE TRIGGER meddler AFTER INSERT ON messages BEGIN UPDATE messages SET finish_reason = 'x' WHERE id = new.id; END",
  );
  expect(() => trashRestore(d.writer, { id: undoToken ?? '' })).toThrow('does not come back as it was');
  expect(ids(d)).not.toContain('other');
});

test('a column that is gone stops a restore only where it held a value', () => {
  const d = desk(family());
  const { db } = d.db.store;
  db.exec('ALTER TABLE messages ADD COLUMN extra TEXT');
  db.exec("UPDATE messages SET extra = 'x' WHERE session_id = 'a2'");
  const withValue = deleteConversations(d.writer, { ids: ['a2'], unit: 'conversation' });
  const without = deleteConversations(d.writer, { ids: ['other'], unit: 'conversation' });
  db.exec('ALTER TABLE messages DROP COLUMN extra');
  const again = desk(d.writer.path);
  const context = { ...again.writer, places: d.places };
  expect(() => trashRestore(context, { id: withValue.undoToken ?? '' })).toThrow('messages.extra');
  expect(trashList({ ...again.task, places: d.places }, {}).map(({ problem }) => problem)).toEqual([
    null,
    'The column messages.extra, which holds values, does not exist any more.',
  ]);
  expect(trashRestore(context, { id: without.undoToken ?? '' })).toEqual({ sessions: 1, messages: 1 });
});

test('another program that wrote meanwhile keeps its rows, and numbers that it took', () => {
  const path = family();
  const d = desk(path);
  const { undoToken } = deleteConversations(d.writer, { ids: ['other'], unit: 'conversation' });
  const foreign = new Database(path);
  foreign.exec("INSERT INTO sessions (id, source, started_at) VALUES ('new', 'cli', 1)");
  foreign.exec("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('new', 'user', 'mine', 1)");
  foreign.close();
  trashRestore(d.writer, { id: undoToken ?? '' });
  const rows = d.db.store.db.prepare('SELECT id FROM sessions ORDER BY rowid').pluck().all();
  expect(rows.slice(-2)).toEqual(['new', 'other']);
  expect(d.db.messageCount('new')).toBe(1);
});

test('rows of tables that later builds add go along and come back', () => {
  const d = desk(family());
  const { db } = d.db.store;
  db.exec(`CREATE TABLE notes (id INTEGER PRIMARY KEY, owner TEXT REFERENCES sessions(id) ON DELETE CASCADE, body BLOB);
    CREATE TABLE note_parts (note INTEGER REFERENCES notes(id) ON DELETE CASCADE, part TEXT, PRIMARY KEY (note, part)) WITHOUT ROWID;
    INSERT INTO notes VALUES (1, 'other', x'00ff'), (2, 'a2', 'text');
    INSERT INTO note_parts VALUES (1, 'p'), (1, 'q'), (2, 'r');`);
  const again = desk(d.writer.path);
  const before = contentOf(again.db.store.db);
  const { undoToken } = deleteConversations(again.writer, { ids: ['other'], unit: 'conversation' });
  expect(db.prepare('SELECT COUNT(*) FROM note_parts').pluck().get()).toBe(1);
  undo(again.writer, { token: undoToken ?? '' });
  expect(contentOf(again.db.store.db)).toEqual(before);
});

test('a foreign key that would change other rows stops a deletion', () => {
  const d = desk(family());
  d.db.store.db.exec('CREATE TABLE links (s TEXT REFERENCES sessions(id) ON DELETE SET NULL)');
  const again = desk(d.writer.path);
  expect(() => deleteConversations(again.writer, { ids: ['other'], unit: 'conversation' })).toThrow('links');
});

test('entries can be removed for good, one by one or all', () => {
  const d = desk(family());
  const one = deleteConversations(d.writer, { ids: ['other'], unit: 'conversation' });
  deleteConversations(d.writer, { ids: ['a2'], unit: 'conversation' });
  expect(trashRemove(d.writer, { ids: [one.undoToken ?? '', 'unknown'] })).toEqual({ removed: 1 });
  expect(trashEmpty(d.writer, {})).toEqual({ removed: 1 });
  expect(trashList(d.task, {})).toEqual([]);
});

test('what can be undone is forgotten by a start on a later day, and the trash is not', () => {
  const userData = tempFolder();
  const path = family();
  const d = openDesk(path, { userData, runId: 'first' });
  const renamed = rename(d.writer, { id: 'a2', title: 'x' });
  deleteConversations(d.writer, { ids: ['other'], unit: 'conversation' });
  d.close();
  const next = openDesk(path, { userData, runId: 'second', now: () => Date.now() / 1000 + 2 * 86_400 });
  onTestFinished(next.close);
  expect(trashReconcile(next.task, {})).toEqual([]);
  expect(trashList(next.task, {})).toHaveLength(1);
  if (renamed.kind !== 'renamed' || renamed.undoToken === null) throw new Error('not renamed');
  const token = renamed.undoToken;
  expect(() => undo(next.writer, { token })).toThrow(expect.objectContaining({ code: 'not-found' }));
  expect(readdirSync(join(userData, 'marks'))).toEqual([]);
});
