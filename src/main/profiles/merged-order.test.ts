import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVERYTHING } from '../../../test/support/list-view.ts';
import { openRows } from '../../../test/support/session-list.ts';
import type { Row } from '../../../test/support/small-database.ts';
import { SessionGrouping, SessionSort, type SessionView } from '../../shared/contract/sessions.ts';
import type { LaneContext } from '../lanes/context.ts';
import { sessionKeys, sessionRowsAt, type ViewKeys } from '../read-models/session-view-keys.ts';
import { sessionsView } from '../read-models/session-view.ts';
import { mergeCounts } from './merged-counts.ts';
import { mergeOrders } from './merged-order.ts';

const FILES = 3;
const NOW = 1_787_500_000;

/** A root with what hangs on it; few values, so that many rows are equal in what they are sorted by. */
const family = fc.record({
  file: fc.nat(FILES - 1),
  started: fc.constantFrom(5, 1_787_000_000, 1_787_000_001, 1_787_090_000, 1_787_200_000),
  title: fc.constantFrom(null, 'Alpha', 'alpha 2', 'alpha 10', 'Ёлка', '日本'),
  source: fc.constantFrom('cli', 'cron', 'telegram'),
  model: fc.constantFrom(null, 'opus', 'haiku'),
  tokens: fc.constantFrom(0, 7, 900),
  pinned: fc.constantFrom(0, 0, 0, 1),
  archived: fc.constantFrom(0, 0, 0, 1),
  ended: fc.boolean(),
  subagents: fc.nat(2),
  continued: fc.boolean(),
});
type Family = typeof family extends fc.Arbitrary<infer T> ? T : never;

const view: fc.Arbitrary<SessionView> = fc
  .record({
    scope: fc.constantFrom('people' as const, 'automation' as const, 'all' as const),
    filter: fc.constantFrom('', '', 'alpha'),
    sort: fc.constantFrom(...SessionSort.options),
    group: fc.constantFrom(...SessionGrouping.options),
    models: fc.constantFrom<string[][]>([], [], ['opus']),
    dateChoices: fc.constantFrom<NonNullable<SessionView['dateChoices']>[]>(
      [],
      [
        { from: 1_787_000_001, to: null },
        { from: null, to: 1_787_090_000 },
      ],
    ),
    showArchived: fc.boolean(),
    showChildren: fc.boolean(),
    isExpanded: fc.boolean(),
  })
  .map(({ isExpanded, ...chosen }) => ({
    ...EVERYTHING,
    ...chosen,
    expanded: isExpanded ? Array.from({ length: 40 }, (_, at) => `f${String(at)}`) : [],
  }));

function rowsOf(one: Family, at: number): Row[] {
  const id = `f${String(at)}`;
  const compressed = one.continued ? { ended_at: one.started + 50, end_reason: 'compression' } : {};
  const ended = one.ended ? { ended_at: one.started + 90, end_reason: 'cli_close' } : {};
  const marks = { pinned: one.pinned, archived: one.archived };
  const shared = { source: one.source, model: one.model, started_at: one.started };
  const last = { title: one.title === null ? null : `${one.title} ${String(at)}`, ...marks };
  const root = { id, ...shared, input_tokens: one.tokens, ...(one.continued ? compressed : { ...ended, ...last }) };
  const tip = { id: `${id}-2`, ...shared, started_at: one.started + 50, parent_session_id: id, ...ended, ...last };
  const subagents = Array.from({ length: one.subagents }, (_, child) => ({
    id: `${id}-sub${String(child)}`,
    ...shared,
    started_at: one.started + child,
    parent_session_id: id,
    model_config: '{"_delegate_from": true}',
  }));
  return [root, ...(one.continued ? [tip] : []), ...subagents];
}

function keysOf(context: LaneContext, asked: SessionView): ViewKeys {
  const { keys } = sessionKeys(context, { view: asked, anchorIds: [], known: null });
  if (keys === null) throw new Error('no keys');
  return keys;
}

test('views of several files, merged, are the view of one file that holds them all', () => {
  fc.assert(
    fc.property(
      fc.array(family, { minLength: 1, maxLength: 36 }),
      fc.array(view, { minLength: 6, maxLength: 6 }),
      (families, views) => {
        const rows = families.map(rowsOf);
        const open = (keeps: (at: number) => boolean) =>
          openRows({ sessions: rows.filter((_, at) => keeps(at)).flat() }, NOW);
        const parts = Array.from({ length: FILES }, (_, file) => open(at => families[at]?.file === file));
        const whole = open(() => true);
        for (const asked of views) {
          const expected = sessionsView(whole, { view: asked, anchorIds: [], first: 200 });
          const keys = parts.map(context => keysOf(context, asked));
          const { lanes, rows: indexes, places, groups } = mergeOrders(keys);
          const ids = [...lanes].map((lane, at) => keys[lane]?.ids[indexes[at] ?? -1]);
          expect(ids).toEqual(expected.rows.map(row => row.id));
          expect(groups).toEqual(expected.groups);
          const { hidden, scopes, facets } = expected;
          expect(mergeCounts(keys.map(each => each.counts))).toEqual({ hidden, scopes, facets });
          [...lanes].forEach((lane, at) => expect(places[lane]?.[indexes[at] ?? -1]).toBe(at));
        }
      },
    ),
    { numRuns: 12 },
  );
});

test('of equal rows the one of the earlier file comes first', () => {
  const one = { id: 'same', source: 'cli', started_at: 1_787_000_000 };
  const keys = [openRows({ sessions: [one] }), openRows({ sessions: [one] })].map(each => keysOf(each, EVERYTHING));
  expect([...mergeOrders(keys).lanes]).toEqual([0, 1]);
});

test('keys that the caller has are not sent again, and rows are found by their index', () => {
  const context = openRows({
    sessions: ['a', 'b', 'c'].map((id, at) => ({ id, source: 'cli', started_at: 1_787_000_000 + at })),
  });
  const first = sessionKeys(context, { view: EVERYTHING, anchorIds: ['a', 'x'], known: null });
  expect(first.keys?.ids).toEqual(['c', 'b', 'a']);
  expect(first.anchors).toEqual([2, -1]);
  const again = sessionKeys(context, { view: EVERYTHING, anchorIds: [], known: first.revision });
  expect(again).toEqual({ revision: first.revision, anchors: [], keys: null });
  const { rows, revision } = sessionRowsAt(context, { view: EVERYTHING, at: [2, 0, 9] });
  expect([revision, rows.map(row => row.id)]).toEqual([first.revision, ['a', 'c']]);
});
