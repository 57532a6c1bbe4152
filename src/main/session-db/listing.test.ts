import { describe, expect, it } from 'vitest';
import { databaseOf } from '../../../test/support/session-rows.ts';
import type { Rows } from '../../../test/support/session-rows.ts';
import type { ListSessionsOptions } from './listing.ts';

const ids = (rows: Rows, options: ListSessionsOptions = {}) =>
  databaseOf(rows)
    .listSessions({ limit: -1, ...options })
    .map(row => row.id)
    .join(' ');

const activity = { orderByLastActive: true };
const everything = { includeChildren: true, includeArchived: true };
const branched = (from: string) => JSON.stringify({ _branched_from: from });

describe('the preview of a row', () => {
  const preview = (contents: readonly (string | Buffer | null)[], options: ListSessionsOptions = {}) =>
    databaseOf({
      sessions: [{ id: 's' }],
      messages: contents.map(content => ({ session_id: 's', content })),
    }).listSessions(options)[0]?.preview;
  const parts = `\u0000json:${JSON.stringify([
    { type: 'image_url', image_url: { url: 'data:,' } },
    { type: 'text', text: ' what is\n' },
    { type: 'text', text: 'this?' },
  ])}`;

  it.each([
    ['line\r\nends', 'line  ends'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(60)}...`],
    [`${' '.repeat(10)}${'x'.repeat(61)}`, 'x'.repeat(53)],
    ['', ''],
    ['😀'.repeat(61), `${'😀'.repeat(60)}...`],
    ['\u0085tail\u001c', 'tail'],
  ])('%j is %j', (content, expected) => {
    expect(preview([content])).toBe(expected);
  });

  it('is of the first user message with content, even an empty one', () => {
    expect(preview([null, 'first', 'second'])).toBe('first');
    expect(preview(['', 'second'])).toBe('');
    expect(preview([])).toBe('');
  });

  it('is the text of a message made of parts; Hermes shows nothing', () => {
    expect(preview([parts])).toBe('what is  this?');
    expect(preview([parts], { partsPreview: 'stored' })).toBe('');
    expect(preview(['\u0000json:[not json'])).toBe('');
  });

  it('reads bytes as text', () => {
    expect(preview([Buffer.from('bytes, not text')])).toBe('bytes, not text');
  });
});

describe('filters', () => {
  it('of a folder takes wildcards literally', () => {
    const rows = {
      sessions: ['/a%', '/a%/b', '/ab', '/A%/c', '/a', 'C:\\w', 'C:\\w\\x', 'C:\\wx'].map(cwd => ({ id: cwd, cwd })),
    };
    const under = (cwdPrefix: string) => ids(rows, { cwdPrefix });
    expect(under('/a%').split(' ').sort()).toEqual(['/A%/c', '/a%', '/a%/b']);
    expect(under('/a%/')).toBe(under('/a%'));
    expect(under('C:\\w\\').split(' ').sort()).toEqual(['C:\\w', 'C:\\w\\x']);
    expect(under('/a')).toBe('/a');
  });

  it('of sources', () => {
    const sessions = ['cli', 'cron', 'it’s "odd"'].map((source, at) => ({ id: source, source, started_at: at }));
    expect(ids({ sessions }, { source: 'cron' })).toBe('cron');
    expect(ids({ sessions }, { excludeSources: ['cron', 'it’s "odd"'] })).toBe('cli');
    expect(ids({ sessions }, { excludeSources: [] })).toBe('it’s "odd" cron cli');
  });

  it('of titles and ids fold ASCII, join words and take wildcards literally', () => {
    const sessions = [
      { id: 'one', title: 'My_Long.title' },
      { id: 'two', title: '100% sure' },
      { id: 'TWO-b', title: null },
    ];
    const found = (searchQuery: string) => ids({ sessions }, { ...activity, searchQuery });
    expect(found('mylongtitle')).toBe('one');
    expect(found('LONG')).toBe('one');
    expect(found('0% s')).toBe('two');
    expect(found('w_')).toBe('');
    expect(found('two').split(' ').sort()).toEqual(['TWO-b', 'two']);
    expect(found('  ')).toBe('two one TWO-b');
    expect(ids({ sessions }, { searchQuery: 'no effect in this order' })).toBe('two one TWO-b');
  });

  it('match through any later segment of a conversation', () => {
    const sessions = [
      { id: 'r', end_reason: 'compression', title: 'first name' },
      { id: 't', parent_session_id: 'r', title: 'second name' },
    ];
    expect(ids({ sessions }, { ...activity, searchQuery: 'first' })).toBe('t');
    expect(ids({ sessions }, { ...activity, searchQuery: 'second' })).toBe('t');
    expect(ids({ sessions }, { ...activity, idQuery: 'r', searchQuery: 'second' })).toBe('t');
  });
});

describe('the order', () => {
  const sessions = [
    { id: 'A', started_at: 10 },
    { id: 'B', started_at: 50 },
    { id: 'C', started_at: 80 },
    { id: 'D', started_at: 80 },
  ];
  const messages = [
    { session_id: 'A', timestamp: 90 },
    { session_id: 'B', timestamp: 51 },
  ];

  it('by start and by activity, ties by id', () => {
    expect(ids({ sessions, messages })).toBe('D C B A');
    expect(ids({ sessions, messages }, activity)).toBe('A D C B');
  });

  it.each([{}, activity])('pages neither repeat nor lose a row (%j)', options => {
    const db = databaseOf({ sessions, messages });
    const pages = [0, 1, 2, 3, 4].flatMap(offset => db.listSessions({ ...options, limit: 1, offset }));
    expect(pages.map(row => row.id)).toEqual(db.listSessions({ ...options, limit: -1 }).map(row => row.id));
    expect(pages).toHaveLength(4);
  });

  it('takes a conversation by its latest segment', () => {
    const chain = [
      ...sessions,
      { id: 'R', started_at: 1, end_reason: 'compression' },
      { id: 'S', started_at: 2, end_reason: 'compression', parent_session_id: 'R' },
      { id: 'T', started_at: 99, parent_session_id: 'S' },
    ];
    expect(ids({ sessions: chain, messages }, activity)).toBe('T A D C B');
    expect(ids({ sessions: chain, messages })).toBe('D C B A T');
    expect(ids({ sessions: chain, messages }, { ...activity, ...everything })).toBe('T S R A D C B');
  });

  it('follows SQLite where an import stored a time as text', () => {
    const odd = [...sessions, { id: 'X', started_at: 'yesterday' }];
    expect(ids({ sessions: odd }, activity)).toBe('X D C B A');
    expect(ids({ sessions: odd })).toBe('X D C B A');
  });

  it('of all sessions is by their own activity', () => {
    const db = databaseOf({ sessions, messages });
    expect(db.searchSessions({ limit: 3 }).map(row => [row.id, row.last_active])).toEqual([
      ['A', 90],
      ['D', 80],
      ['C', 80],
    ]);
    expect(db.searchSessions({ limit: 2, offset: 3 }).map(row => row.id)).toEqual(['B']);
  });
});

describe('damaged lineage', () => {
  it('a lost parent hides nothing; Hermes hides the row', () => {
    const sessions = [{ id: 'd', parent_session_id: 'gone' }];
    expect(ids({ sessions })).toBe('d');
    expect(ids({ sessions }, { lostParents: 'hidden' })).toBe('');
  });

  it('loops end', () => {
    const sessions = [
      { id: 'c', parent_session_id: 'c', end_reason: 'compression' },
      { id: 'a', parent_session_id: 'b', end_reason: 'compression' },
      { id: 'b', parent_session_id: 'a', end_reason: 'compression' },
    ];
    const db = databaseOf({ sessions });
    expect(ids({ sessions }, { ...activity, ...everything })).toBe('c b a');
    expect(['a', 'b']).toContain(db.getCompressionTip('a'));
    expect(db.getCompressionTip('c')).toBe('c');
    expect(db.getCompressionLineage('a').sort()).toEqual(['a', 'b']);
    expect(db.getConversationRoot('c')).toBe('c');
    expect(db.resolveResumeSessionId('a')).toBeTruthy();
    expect(db.getDescendants('a').map(row => row.id)).toEqual(['a', 'b']);
    expect(db.setSessionArchived('a', true)).toBe(true);
  });

  it.each(['', '{', 'not json', '{"a": NaN}', '[]', 'null', '"text"', '5'])(
    'a configuration of %j fails no list',
    model_config => {
      expect(ids({ sessions: [{ id: 's', model_config }] }, activity)).toBe('s');
    },
  );

  it('marks are read beside what Python writes and JSON forbids', () => {
    const model_config = '{"t": NaN, "limit": -Infinity, "_delegate_from": "p"}';
    expect(ids({ sessions: [{ id: 's', model_config }] })).toBe('');
  });

  it('an inherited mark of a branch does not cut its continuation off; in Hermes it does', () => {
    const sessions = [
      { id: 'root' },
      { id: 'br', parent_session_id: 'root', model_config: branched('root'), end_reason: 'compression' },
      { id: 'br2', parent_session_id: 'br', model_config: branched('root') },
    ];
    const db = databaseOf({ sessions });
    expect(ids({ sessions }, activity)).toBe('root br2');
    expect(db.getCompressionTip('br')).toBe('br2');
    expect(db.getCompressionLineage('br2')).toEqual(['br', 'br2']);
    expect(ids({ sessions }, { ...activity, branchMarks: 'any' })).toBe('root br2 br');
    expect(db.getCompressionTip('br', { branchMarks: 'any' })).toBe('br');
    expect(db.getCompressionLineage('br2', { branchMarks: 'any' })).toEqual(['br2']);
  });

  it('a subagent that started before the continuation does not take its place; in Hermes it does', () => {
    const sessions = [
      { id: 'r', end_reason: 'compression', started_at: 1 },
      { id: 'd', parent_session_id: 'r', started_at: 2, model_config: '{"_delegate_from": "r"}' },
      { id: 'w', parent_session_id: 'r', started_at: 3, source: 'tool' },
      { id: 't', parent_session_id: 'r', started_at: 4 },
    ];
    const db = databaseOf({ sessions });
    expect(db.getCompressionLineage('r')).toEqual(['r', 't']);
    expect(db.getCompressionLineage('d')).toEqual(['d']);
    expect(db.getCompressionLineage('t', { childChoice: 'earliest' })).toEqual(['t']);
    expect(db.getCompressionLineage('r', { childChoice: 'earliest' })).toEqual(['r', 'd']);
  });

  it('chains of hundreds of segments are followed to the end, and to Hermes’s hundred where asked', () => {
    const sessions = Array.from({ length: 300 }, (_none, at) => ({
      id: `s${String(at).padStart(3, '0')}`,
      started_at: at,
      parent_session_id: at === 0 ? null : `s${String(at - 1).padStart(3, '0')}`,
      end_reason: at === 299 ? null : 'compression',
    }));
    const db = databaseOf({ sessions });
    expect(db.getCompressionTip('s000')).toBe('s299');
    expect(db.getCompressionTip('s000', { maxHops: 100 })).toBe('s100');
    expect(db.getCompressionLineage('s150')).toHaveLength(300);
    expect(db.getConversationRoot('s299')).toBe('s000');
    expect(db.getConversationRoot('s299', { maxHops: 100 })).toBe('s199');
    expect(db.listSessions(activity)).toMatchObject([{ id: 's299', _lineage_root_id: 's000' }]);
  });
});

describe('special lists', () => {
  it('runs of a cron job are not those of a job with a longer name', () => {
    const sessions = ['cron_day_1', 'cron_day_2', 'cron_day2_1', 'cron_dayx1'].map((id, at) => ({
      id,
      source: 'cron',
      started_at: at,
    }));
    const db = databaseOf({ sessions: [...sessions, { id: 'cron_day_3', source: 'cli' }] });
    expect(db.listCronJobRuns('day').map(row => row.id)).toEqual(['cron_day_2', 'cron_day_1']);
    expect(db.listCronJobRuns('day', { limit: 1, offset: 1 }).map(row => row.id)).toEqual(['cron_day_1']);
  });

  it('compact rows leave the long columns out', () => {
    const db = databaseOf({ sessions: [{ id: 's', system_prompt: 'long', model_config: '{"a":1}' }] });
    const [row] = db.listSessions({ compactRows: true });
    expect(row).not.toHaveProperty('system_prompt');
    expect(row).not.toHaveProperty('model_config');
    expect(row).toMatchObject({ id: 's', pinned: 0 });
    expect(db.listSessions({ compactRows: true, compactModelConfig: true })[0]).toMatchObject({
      model_config: '{"a":1}',
    });
  });

  it('the sessions of chats', () => {
    const chat = { source: 'telegram', chat_id: '7', session_key: 'k', user_id: 'ann', message_count: 1 };
    const sessions = [
      { ...chat, id: 'old', started_at: 1 },
      { ...chat, id: 'new', started_at: 2, chat_type: 'group' },
      { ...chat, id: 'bob', started_at: 3, session_key: 'k2', user_id: 'bob' },
      { ...chat, id: 'ended', started_at: 4, session_key: 'k3', ended_at: 5, end_reason: 'session_reset' },
    ];
    const db = databaseOf({ sessions });
    expect(db.listGatewaySessions().map(row => row.id)).toEqual(['bob', 'new']);
    expect(db.listGatewaySessions({ platform: 'Telegram', activeOnly: false }).map(row => row.id)).toEqual([
      ...['ended', 'bob', 'new'],
    ]);
    expect(db.findSessionByOrigin({ platform: 'TELEGRAM', chatId: '7', userId: 'ann' })).toBe('new');
    expect(db.findSessionByOrigin({ platform: 'telegram', chatId: '7' })).toBeNull();
    expect(db.findSessionByOrigin({ platform: 'telegram', chatId: '7', userId: 'eve' })).toBeNull();
    expect(db.findSessionByOrigin({ platform: 'telegram', chatId: '7', threadId: 'x' })).toBeNull();
    const peer = { source: 'telegram', sessionKey: 'k' };
    expect(db.findLatestGatewaySessionForPeer(peer)).toMatchObject({ id: 'new' });
    expect(db.findLatestGatewaySessionForPeer({ ...peer, sessionKey: 'lost' })).toBeNull();
    const whole = { ...peer, sessionKey: 'lost', userId: 'ann', chatId: '7', chatType: 'group' };
    expect(db.findLatestGatewaySessionForPeer(whole)).toMatchObject({ id: 'new' });
  });
});

describe('prune candidates', () => {
  const day = 86_400;
  const now = 1_788_000_000;
  const old = { started_at: now - 60 * day, ended_at: now - 59 * day, end_reason: 'cli_close' };
  const candidates = (sessions: Rows['sessions'], filter: object = {}) =>
    databaseOf({ sessions }, { now: () => now })
      .listPruneCandidates({ olderThanDays: 30, ...filter })
      .map(row => row.id);

  it('spare what is pinned, archived, open or recent', () => {
    const sessions = [
      { ...old, id: 'old' },
      { ...old, id: 'pin', pinned: 1 },
      { ...old, id: 'arch', archived: 1 },
      { ...old, id: 'open', ended_at: null, end_reason: null },
      { ...old, id: 'near', started_at: now - 29.5 * day },
    ];
    expect(candidates(sessions)).toEqual(['old']);
    expect(candidates(sessions, { olderThanDays: 29.4 })).toEqual(['old', 'near']);
    expect(candidates(sessions, { archived: true })).toEqual(['arch']);
    expect(candidates(sessions, { archived: null, keepPinned: false })).toEqual(['arch', 'old', 'pin']);
    expect(candidates(sessions, { startedBefore: now - 90 * day })).toEqual([]);
  });

  it('spare the ended segments of a conversation that goes on', () => {
    const sessions = [
      { ...old, id: 'r', end_reason: 'compression' },
      { ...old, id: 's', parent_session_id: 'r', ended_at: null, end_reason: null },
      { ...old, id: 'x', end_reason: 'compression' },
      { ...old, id: 'y', parent_session_id: 'x', started_at: now - 2 * day },
    ];
    expect(candidates(sessions)).toEqual([]);
    expect(candidates(sessions, { keepLiveChains: false })).toEqual(['r', 'x']);
  });

  it('take text filters literally, and no filter that they do not know', () => {
    const sessions = ['tax_form', 'tax-form', 'taxXform', 'Tax_Form'].map(title => ({ ...old, id: title, title }));
    expect(candidates(sessions, { titleLike: 'tax_form' }).sort()).toEqual(['Tax_Form', 'tax_form']);
    expect(candidates(sessions, { titleLike: '%' })).toEqual([]);
    expect(() => candidates(sessions, { titelLike: 'tax' })).toThrow('titelLike');
  });
});
