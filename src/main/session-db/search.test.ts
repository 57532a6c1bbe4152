import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/fixtures.ts';
import { SessionDB } from './index.ts';
import type { SearchMessagesOptions } from './index.ts';

/** The file of spec: api §15.2. */
function searchDatabase(): SessionDB {
  const db = new SessionDB(join(temporaryFolder(), 'state.db'), { now: () => 1_787_000_000 });
  db.createSession({ sessionId: 's', source: 'cli', model: 'm' });
  const say = (second: number, role: string, content: unknown, more = {}) =>
    db.appendMessage({ sessionId: 's', role, content, timestamp: 1_787_000_000 + second, ...more });
  say(1, 'user', "hello docker world it's fine, 50% of chat-send P2.2 done? yes! c# a/b");
  say(2, 'assistant', 'the concatenate operation; foo_bar baz', {
    toolCalls: [{ id: 'call_1', function: { name: 'terminal', arguments: '{"command": "zebra"}' } }],
  });
  say(3, 'tool', 'output giraffe 大别山项目 tool', { toolName: 'terminal', toolCallId: 'call_1' });
  say(4, 'user', '大别山项目 修改youer服务端 日本 한국어 Ünïcode Straße');
  say(5, 'user', [
    { type: 'text', text: 'multimodal penguin' },
    { type: 'image_url', image_url: { url: 'https://example.test/a.png' } },
  ]);
  return db;
}

const db = searchDatabase();
afterAll(() => {
  db.close();
});

const ids = (query: string, options: SearchMessagesOptions = {}) =>
  db.searchMessages(query, { retryQuoted: false, ...options }).map(hit => hit.id);

describe('searchMessages', () => {
  it.each<[string, number[]]>([
    ['docker', [1]],
    ['DOCKER', [1]],
    ...['docker.', 'docker,', "it's", 'what?', 'c#', 'a/b', '50%', '-docker'].map((query): [string, number[]] => [
      query,
      [],
    ]),
    ['chat-send', [1]],
    ['chat send', [1]],
    ['P2.2', [1]],
    ['foo_bar', [2]],
    ['foo', [2]],
    ['concat', [2]],
    ['cat', [2]],
    ['cat*', []],
    ['conc*', [2]],
    ['zebra', [2]],
    ['terminal', [3, 2]],
    ['docker OR zebra', [2, 1]],
    ['docker or zebra', []],
    ['docker AND zebra', []],
    ['docker NOT hello', []],
    ['unicode', [4]],
    ['strasse', []],
    ['penguin', [5]],
    ['image_url', [5]],
    ['json', [5]],
    ['大别山项目', [4]],
    ['"大别山"', [4]],
    ['项目', [4, 3]],
    ['大', [4, 3]],
    ['别山', [4, 3]],
    ['日本', [4]],
    ['한국', [4]],
    ['한국어', [4]],
    ['大别山项目 OR 日本', [4, 3]],
    ['日本 AND 大别山项目', [4, 3]],
    ['大别山项目 AND youer', [4]],
    ['大别山*', []],
    ['docker 大别山项目', []],
    ['youer', [4]],
    ['you', [4]],
    ['yo', []],
    ['"docker hello"', [1]],
    ['content:docker', []],
    ['', []],
    [' \t', []],
    ['"', []],
  ])('%j finds %j', (query, found) => {
    expect(ids(query)).toEqual(found);
  });

  it('looks for tool output without the indexes that leave it out', () => {
    expect(ids('大别山项目', { roleFilter: ['tool'] })).toEqual([3]);
    expect(ids('giraf', { roleFilter: ['tool'] })).toEqual([]);
    expect(ids('giraffe', { roleFilter: ['tool'] })).toEqual([3]);
  });

  it.each<[string, number[]]>([
    ['docker.', [1]],
    ["it's", [1]],
    ['c#', [1]],
    ['a/b', [1]],
    ['50%', [1]],
    ['-docker', [1]],
    ['docker AND AND zebra', []],
    ['hello AND AND NOT', []],
    ['fine, AND docker', [1]],
  ])('asks again with words quoted for %j unless told not to', (query, found) => {
    expect(ids(query, { retryQuoted: true })).toEqual(found);
    expect(db.searchMessages(query).map(hit => hit.id)).toEqual(found);
  });

  it('filters by source and role; an empty list of sources is nothing, of roles everything', () => {
    expect(ids('docker', { sourceFilter: ['cli', 'tui'] })).toEqual([1]);
    expect(ids('docker', { sourceFilter: [] })).toEqual([]);
    expect(ids('docker', { sourceFilter: null, excludeSources: [] })).toEqual([1]);
    expect(ids('docker', { excludeSources: ['cli'] })).toEqual([]);
    expect(ids('terminal', { roleFilter: [] })).toEqual([3, 2]);
    expect(ids('terminal', { roleFilter: ['assistant'] })).toEqual([2]);
  });

  it('sorts by time where asked, and pages', () => {
    expect(ids('terminal', { sort: ' Newest ' })).toEqual([3, 2]);
    expect(ids('terminal', { sort: 'oldest' })).toEqual([2, 3]);
    expect(ids('terminal', { sort: 'oldest', limit: 1 })).toEqual([2]);
    expect(ids('terminal', { sort: 'oldest', limit: 1, offset: 1 })).toEqual([3]);
    expect(ids('terminal', { limit: 0 })).toEqual([]);
    expect(ids('terminal', { limit: -1 })).toEqual([3, 2]);
  });

  it('returns the documented shape', () => {
    expect(db.searchMessages('docker')).toEqual([
      {
        id: 1,
        session_id: 's',
        role: 'user',
        snippet: "hello >>>docker<<< world it's fine, 50% of chat-send P2.2 done? yes! c# a/b",
        timestamp: 1_787_000_001,
        tool_name: null,
        source: 'cli',
        model: 'm',
        session_started: 1_787_000_000,
        context: [
          { role: 'user', content: "hello docker world it's fine, 50% of chat-send P2.2 done? yes! c# a/b" },
          { role: 'assistant', content: 'the concatenate operation; foo_bar baz' },
        ],
      },
    ]);
  });

  it('shows the text of a multimodal message, not its JSON', () => {
    const snippet = (query: string) => db.searchMessages(query)[0]?.snippet;
    expect(snippet('penguin')).toBe('multimodal >>>penguin<<<');
    expect(snippet('image_url')).toBe('multimodal penguin');
  });

  it('does not find what was taken back, unless asked', () => {
    const id = db.appendMessage({ sessionId: 's', role: 'user', content: 'walrus' });
    db.store.db.prepare('UPDATE messages SET active = 0 WHERE id = ?').run(id);
    expect(ids('walrus')).toEqual([]);
    expect(ids('walrus', { includeInactive: true })).toEqual([id]);
    db.store.db.prepare('UPDATE messages SET compacted = 1 WHERE id = ?').run(id);
    expect(ids('walrus')).toEqual([id]);
  });
});

describe('the context of a hit', () => {
  it('is at most 200 code points of the message and of its neighbours by time', () => {
    const now = 1_787_500_000;
    db.createSession({ sessionId: 'c', source: 'cli' });
    const say = (content: unknown, timestamp: number) =>
      db.appendMessage({ sessionId: 'c', role: 'user', content, timestamp });
    say([{ type: 'image_url', image_url: {} }], now + 9);
    say(`narwhal ${'😀'.repeat(300)}`, now + 5);
    say('later by id, before by time', now + 1);
    const [hit] = db.searchMessages('narwhal');
    expect(hit?.context).toEqual([
      { role: 'user', content: 'later by id, before by time' },
      { role: 'user', content: `narwhal ${'😀'.repeat(192)}` },
      { role: 'user', content: '[multimodal content]' },
    ]);
  });
});

describe('a rebuild that has not finished', () => {
  it('leaves no message unfound', () => {
    const half = searchDatabase();
    half.store.db.exec(`
      INSERT INTO messages_fts(messages_fts) VALUES ('delete-all');
      INSERT INTO messages_fts(rowid, content, tool_name, tool_calls)
        SELECT id, content, tool_name, tool_calls FROM messages WHERE id <= 1 OR id > 4;
      INSERT INTO messages_fts_trigram(messages_fts_trigram) VALUES ('delete-all');
      INSERT INTO state_meta VALUES ('fts_rebuild_high_water', '4'), ('fts_rebuild_progress', '1');
    `);
    const found = (query: string, options = {}) => half.searchMessages(query, options).map(hit => hit.id);
    expect(found('docker')).toEqual([1]);
    expect(found('"concatenate operation" baz')).toEqual([2]);
    expect(found('terminal')).toEqual([3, 2]);
    expect(found('terminal', { limit: 1 })).toEqual([3]);
    expect(found('penguin')).toEqual([5]);
    expect(found('大别山项目')).toEqual([4, 3]);
    expect(found('"conc*')).toEqual([2]);
    expect(half.searchMessages('giraffe')[0]?.snippet).toBe('output giraffe 大别山项目 tool');
    half.close();
  });
});
