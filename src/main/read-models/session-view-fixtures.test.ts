import { describe, expect, it } from 'vitest';
import {
  FIXTURE_VERSIONS,
  fixtureGolden,
  fixturePath,
  type FixtureVersion,
  readFixtureJson,
  type RecordedCall,
} from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import type { SessionView } from '../../shared/contract/sessions.ts';
import { sessionsView } from './session-view.ts';

const VIEW: SessionView = {
  scope: 'all',
  filter: '',
  sort: 'activity',
  sources: [],
  models: [],
  states: [],
  showArchived: false,
  showChildren: false,
};

function view(version: FixtureVersion, change: Partial<SessionView> = {}) {
  const context = openLaneContext(fixturePath(version));
  try {
    return sessionsView(context, { view: { ...VIEW, ...change }, anchorIds: [], first: 200 });
  } finally {
    context.store.db.close();
  }
}

/** Ids of the recorded list by last activity, the whole of it. */
function recordedIds(calls: Readonly<Record<string, readonly RecordedCall[]>>): unknown[] {
  const call = calls['list_sessions_rich']?.find(
    ({ kwargs = {} }) =>
      kwargs['order_by_last_active'] === true &&
      Number(kwargs['limit']) >= 100 &&
      Object.keys(kwargs).every(key => key === 'limit' || key === 'order_by_last_active'),
  );
  if (call === undefined || !Array.isArray(call.result)) throw new Error('the list was not recorded');
  return call.result.map((row: { id?: unknown }) => row.id);
}

interface Migrated {
  readonly calls: Readonly<Record<string, readonly RecordedCall[]>>;
  readonly sessions_changed: { readonly changed: readonly { readonly key: string; readonly columns: object }[] };
}

/** What the newest store lists of the migrated file, and the rows that it took for subagents while migrating. */
function migrated(version: FixtureVersion): { ids: unknown[]; taken: Set<string> } {
  const { calls, sessions_changed: sessions } = readFixtureJson(version, 'migrated.json') as Migrated;
  const taken = sessions.changed.filter(({ columns }) => JSON.stringify(columns).includes('__orphaned__'));
  return { ids: recordedIds(calls), taken: new Set(taken.map(({ key }) => key)) };
}

describe('the list of a recorded database', () => {
  it.each(['v16', 'v20', 'v23'] as const)('%s: is the one that its own store gave by last activity', version => {
    expect(view(version).rows.map(row => row.id)).toEqual(recordedIds(fixtureGolden(version).calls));
  });

  it.each(FIXTURE_VERSIONS)(
    '%s: is the newest store’s of the migrated file, but for roots it took for subagents',
    version => {
      const { ids, taken } = migrated(version);
      const ours = view(version).rows.map(row => row.id);
      expect(ours.filter(id => !taken.has(id))).toEqual(ids);
    },
  );

  it.each(FIXTURE_VERSIONS)('%s: rows shown and rows hidden are all rows', version => {
    const context = openLaneContext(fixturePath(version));
    const all = context.store.db.prepare<[], number>('SELECT COUNT(*) FROM sessions').pluck().get();
    context.store.db.close();
    for (const change of [
      {},
      { scope: 'people' },
      { showChildren: true, showArchived: true },
      { filter: 'a' },
    ] as const) {
      const { rows, hidden, total } = view(version, change);
      expect(total).toBe(rows.length);
      const shown = rows.reduce((sum, row) => sum + row.segments, 0);
      expect(shown + hidden.reduce((sum, { count }) => sum + count, 0)).toBe(all);
    }
  });

  it('v23: shows opening words of every script, and of a picture message', () => {
    const { rows } = view('v23', { showArchived: true });
    const notes = fixtureGolden('v23').notes;
    const previewOf = (note: string) => rows.find(row => row.id === String(notes[note]))?.preview ?? '';
    for (const note of ['lang_ru', 'lang_ja', 'lang_zh', 'multimodal', 'crlf']) {
      expect(previewOf(note), note).not.toBe('');
      expect(previewOf(note), note).not.toMatch(/[\r\n\t\0]|json:|memory-context/);
    }
  });
});
