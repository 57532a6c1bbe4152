import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { seedSql, temporaryFolder } from '../../../test/support/fixtures.ts';
import { sanitizeFts5Query, SessionDB } from './index.ts';
import type { SearchHit } from './index.ts';

const T = 1_787_000_000;

/** Rows that the examples of the two documents are about. */
const SESSIONS = [
  { id: 'root', source: 'cli', model: 'opus', started_at: T, title: 'Fix Docker Build', input_tokens: 100, cost: 1.5 },
  {
    id: 'next',
    source: 'cli',
    model: 'opus',
    started_at: T + 100,
    title: 'Fix Docker Build #2',
    parent: 'root',
    input_tokens: 50,
    cost: 0.5,
  },
  { id: 'tg', source: 'telegram', model: 'haiku', started_at: T + 200, input_tokens: 7 },
  { id: 'none', source: 'discord', started_at: T + 300, input_tokens: 1 },
];
const MESSAGES: readonly (readonly [session: string, role: string, content: string])[] = [
  ['root', 'user', `docker deployment of the new gateway ${'x'.repeat(300)}`],
  ['root', 'assistant', 'python and java are both fine; an exact phrase here'],
  ['root', 'user', 'развертывание докера завершено, есть ошибка'],
  ['next', 'user', 'python only, please deploy it; error in kubernetes'],
  ['next', 'assistant', 'the chat-send button has a bug'],
  ['tg', 'user', 'help: the docker bug is back'],
  ['tg', 'assistant', 'help is on the way, hello AND welcome'],
];

/** A file made of a document's table definitions exactly as printed. */
function seedDatabase(name: 'schema-11' | 'schema-23'): SessionDB {
  const path = join(temporaryFolder(), 'state.db');
  const db = new Database(path);
  db.exec(seedSql(name));
  const session =
    db.prepare(`INSERT INTO sessions (id, source, model, started_at, title, parent_session_id, input_tokens,
    output_tokens, estimated_cost_usd) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?)`);
  for (const { id, source, model, started_at, title, parent, input_tokens, cost } of SESSIONS) {
    session.run(id, source, model ?? null, started_at, title ?? null, parent ?? null, input_tokens, cost ?? null);
  }
  const message = db.prepare('INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)');
  MESSAGES.forEach(([id, role, content], index) => message.run(id, role, content, T + 1000 + index));
  // The newer document leaves its triggers out, so that nothing has filled the index.
  if (name === 'schema-23') db.exec("INSERT INTO messages_fts(messages_fts) VALUES ('rebuild')");
  db.close();
  return new SessionDB(path, { readOnly: true });
}

const queries = seedSql('queries')
  .split(';')
  .map(query => query.trim())
  .filter(query => query !== '');

const databases = { 'schema-11': seedDatabase('schema-11'), 'schema-23': seedDatabase('schema-23') };
afterAll(() => {
  for (const db of Object.values(databases)) db.close();
});

describe.each(['schema-11', 'schema-23'] as const)('a file of the table definitions of %s, as printed', name => {
  const db = databases[name];
  const found = (query: string, options = {}) => ids(db.searchMessages(query, { ...options, sort: 'oldest' }));
  const ids = (hits: readonly SearchHit[]) => hits.map(hit => hit.id);
  const rows = (index: number, ...parameters: string[]) => db.store.db.prepare(queries[index] ?? '').all(...parameters);

  it('lists its sessions, opens one and finds messages', () => {
    expect(db.listSessions({ includeChildren: true }).map(session => session.id)).toEqual([
      'none',
      'tg',
      'next',
      'root',
    ]);
    expect(db.getSession('next')).toMatchObject({ title: 'Fix Docker Build #2', parent_session_id: 'root' });
    expect(db.getMessages('root').map(message => message.content)).toEqual(MESSAGES.slice(0, 3).map(row => row[2]));
    expect(found('gateway')).toEqual([1]);
  });

  it.each<[query: string, found: number[]]>([
    ['docker deployment', [1]],
    ['"exact phrase"', [2]],
    ['"phrase exact"', []],
    ['docker OR kubernetes', [1, 4, 6]],
    ['python NOT java', [4]],
    ['deploy*', [1, 4]],
    ['развертывание докера', [3]],
    ['РАЗВЕРТ*', [3]],
    ['chat-send', [5]],
    ['hello AND', [7]],
  ])('answers the search syntax of the documents: %s', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  it('answers their filtered searches', () => {
    expect(found('error', { sourceFilter: ['cli'] })).toEqual([4]);
    expect(found('ошибка', { sourceFilter: ['cli'] })).toEqual([3]);
    expect(found('bug', { excludeSources: ['telegram', 'discord'] })).toEqual([5]);
    expect(found('help', { roleFilter: ['user'] })).toEqual([6]);
  });

  it('returns results in their format, the context cut at 200 characters', () => {
    const [hit] = db.searchMessages('gateway');
    expect(hit).toMatchObject({ id: 1, session_id: 'root', role: 'user', timestamp: T + 1000 });
    expect(hit).toMatchObject({ source: 'cli', model: 'opus', session_started: T });
    expect(hit?.snippet).toContain('>>>gateway<<<');
    expect(hit?.context.map(message => message.role)).toEqual(['user', 'assistant']);
    expect(hit?.context[0]?.content).toBe(MESSAGES[0]?.[2].slice(0, 200));
  });

  it('resolves and numbers titles', () => {
    expect(db.resolveSessionByTitle('Fix Docker Build')).toBe('next');
    expect(db.getNextTitleInLineage('Fix Docker Build')).toBe('Fix Docker Build #3');
    expect(db.getNextTitleInLineage('Fix Docker Build #2')).toBe('Fix Docker Build #3');
    expect(db.getNextTitleInLineage('Something new')).toBe('Something new');
  });

  it('gives the printed lineage queries and our methods the same answers', () => {
    expect(rows(0, 'next')).toMatchObject([{ id: 'next' }, { id: 'root' }]);
    expect(db.getAncestors('next').map(row => row.id)).toEqual(['next', 'root']);
    expect(rows(1, 'root')).toMatchObject([{ id: 'root' }, { id: 'next' }]);
    expect(db.getDescendants('root').map(row => row.id)).toEqual(['root', 'next']);
  });

  it('lists what the printed query of recent sessions lists', () => {
    const ours = db.listSessions({ includeChildren: true });
    const printed = ours.map(({ id, last_active }) => ({ id, last_active }));
    expect(rows(2)).toMatchObject(printed);
    expect(ours.map(row => row.preview)).toEqual([
      '',
      'help: the docker bug is back',
      'python only, please deploy it; error in kubernetes',
      `docker deployment of the new gateway ${'x'.repeat(23)}...`,
    ]);
  });

  it('answers the printed statistics', () => {
    expect(rows(3)).toEqual([
      { model: 'opus', session_count: 2, total_input: 150, total_output: 2, total_cost: 2 },
      { model: 'haiku', session_count: 1, total_input: 7, total_output: 1, total_cost: null },
    ]);
    expect(rows(4)).toMatchObject([
      { id: 'root', total_tokens: 101 },
      { id: 'next', total_tokens: 51 },
      { id: 'tg', total_tokens: 8 },
      { id: 'none', total_tokens: 2 },
    ]);
  });

  it('exports a session and all of one source', () => {
    expect(db.exportSession('tg')?.messages).toHaveLength(2);
    expect(db.exportAll({ source: 'cli' }).map(session => session.id)).toEqual(['next', 'root']);
  });
});

describe('a new file, used as the documents show', () => {
  it('takes a session, messages and titles', () => {
    const db = new SessionDB(join(temporaryFolder(), 'state.db'));
    db.createSession({
      sessionId: 'sess_abc123',
      source: 'cli',
      model: 'anthropic/claude-sonnet-4.6',
      userId: 'user_1',
    });
    db.appendMessage({
      sessionId: 'sess_abc123',
      role: 'assistant',
      content: "Here's the answer...",
      toolCalls: [{ id: 'call_1', function: { name: 'terminal', arguments: '{}' } }],
      tokenCount: 150,
      finishReason: 'stop',
      reasoning: 'Let me think about this...',
    });
    expect(db.getMessages('sess_abc123')).toMatchObject([
      { role: 'assistant', token_count: 150, finish_reason: 'stop' },
    ]);
    expect(db.getMessagesAsConversation('sess_abc123')).toMatchObject([
      { role: 'assistant', reasoning: 'Let me think about this...' },
    ]);
    expect(db.setSessionTitle('sess_abc123', 'Fix Docker Build')).toBe(true);
    expect(db.resolveSessionByTitle('Fix Docker Build')).toBe('sess_abc123');
    expect(db.getNextTitleInLineage('Fix Docker Build')).toBe('Fix Docker Build #2');
    db.endSession('sess_abc123', 'user_exit');
    db.reopenSession('sess_abc123');
    expect(db.getSession('sess_abc123')).toMatchObject({ end_reason: null, message_count: 1, tool_call_count: 1 });
    db.close();
  });

  it('cleans queries as they say', () => {
    expect(sanitizeFts5Query('chat-send')).toBe('"chat-send"');
    expect(sanitizeFts5Query('hello AND')).toBe('hello');
    expect(sanitizeFts5Query('"unmatched (special)')).toBe('unmatched  special');
  });
});
