import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { caseRows, insert, type SmallDatabase, writeSmallDatabase } from '../../../test/support/small-database.ts';
import type { SessionView } from '../../shared/contract/sessions.ts';
import type { LaneContext } from '../lanes/context.ts';
import { sessionsPage, sessionsView } from './session-view.ts';

const EVERYTHING: SessionView = {
  scope: 'all',
  filter: '',
  sort: 'activity',
  sources: [],
  models: [],
  states: [],
  showArchived: true,
  showChildren: false,
};

function open(rows: SmallDatabase, now?: number): LaneContext {
  const context = openLaneContext(writeSmallDatabase(rows), now === undefined ? undefined : () => now);
  onTestFinished(() => {
    context.store.db.close();
  });
  return context;
}

function list(context: LaneContext, view: Partial<SessionView> = {}, anchorIds: string[] = []) {
  return sessionsView(context, { view: { ...EVERYTHING, ...view }, anchorIds, first: 200 });
}

const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(row => row.id);

/** One session for each pair of an id and its columns. */
function sessions(rows: Readonly<Record<string, object>>): SmallDatabase['sessions'] {
  return Object.entries(rows).map(([id, columns]) => ({ id, source: 'cli', started_at: 1_787_000_000, ...columns }));
}

describe('the cases', () => {
  it('S-11: newest activity first, ties by start and id, later columns counted, impossible times not', () => {
    const { rows } = list(open(caseRows('S-11')));
    expect(rows.map(row => [row.id, row.lastActive])).toEqual([
      ['A', 1787009000],
      ['D', 1787008000],
      ['C', 1787008000],
      ['F', 1787007000],
      ['B', 1787005100],
      ['E', 1787000200],
    ]);
  });

  it('S-12: one row for a chain, a branch beside it, subagents counted and hidden with their reason', () => {
    const view = list(open(caseRows('S-12')));
    expect(idsOf(view)).toEqual(['br', 't']);
    expect(view.rows[1]).toMatchObject({
      rootId: 'r',
      segments: 2,
      title: 'parser #2',
      label: 'parser #2',
      preview: 'go on',
      startedAt: 1787001000,
      messages: 2,
      subagents: 1,
      branches: 1,
      open: true,
    });
    expect(view.hidden).toEqual([
      { reason: 'subagent', count: 1 },
      { reason: 'unknown-child', count: 1 },
    ]);
    expect(idsOf(list(open(caseRows('S-12')), { showChildren: true })).sort()).toEqual(['br', 'sub', 'sub0', 't']);
  });

  it('S-13: a continuation may start before its parent ended', () => {
    expect(idsOf(list(open(caseRows('S-13'))))).toEqual(['t']);
  });

  it('S-14: missing parents and loops lose nothing', () => {
    expect(idsOf(list(open(caseRows('S-14')))).sort()).toEqual(['b', 'c', 'd']);
  });

  it('S-06: the filter takes % and _ as they are', () => {
    const context = open(caseRows('S-06'));
    const found = (filter: string) => idsOf(list(context, { filter })).sort();
    expect(found('tax_form')).toEqual(['a', 'b']);
    expect(found('TAX_FORM')).toEqual(['a', 'b']);
    expect(found('100%')).toEqual(['d', 'e']);
    expect(found('%')).toEqual(['d']);
    expect(found('_')).toEqual(['a']);
  });

  it('S-16: the preview of a picture message is its words', () => {
    const { rows } = list(open(caseRows('S-16')));
    expect(Object.fromEntries(rows.map(row => [row.id, row.preview]))).toEqual({
      s1: 'What is in this photo?',
      s2: 'hello world',
      s3: '',
    });
    expect(rows.find(row => row.id === 's3')?.label).toBe('cli · s3');
  });

  it('S-20: four states of cost', () => {
    const { rows } = list(open(caseRows('S-20')), { sort: 'cost' });
    const states = rows.map(({ id, cost }) => {
      const { actualCount, estimatedCount, includedCount, unknownCount } = cost;
      return [id, { actualCount, estimatedCount, includedCount, unknownCount }] as const;
    });
    const one = { actualCount: 0, estimatedCount: 0, includedCount: 0, unknownCount: 0 };
    expect(states).toEqual([
      ['k1', { ...one, actualCount: 1 }],
      ['k2', { ...one, estimatedCount: 1 }],
      ['k6', { ...one, actualCount: 1 }],
      ['k4', { ...one, includedCount: 1 }],
      ['k5', { ...one, unknownCount: 1 }],
      ['k3', { ...one, unknownCount: 1 }],
    ]);
    expect(rows[0]?.cost.actualUsd).toBe(0.5);
    expect(rows[1]?.cost.estimatedUsd).toBe(0.25);
  });
});

describe('the filter box', () => {
  const found = (titles: Record<string, string>, filter: string) =>
    idsOf(list(open({ sessions: sessions(mapTitles(titles)) }), { filter })).sort();

  const mapTitles = (titles: Record<string, string>) =>
    Object.fromEntries(Object.entries(titles).map(([id, title]) => [id, { title }]));

  it.each([
    ['погода', 'Бот ПОГОДЫ'.replace('Ы', 'А')],
    ['ΟΔΟΣ', 'οδος'],
    ['strasse', 'Hauptstraße'],
    ['ＡＢＣ', 'abc'],
    ['データ', '朝のデータ整理'],
    ['fix-docker-build', 'Fix Docker: build'],
    ['docker - build', 'docker build'],
    ["it's", 'its'],
    ['🚀', 'ship it 🚀'],
  ])('%s finds %s', (filter, title) => {
    expect(found({ x: title, y: 'something else' }, filter)).toEqual(['x']);
  });

  it('wants every word, in whatever order', () => {
    expect(found({ x: 'fix the docker build', y: 'fix the bug', z: 'docker' }, 'docker fix')).toEqual(['x']);
  });

  it('finds a conversation by the id or title of an earlier segment, and by its opening words', () => {
    const context = open({
      sessions: sessions({
        first: { ended_at: 1_787_000_100, end_reason: 'compression', title: 'harbour' },
        second: { parent_session_id: 'first', title: 'quay' },
        other: {},
      }),
      messages: [
        { session_id: 'second', role: 'user', content: 'where do ships lie?', timestamp: 1_787_000_200 },
        { session_id: 'other', role: 'user', content: 'weather', timestamp: 1_787_000_200 },
      ],
    });
    for (const filter of ['first', 'harbour', 'quay', 'SHIPS lie']) {
      expect(idsOf(list(context, { filter }))).toEqual(['second']);
    }
  });
});

describe('previews and labels', () => {
  const say = (contents: readonly (string | Buffer)[], columns: readonly object[] = []) => {
    const messages = contents.map((content, at) => ({
      session_id: 's',
      role: 'user',
      content,
      timestamp: 1_787_000_001 + at,
      ...columns[at],
    }));
    const [row] = list(open({ sessions: sessions({ s: {} }), messages })).rows;
    return { preview: row?.preview, label: row?.label };
  };

  it('takes the first live words that are not hidden, empty or a recalled memory', () => {
    const texts = ['hidden one', 'taken back', '  ', '<memory-context>old news</memory-context>', 'the real question'];
    expect(say(texts, [{ display_kind: 'hidden' }, { active: 0 }]).preview).toBe('the real question');
  });

  it('takes compacted words where no live ones are left', () => {
    expect(say(['long ago'], [{ active: 0, compacted: 1 }]).preview).toBe('long ago');
  });

  it('looks behind a long memory and into long structured content', () => {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(9000)}` } };
    expect(say([`<memory-context>${'x'.repeat(5000)}</memory-context> ask`]).preview).toBe('ask');
    expect(say([`\0json:${JSON.stringify([image, { type: 'text', text: 'see this' }])}`]).preview).toBe('see this');
    expect(say([`${' '.repeat(3000)}late`]).preview).toBe('late');
    expect(say([Buffer.from('bytes speak')]).preview).toBe('bytes speak');
  });

  it('cuts at 120 characters, without colours and line ends', () => {
    const { preview, label } = say([`\u001b[31mred\u001b[0m\r\n${'wörd '.repeat(400)}`]);
    expect(preview?.startsWith('red wörd wörd')).toBe(true);
    expect([...(preview ?? '')].length).toBeLessThanOrEqual(121);
    expect(label).toBe(`red ${'wörd '.repeat(11).trim()}…`);
  });

  it('passes over a row that is too long to be read', () => {
    const context = open({
      sessions: sessions({ s: {} }),
      messages: [{ session_id: 's', role: 'user', content: 'short', timestamp: 1_787_000_009 }],
      sql: [
        `INSERT INTO messages (session_id, role, content, timestamp)
         VALUES ('s', 'user', zeroblob(20000000), 1787000001)`,
      ],
    });
    expect(list(context).rows[0]?.preview).toBe('short');
  });

  it('falls back to an earlier segment for words and for the name', () => {
    const { rows } = list(
      open({
        sessions: sessions({
          a: { ended_at: 1_787_000_100, end_reason: 'compression', title: 'named' },
          b: { parent_session_id: 'a' },
        }),
        messages: [{ session_id: 'a', role: 'user', content: 'begin', timestamp: 1_787_000_001 }],
      }),
    );
    expect(rows[0]).toMatchObject({ id: 'b', title: null, label: 'named', preview: 'begin' });
  });
});

describe('order, groups and places', () => {
  const day = (month: number, date: number, hour: number) => new Date(2026, month, date, hour).getTime() / 1000;

  it('puts pinned rows first, then a group for each local day, then rows without a time', () => {
    const context = open({
      sessions: sessions({
        late: { started_at: day(4, 2, 23) },
        early: { started_at: day(4, 2, 0) },
        before: { started_at: day(4, 1, 23) },
        pin: { started_at: day(3, 1, 1), pinned: 1 },
        never: { started_at: 5 },
      }),
    });
    const view = list(context, {}, ['before', 'nobody', 'pin']);
    expect(idsOf(view)).toEqual(['pin', 'late', 'early', 'before', 'never']);
    expect(view.groups).toEqual([
      { key: 'pinned', start: 0, count: 1 },
      { key: '2026-05-02', start: 1, count: 2 },
      { key: '2026-05-01', start: 3, count: 1 },
      { key: 'unknown', start: 4, count: 1 },
    ]);
    expect(view.anchors).toEqual([3, -1, 0]);
    expect(list(context, { sort: 'title' }).groups.map(group => group.key)).toEqual(['pinned', 'all']);
  });

  it('gives every page of every sort exactly once', () => {
    const rows = Object.fromEntries(
      Array.from({ length: 57 }, (_, at) => [
        `s${String(at)}`,
        { started_at: 1_787_000_000 + (at % 5), input_tokens: at % 7, title: at % 3 === 0 ? `t ${String(at)}` : null },
      ]),
    );
    const context = open({ sessions: sessions(rows) });
    for (const sort of ['activity', 'started', 'messages', 'tokens', 'cost', 'title'] as const) {
      const whole = idsOf(list(context, { sort }));
      const paged: string[] = [];
      for (let offset = 0; offset < 60; offset += 10) {
        paged.push(...idsOf(sessionsPage(context, { view: { ...EVERYTHING, sort }, offset, limit: 10 })));
      }
      expect(paged).toEqual(whole);
      expect(new Set(paged).size).toBe(57);
    }
    expect(idsOf(list(context, { sort: 'title' })).slice(0, 4)).toEqual(['s0', 's3', 's6', 's9']);
    expect(list(context, { sort: 'tokens' }).rows[0]?.tokens).toBe(6);
  });

  it('is live within five minutes of the last message while it is open', () => {
    const rows = { sessions: sessions({ open: {}, ended: { ended_at: 1_787_000_001 } }) };
    const live = (now: number) => list(open(rows, now)).rows.map(row => [row.id, row.live]);
    expect(live(1_787_000_299)).toEqual([
      ['open', true],
      ['ended', false],
    ]);
    expect(live(1_787_000_301)).toEqual([
      ['open', false],
      ['ended', false],
    ]);
  });
});

describe('what is hidden and why', () => {
  const rows = sessions({
    open: {},
    over: { ended_at: 1_787_000_050, model: 'm1' },
    kept: { pinned: 1, model: 'm1' },
    shelved: { archived: 1 },
    root: { archived: 1, ended_at: 1_787_000_050, end_reason: 'compression' },
    tip: { parent_session_id: 'root' },
    job: { source: 'cron' },
    cron_daily_1: { source: 'cli' },
    aid: { parent_session_id: 'open', model_config: '{"_delegate_from":"open"}' },
  });

  it('gives each hidden row one reason', () => {
    const context = open({ sessions: rows });
    const people = list(context, { scope: 'people', showArchived: false });
    expect(idsOf(people).sort()).toEqual(['kept', 'open', 'over', 'tip']);
    expect(people.rows.find(row => row.id === 'tip')).toMatchObject({ archived: false, earlierArchived: true });
    expect(people.hidden).toEqual([
      { reason: 'subagent', count: 1 },
      { reason: 'archived', count: 1 },
      { reason: 'automation', count: 2 },
    ]);
    expect(people.scopes).toEqual({ people: 4, automation: 2, all: 6 });
    expect(people.facets.states).toEqual([
      { value: 'open', count: 3 },
      { value: 'ended', count: 1 },
      { value: 'pinned', count: 1 },
      { value: 'archived', count: 1 },
    ]);
    expect(people.facets.models).toEqual([{ value: 'm1', count: 2 }]);
  });

  it('shows archived rows where they are asked for, and counts a facet beside its own choice', () => {
    const context = open({ sessions: rows });
    expect(idsOf(list(context, { states: ['archived'], showArchived: false }))).toEqual(['shelved']);
    const cron = list(context, { sources: ['cron', 'gone'] });
    expect(idsOf(cron)).toEqual(['job']);
    expect(cron.facets.sources).toEqual([
      { value: 'cli', count: 6 },
      { value: 'cron', count: 1 },
      { value: 'gone', count: 0 },
    ]);
    expect(cron.hidden).toContainEqual({ reason: 'source', count: 7 });
  });
});

describe('another connection writes', () => {
  it('shows its rows at the next look, and changes the revision only where something changed', () => {
    const path = writeSmallDatabase({ sessions: sessions({ a: {}, b: { started_at: 1_787_000_010 } }) });
    const context = openLaneContext(path);
    const writer = new Database(path);
    onTestFinished(() => {
      context.store.db.close();
      writer.close();
    });
    const before = list(context);
    expect(idsOf(before)).toEqual(['b', 'a']);
    expect(list(context).revision).toBe(before.revision);

    insert(writer, 'messages', { session_id: 'a', role: 'user', content: 'hello', timestamp: 1_787_000_100 });
    const written = list(context);
    expect(idsOf(written)).toEqual(['a', 'b']);
    expect(written.rows[0]?.preview).toBe('hello');
    expect(written.revision).toBeGreaterThan(before.revision);

    writer.exec("INSERT INTO state_meta (key, value) VALUES ('x', '1')");
    expect(list(context).revision).toBe(written.revision);
  });

  it('follows a compression to the new tip: the old id still finds the place', async () => {
    const path = writeSmallDatabase({ sessions: sessions({ a: {}, b: { started_at: 1_787_000_010 } }) });
    const context = openLaneContext(path);
    const writer = new Database(path);
    onTestFinished(() => {
      context.store.db.close();
      writer.close();
    });
    list(context);
    writer.exec("UPDATE sessions SET ended_at = 1787000020, end_reason = 'compression' WHERE id = 'a'");
    insert(writer, 'sessions', { id: 'a2', source: 'cli', started_at: 1_787_000_020, parent_session_id: 'a' });
    await new Promise(resolve => setTimeout(resolve, 200));
    const view = list(context, {}, ['a']);
    expect(idsOf(view)).toEqual(['a2', 'b']);
    expect(view.anchors).toEqual([0]);
    writer.exec("DELETE FROM sessions WHERE id = 'b'");
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(idsOf(list(context))).toEqual(['a2']);
  });
});
