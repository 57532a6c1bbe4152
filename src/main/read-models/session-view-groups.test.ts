import { describe, expect, it } from 'vitest';
import { idsOf, listSessions, openRows, sessionRows } from '../../../test/support/session-list.ts';
import { fixturePath } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';

const START = 1_787_000_000;
const WEEK = 604_800;

describe('groups', () => {
  const rows = sessionRows({
    one: { source: 'telegram', started_at: START + 90, model: 'm', cwd: '/src/a' },
    two: { source: 'cli', started_at: START + 80, cwd: '/src/a/deep', git_repo_root: ' /src/a ' },
    three: { source: 'telegram', started_at: START + 70, model: 'm' },
    cron_backup_20260501_030000: { source: 'cron', started_at: START + 60 },
    cron_my_job_20260501_030000_7: { source: 'cron', started_at: START + 50 },
    cron_backup_20260502_030000: { source: 'cron', started_at: START + 40, pinned: 1 },
    cron_backup_20260503_030000: { source: 'cron', started_at: START + 30 },
    'cron_not-a-run': { source: 'cron', started_at: START + 20 },
  });
  const grouped = (group: 'source' | 'model' | 'project' | 'job' | 'none') => {
    const view = listSessions(openRows({ sessions: rows }), { group });
    expect(view.groups.reduce((end, { start, count }) => (start === end ? end + count : Number.NaN), 0)).toBe(8);
    return view.groups.map(({ key, start, count }) => [key, idsOf(view).slice(start, start + count)]);
  };
  const PINNED = ['pinned', ['cron_backup_20260502_030000']];

  it('by source: in the order of their first rows, each in the order of the sort, pinned ones first', () => {
    expect(grouped('source')).toEqual([
      PINNED,
      ['source:telegram', ['one', 'three']],
      ['source:cli', ['two']],
      [
        'source:cron',
        [
          'cron_backup_20260501_030000',
          'cron_my_job_20260501_030000_7',
          'cron_backup_20260503_030000',
          'cron_not-a-run',
        ],
      ],
    ]);
  });

  it('by job: out of the ids of scheduled runs', () => {
    expect(grouped('job')).toEqual([
      PINNED,
      ['job:', ['one', 'two', 'three', 'cron_not-a-run']],
      ['job:backup', ['cron_backup_20260501_030000', 'cron_backup_20260503_030000']],
      ['job:my_job', ['cron_my_job_20260501_030000_7']],
    ]);
  });

  it('by project: the root of the repository, else the folder; by model; not at all', () => {
    expect(grouped('project').map(([key, ids]) => [key, ids?.length])).toEqual([
      ['pinned', 1],
      ['project:/src/a', 2],
      ['project:', 5],
    ]);
    expect(grouped('model').map(([key, ids]) => [key, ids?.length])).toEqual([
      ['pinned', 1],
      ['model:m', 2],
      ['model:', 5],
    ]);
    expect(grouped('none').map(([key, ids]) => [key, ids?.length])).toEqual([
      ['pinned', 1],
      ['all', 7],
    ]);
  });
});

describe('what a row says of itself', () => {
  it('is stale when it was open and quiet for a week, and the list notices when that begins', () => {
    let now = START + WEEK - 1;
    const context = openRows({
      sessions: sessionRows({ open: {}, ended: { ended_at: START + 1 }, timeless: { started_at: 5 } }),
    });
    const at = { ...context, store: { ...context.store, now: () => now } };
    const stale = () => {
      const view = listSessions(at, { states: ['stale-open'] });
      return { ids: idsOf(view), flags: view.rows.map(row => row.staleOpen), facets: view.facets.states[4] };
    };
    expect(stale()).toEqual({ ids: [], flags: [], facets: { value: 'stale-open', count: 0 } });
    const { revision } = listSessions(at);
    now += 1;
    expect(stale()).toEqual({ ids: ['open'], flags: [true], facets: { value: 'stale-open', count: 1 } });
    expect(listSessions(at).revision).toBeGreaterThan(revision);
  });

  it('names provider, project, job, end and chat; the latest segment that knows them speaks', () => {
    const context = openRows({
      sessions: sessionRows({
        a: {
          ended_at: START + 50,
          end_reason: 'compression',
          billing_provider: 'nous',
          chat_id: '7',
          chat_type: 'dm',
          display_name: 'Telegram / wei',
        },
        b: { parent_session_id: 'a', cwd: '/src', ended_at: START + 60, end_reason: 'cli_close' },
        keyed: { session_key: 'agent:main:slack:dm:9' },
        numbered: { chat_id: '-100', chat_type: 'group' },
        unseen: { chat_id: '\u200b', chat_type: '\u2060', display_name: '\u3164 ' },
        reopened: { end_reason: 'left over' },
        cron_nightly_20260501_030000: { source: 'cron' },
      }),
    });
    const { rows } = listSessions(context);
    const row = (id: string) => rows.find(each => each.id === id);
    expect(row('b')).toMatchObject({
      provider: 'nous',
      project: '/src',
      endReason: 'cli_close',
      chat: { type: 'dm', name: 'Telegram / wei' },
      job: null,
      depth: 0,
      nested: 0,
      expanded: false,
      profile: null,
    });
    expect(row('keyed')?.chat).toEqual({ type: null, name: null });
    expect(row('numbered')?.chat).toEqual({ type: 'group', name: '-100' });
    expect(row('unseen')?.chat).toEqual({ type: null, name: null });
    expect(row('reopened')).toMatchObject({ endReason: null, chat: null, provider: null, project: null });
    expect(row('cron_nightly_20260501_030000')?.job).toBe('nightly');
  });

  it('does without columns that an old file lacks', () => {
    const context = openLaneContext(fixturePath('v01'));
    const { rows } = listSessions(context);
    context.store.db.close();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ chat: null, provider: null, project: null });
  });
});
