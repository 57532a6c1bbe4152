import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { buildZoo } from '../../../test/support/session-zoo.ts';
import { type Row, writeSmallDatabase } from '../../../test/support/small-database.ts';
import type { ConversationRow, SessionState, SessionView } from '../../shared/contract/sessions.ts';
import { sessionsPage, sessionsView } from './session-view.ts';

const SOURCES = ['cli', 'telegram', 'cron', 'discord'];
const MODELS = ['m-one', 'm-two'];
const STATES: readonly SessionState[] = ['open', 'ended', 'pinned', 'archived'];

/** The zoo with sources, models, pins, archive flags and titles strewn over it. */
function database() {
  const zoo = buildZoo(77);
  const sessions = zoo.sessions.map((row: Row, at) => ({
    ...row,
    source: row['source'] === 'cli' ? (SOURCES[at % 4] ?? 'cli') : row['source'],
    model: MODELS[at % 3] ?? null,
    pinned: at % 11 === 0 ? 1 : 0,
    archived: at % 7 === 0 ? 1 : 0,
    title: at % 2 === 0 ? `title ${String(at)}` : null,
  }));
  return { ...zoo, sessions };
}

const arbitraryView = fc.record<SessionView>({
  scope: fc.constantFrom('people', 'automation', 'all'),
  filter: fc.constantFrom('', '', 'title', 'WORDS of', 'link1', 'zzz', '1'),
  sort: fc.constantFrom('activity', 'started', 'messages', 'tokens', 'cost', 'title'),
  sources: fc.subarray([...SOURCES, 'nowhere']),
  models: fc.subarray(MODELS),
  states: fc.subarray([...STATES]),
  showArchived: fc.boolean(),
  showChildren: fc.boolean(),
});

const isAutomation = (row: ConversationRow) => ['cron', 'tool'].includes(row.source) || row.rootId.startsWith('cron_');

function isInState(row: ConversationRow, state: SessionState): boolean {
  if (state === 'open') return row.open;
  if (state === 'ended') return !row.open;
  return state === 'pinned' ? row.pinned : row.archived;
}

/** What a view means, in the plainest words: over rows that another view with the same filter text gave. */
function passes(row: ConversationRow, view: SessionView): boolean {
  const { scope, sources, models, states } = view;
  const isOneOf = <T>(chosen: readonly T[], test: (value: T) => boolean) => chosen.length === 0 || chosen.some(test);
  return [
    !row.archived || view.showArchived || states.includes('archived'),
    scope === 'all' || isAutomation(row) === (scope === 'automation'),
    isOneOf(sources, source => row.source === source),
    isOneOf(models, model => row.model === model),
    isOneOf(states, state => isInState(row, state)),
  ].every(Boolean);
}

describe('any view of the zoo', () => {
  const rows = database();
  const context = openLaneContext(writeSmallDatabase(rows));

  /** Every row that the filter text lets through, children as the view wants them. */
  function candidates({ filter, showChildren }: SessionView): ConversationRow[] {
    const view: SessionView = {
      scope: 'all',
      filter,
      sort: 'started',
      sources: [],
      models: [],
      states: [],
      showArchived: true,
      showChildren,
    };
    const first = sessionsPage(context, { view, offset: 0, limit: 200 });
    return [...first.rows, ...sessionsPage(context, { view, offset: 200, limit: 200 }).rows];
  }

  it('shows what passes; shown and hidden rows are all rows; each facet counts as if its value were chosen alone', () => {
    fc.assert(
      fc.property(arbitraryView, view => {
        const all = candidates(view);
        const found = sessionsView(context, { view, anchorIds: [], first: 0 });
        const count = (change: Partial<SessionView>) => all.filter(row => passes(row, { ...view, ...change })).length;
        const shown = all.filter(row => passes(row, view));
        expect(found.total).toBe(shown.length);
        expect(found.groups.reduce((sum, group) => sum + group.count, 0)).toBe(found.total);
        const hidden = found.hidden.reduce((sum, reason) => sum + reason.count, 0);
        expect(shown.reduce((sum, row) => sum + row.segments, 0) + hidden).toBe(rows.sessions.length);
        for (const { value, count: facet } of found.facets.sources) expect(facet).toBe(count({ sources: [value] }));
        for (const { value, count: facet } of found.facets.models) expect(facet).toBe(count({ models: [value] }));
        for (const state of STATES) {
          expect(found.facets.states.find(({ value }) => value === state)?.count).toBe(count({ states: [state] }));
        }
        for (const scope of ['people', 'automation', 'all'] as const) {
          expect(found.scopes[scope]).toBe(count({ scope }));
        }
      }),
      { numRuns: 300 },
    );
  });
});
