import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { conformanceDatabase } from '../../../test/support/conformance.ts';
import { copyFixture, FIXTURE_VERSIONS, fixturePath } from '../../../test/support/fixtures.ts';
import { SessionDB } from './index.ts';
import type { ExportSummary, UnreadableText } from './index.ts';

/** SHA-256 of what `json.dumps(session, ensure_ascii=False) + "\n"` of CPython 3.11 gives for all of `export_all`. */
const WRITTEN_BY_PYTHON = new Map([
  ['v01', 'b0ee1f25d4d77603b0d35b3709ef1de9202268ff6204b3acd9868a71b5ee0640'],
  ['v04', 'fd8b629853e7dd597b63e0482644a29cbfa3d77e49275e8b738053ff4b0c74c2'],
  ['v07', '1f94c4b6c61fb0bf6a3f0fb4618517badbb79628459308ebdd5ba4100984a849'],
  ['v10', 'aa74a801a4cbde08b2017bd1be527c3ccb9942b78072e78d57f9b2d88175d40d'],
  ['v11', 'd0ffe82f3180b0ad43ba51b7eaa255ffa7ec8504200afc09abfbc4f6cab99228'],
  ['v16', '0193868aee043a3faf7036380e9a0d21dd578ee48288c7308fffb7435f9f1ffa'],
  ['v20', '9875bf22bf380c0bc16a03914c228a8cd8d0063ebbfb9545fcea6a698a459913'],
  ['v23', 'e5bcbf8a073400f7e3d1f21aef577c81fb64b15b377e1fd3b7a09dde0a27bea9'],
]);

function written(chunks: Generator<string, ExportSummary>): { text: string; summary: ExportSummary } {
  let text = '';
  for (let step = chunks.next(); ; step = chunks.next()) {
    if (step.done === true) return { text, summary: step.value };
    text += step.value;
  }
}

describe('exportJson', () => {
  it.each(FIXTURE_VERSIONS)('writes all of %s byte for byte as Hermes does', version => {
    const db = new SessionDB(fixturePath(version), { readOnly: true });
    const { text, summary } = written(db.exportJson({ kind: 'all' }));
    expect(createHash('sha256').update(text).digest('hex')).toBe(WRITTEN_BY_PYTHON.get(version));
    const all = db.exportAll();
    expect(summary).toEqual({
      records: all.length,
      messages: all.reduce((sum, { messages }) => sum + messages.length, 0),
      missing: [],
      unreadable: [],
    });
    db.close();
  });

  it('writes a list, a session and a conversation that say what the objects say', () => {
    const db = conformanceDatabase();
    const list = written(db.exportJson({ kind: 'all', source: 'cli' }, { layout: 'list' }));
    expect(JSON.parse(list.text)).toEqual(db.exportAll({ source: 'cli' }));
    const some = written(db.exportJson({ kind: 'sessions', ids: ['E0', 'nobody', 'A'] }));
    expect(
      some.text
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line) as unknown),
    ).toEqual([db.exportSession('E0'), db.exportSession('A')]);
    expect(some.summary).toEqual({ records: 2, messages: 2, missing: ['nobody'], unreadable: [] });
    const whole = written(db.exportJson({ kind: 'lineages', ids: ['A2', 'nobody'] }, { layout: 'one' }));
    expect(JSON.stringify(JSON.parse(whole.text))).toBe(JSON.stringify(db.exportSessionLineage('A2')));
    expect(whole.summary).toEqual({ records: 1, messages: 5, missing: ['nobody'], unreadable: [] });
    db.close();
  });

  it('keeps columns of other programs, bytes, half characters, and what cannot be decoded', () => {
    const path = copyFixture('v23');
    const raw = new Database(path);
    raw.exec('ALTER TABLE messages ADD COLUMN extra_note TEXT');
    const id = raw.prepare('SELECT session_id FROM messages WHERE id = 325').pluck().get() as string;
    const set = (column: string, value: unknown) =>
      raw.prepare(`UPDATE messages SET ${column} = ? WHERE id = 325`).run(value);
    set('extra_note', 'kept');
    set('content', Buffer.from([0x61, 0xff, 0x62]));
    set('tool_calls', '{"broken"');
    set('display_metadata', JSON.stringify(JSON.stringify({ a: 1.5, b: 'é' })));
    raw.close();
    const db = new SessionDB(path, { readOnly: true });
    const { text } = written(db.exportJson({ kind: 'sessions', ids: [id] }));
    expect(text).toContain('"extra_note": "kept"');
    expect(text).toContain('"content": "a\ufffdb"');
    expect(text).toContain('"tool_calls": []');
    expect(text).toContain('"display_metadata": {"a": 1.5, "b": "é"}');
    expect(JSON.parse(text)).toEqual(db.exportSession(id));
    expect(db.exportSession(id)?.messages[0]).toMatchObject({ extra_note: 'kept', display_metadata: { a: 1.5 } });
    db.close();
  });

  it('leaves out what is too large, says so, and cuts long texts at whole characters', () => {
    const db = conformanceDatabase();
    const long = '😀x'.repeat(700_000);
    db.appendMessage({ sessionId: 'B', role: 'user', content: long });
    const huge = db.appendMessage({ sessionId: 'B', role: 'tool', content: 'y'.repeat(5_000_000), toolName: 'cat' });
    db.updateSystemPrompt('B', 'z'.repeat(4_500_000));
    const all: UnreadableText[] = [];
    const { text, summary } = written(
      db.exportJson({ kind: 'sessions', ids: ['B'] }, { maxTextBytes: 4_000_000, onUnreadable: one => all.push(one) }),
    );
    const parsed = JSON.parse(text) as { system_prompt: unknown; messages: { content: unknown; tool_name: unknown }[] };
    expect(parsed.system_prompt).toBeNull();
    expect(parsed.messages.slice(1).map(({ content, tool_name: tool }) => [content, tool])).toEqual([
      [long, null],
      [null, 'cat'],
    ]);
    expect(summary.unreadable).toEqual([
      { session_id: 'B', message_id: null, column: 'system_prompt', bytes: 4_500_000 },
      { session_id: 'B', message_id: huge, column: 'content', bytes: 5_000_000 },
    ]);
    expect(all).toEqual(summary.unreadable);
    expect(JSON.parse(text)).toEqual(db.exportSession('B', { maxTextBytes: 4_000_000 }));
    expect(JSON.parse(written(db.exportJson({ kind: 'sessions', ids: ['B'] })).text)).toEqual(db.exportSession('B'));
    db.close();
  });

  it('holds nothing open between two pieces', () => {
    const db = conformanceDatabase();
    db.store.db.pragma('journal_mode = WAL');
    for (let at = 0; at < 50; at += 1) db.appendMessage({ sessionId: 'E0', role: 'user', content: 'w'.repeat(20_000) });
    const other = new SessionDB(db.store.path);
    const chunks = db.exportJson({ kind: 'all' });
    let pieces = 0;
    for (let step = chunks.next(); step.done !== true; step = chunks.next()) {
      pieces += 1;
      expect(db.store.db.inTransaction).toBe(false);
      other.appendMessage({ sessionId: 'B', role: 'user', content: 'meanwhile' });
      if (pieces === 2) other.deleteSession('A');
      expect(other.store.db.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
    }
    expect(pieces).toBeGreaterThan(5);
    other.close();
    db.close();
  });
});
