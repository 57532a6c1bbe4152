import { createHash } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { copyFixture, FIXTURE_VERSIONS, fixtureGolden, fixturePath } from '../../../test/support/fixtures.ts';
import { openTaskContext } from '../../../test/support/task-context.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { ExportFormat } from '../../shared/contract/exporting.ts';
import { AppError } from '../../shared/errors.ts';
import type { TaskContext } from '../lanes/context.ts';
import { exportJson } from '../session-db/export-json.ts';
import { SessionDB } from '../session-db/index.ts';
import { exportSessions } from './export-sessions.ts';

type Chains = readonly (readonly string[])[] | null;

function exporter(database: string, more: Partial<TaskContext> = {}) {
  const folder = tempFolder();
  const context = openTaskContext(database, folder, more);
  onTestFinished(() => {
    context.store.db.close();
  });
  const target = (name: string) => join(folder, name);
  const run = (format: ExportFormat, chains: Chains, name = `out.${format}`, replaces = false) =>
    exportSessions(context, { path: target(name), replaces, format, chains });
  const text = (name: string) => readFileSync(target(name), 'utf8');
  return { context, folder, target, run, text };
}

const parsedLines = (text: string) =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>);

/** As the class gives it, through JSON. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test.each(FIXTURE_VERSIONS)('everything as lines equals export_all, each session export_session: %s', version => {
  const { run, text } = exporter(fixturePath(version));
  const db = new SessionDB(fixturePath(version), { readOnly: true });
  onTestFinished(() => db.close());
  const written = run('jsonl', null);
  const expected = db.exportAll();
  const lines = parsedLines(text('out.jsonl'));
  expect(lines).toEqual(plain(expected));
  expect(written).toMatchObject({
    sessions: expected.length,
    messages: expected.reduce((sum, session) => sum + session.messages.length, 0),
    leftOut: 0,
    bytes: Buffer.byteLength(text('out.jsonl')),
    sha256: createHash('sha256').update(text('out.jsonl')).digest('hex'),
  });
  run('json', null);
  expect(JSON.parse(text('out.json'))).toEqual(lines);
  const ids = expected.slice(0, 6).map(session => session.id);
  for (const [at, id] of ids.entries()) {
    run('json', [[id]], `one-${String(at)}.json`);
    expect(JSON.parse(text(`one-${String(at)}.json`))).toEqual(plain(db.exportSession(id)));
  }
  run('jsonl', [ids.slice(0, 2), ids.slice(2, 3)], 'some.jsonl');
  expect(parsedLines(text('some.jsonl'))).toEqual(plain(ids.slice(0, 3).map(id => db.exportSession(id))));
});

test.each(FIXTURE_VERSIONS)('the recorded exports: %s', version => {
  const { calls } = fixtureGolden(version);
  const { run, text } = exporter(fixturePath(version));
  const all = calls['export_all']?.find(call => Object.keys(call.kwargs ?? {}).length === 0 && call.args.length === 0);
  run('jsonl', null);
  const ids = (sessions: readonly Record<string, unknown>[]) =>
    sessions.map(({ id, messages }) => [id, (messages as (number | { id: number })[]).map(idOf)]);
  if (all !== undefined) {
    const recorded = all.result as Record<string, unknown>[];
    expect(ids(parsedLines(text('out.jsonl')))).toEqual(ids(recorded));
  }
  for (const [at, call] of (calls['export_session'] ?? []).entries()) {
    if (typeof call.result !== 'object' || call.result === null) continue;
    run('json', [[String(call.args[0])]], `golden-${String(at)}.json`);
    const written = JSON.parse(text(`golden-${String(at)}.json`)) as Record<string, unknown>;
    expect(ids([written])).toEqual(ids([call.result as Record<string, unknown>]));
  }
});

const idOf = (message: number | { id: number }) => (typeof message === 'number' ? message : message.id);

test.each(FIXTURE_VERSIONS)('byte for byte what the class writes: %s', version => {
  const { context, run, text } = exporter(fixturePath(version));
  run('jsonl', null);
  expect(text('out.jsonl')).toBe([...exportJson(context.store, { kind: 'all' })].join(''));
});

test('what is imported from an export gives the same export', () => {
  const { run, text, folder } = exporter(fixturePath('v23'));
  run('jsonl', null);
  const sessions = parsedLines(text('out.jsonl'));
  const copy = join(folder, 'copy.db');
  const db = new SessionDB(copy);
  db.importSessions(sessions);
  db.close();
  const again = exporter(copy);
  again.run('jsonl', null);
  const shapeOf = (list: readonly Record<string, unknown>[]) =>
    list.map(({ id, title, messages }) => ({
      id,
      title,
      messages: (messages as Record<string, unknown>[]).map(({ role, content, tool_calls: calls, reasoning }) => ({
        role,
        content,
        calls,
        reasoning,
      })),
    }));
  const byId = (a: { id: unknown }, b: { id: unknown }) => String(a.id).localeCompare(String(b.id));
  expect(shapeOf(parsedLines(again.text('out.jsonl'))).sort(byId)).toEqual(shapeOf(sessions).sort(byId));
});

test('columns of other builds, long integers, floats and the order of keys survive', () => {
  const path = copyFixture('v23');
  const db = new Database(path);
  db.exec(`ALTER TABLE messages ADD COLUMN extra_note TEXT; ALTER TABLE sessions ADD COLUMN mood TEXT;
    INSERT INTO sessions (id, source, started_at, mood) VALUES ('odd', 'cli', 1787000000, 'calm');
    INSERT INTO messages (session_id, role, content, timestamp, tool_calls, extra_note)
    VALUES ('odd', 'assistant', 'é—𝄞 </script> ' || char(1), 1787000001,
            '[{"b": 12345678901234567890, "a": 1.0, "1": "x"}]', 'kept')`);
  db.close();
  const { run, text } = exporter(path);
  run('json', [['odd']]);
  const written = text('out.json');
  expect(written).toContain('"mood": "calm"');
  expect(written).toContain('"extra_note": "kept"');
  expect(written).toContain('"tool_calls": [{"b": 12345678901234567890, "a": 1.0, "1": "x"}]');
  expect(written).toContain('"started_at": 1787000000.0');
  expect(written).toContain('"content": "é—𝄞 </script> \\u0001"');
});

test('a text that does not fit into memory is counted, and everything else is there', () => {
  const path = copyFixture('v23');
  const db = new Database(path);
  db.exec(`INSERT INTO sessions (id, source, started_at) VALUES ('long', 'cli', 1787000000);
    INSERT INTO messages (session_id, role, content, timestamp) VALUES ('long', 'user', 'before', 1787000001);
    DROP TRIGGER IF EXISTS messages_fts_insert; DROP TRIGGER IF EXISTS messages_fts_trigram_insert;
    INSERT INTO messages (session_id, role, content, timestamp)
    VALUES ('long', 'tool', CAST(zeroblob(40 * 1024 * 1024) AS TEXT), 1787000002)`);
  db.close();
  const { run, text } = exporter(path);
  expect(run('json', [['long']])).toMatchObject({ messages: 2, leftOut: 1 });
  const { messages } = JSON.parse(text('out.json')) as { messages: { content: string | null }[] };
  expect(messages.map(message => message.content)).toEqual(['before', null]);
});

test('no file is replaced without consent, and with it only by a whole one', () => {
  const { run, target, text, folder } = exporter(fixturePath('v23'));
  writeFileSync(target('kept.jsonl'), 'mine');
  expect(() => run('jsonl', null, 'kept.jsonl')).toThrow(expect.objectContaining({ code: 'file-exists' }) as Error);
  expect(text('kept.jsonl')).toBe('mine');
  run('jsonl', null, 'kept.jsonl', true);
  expect(text('kept.jsonl')).not.toBe('mine');
  expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([]);
});

test('a cancelled export leaves nothing, and what was there before it stays', () => {
  let rows = 0;
  const checkCancelled = () => {
    rows += 1;
    if (rows > 500) throw new AppError('cancelled', 'stop');
  };
  const { run, target, text, folder } = exporter(fixturePath('v23'), { checkCancelled });
  writeFileSync(target('kept.jsonl'), 'mine');
  expect(() => run('jsonl', null, 'kept.jsonl', true)).toThrow('stop');
  expect(text('kept.jsonl')).toBe('mine');
  expect(readdirSync(folder).sort()).toEqual(['kept.jsonl', 'under-way']);
  expect(readdirSync(join(folder, 'under-way'))).toEqual([]);
});

test('while it is written there is a mark, and the rows of others go on', () => {
  const path = copyFixture('v23', 'wal-closed');
  const writer = new Database(path);
  onTestFinished(() => void writer.close());
  const marks: number[] = [];
  const checkpoints: unknown[] = [];
  const { run, folder } = exporter(path, {
    progress: (_phase, done) => {
      if (done % 1000 !== 1) return;
      marks.push(readdirSync(join(folder, 'under-way')).filter(name => name.endsWith('.running.json')).length);
      writer.exec("UPDATE sessions SET title = title || 'x' WHERE id = (SELECT min(id) FROM sessions)");
    },
  });
  run('jsonl', null);
  checkpoints.push(writer.pragma('wal_checkpoint(TRUNCATE)'));
  expect(marks.length).toBeGreaterThan(0);
  expect(new Set(marks)).toEqual(new Set([1]));
  expect(checkpoints).toEqual([[{ busy: 0, log: 0, checkpointed: 0 }]]);
});

test('the database itself, its side files and other names of it are no targets', () => {
  const path = copyFixture('v23');
  const { folder } = exporter(path);
  const [own, link] = [join(folder, 'own.db'), join(folder, 'link.json')];
  copyFileSync(path, own);
  linkSync(own, link);
  const { context } = exporter(own);
  for (const target of [own, `${own}-wal`, `${own}-journal`, link]) {
    expect(() => exportSessions(context, { path: target, replaces: true, format: 'json', chains: null })).toThrow(
      expect.objectContaining({ code: 'invalid-input' }) as Error,
    );
  }
});

test('a folder that is gone, a name that is a folder: typed errors', () => {
  const { run, target } = exporter(fixturePath('v23'));
  expect(() => run('json', null, 'gone/out.json')).toThrow(expect.objectContaining({ code: 'db-missing' }) as Error);
  mkdirSync(target('folder'));
  expect(() => run('json', null, 'folder', true)).toThrow(expect.objectContaining({ code: 'db-folder' }) as Error);
});

test('a name that no file can have is refused in words, and leaves nothing', () => {
  const { run, folder } = exporter(fixturePath('v23'));
  expect(() => run('jsonl', null, `${'x'.repeat(300)}.jsonl`)).toThrow(/The file name is too long/);
  expect(readdirSync(folder)).toEqual([]);
});
