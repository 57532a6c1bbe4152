import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { FIXTURE_VERSIONS, fixturePath } from '../../../test/support/fixtures.ts';
import {
  generateList,
  LIST_FOLDERS,
  LIST_MODELS,
  LIST_PROVIDERS,
  LIST_REASONS,
  LIST_SOURCES,
} from '../../../test/support/generated-list.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { everyRow, type Kin, listFacts } from '../../../test/support/list-facts.ts';
import { expectedView, type Fact } from '../../../test/support/list-reference.ts';
import { writeSmallDatabase } from '../../../test/support/small-database.ts';
import type { ConversationRow, FacetValue, SessionState, SessionView } from '../../shared/contract/sessions.ts';
import type { LaneContext } from '../lanes/context.ts';
import { conversationIndex } from './conversation-index.ts';
import { sessionsWhere } from './session-view-where.ts';
import { sessionsPage, sessionsView } from './session-view.ts';

/** A list, its families, and what can be chosen in it. */
interface Listed {
  readonly context: LaneContext;
  readonly facts: readonly Fact[];
  readonly rowCount: number;
}

function listed(context: LaneContext, kin: ReadonlyMap<string, Kin>): Listed {
  const rowCount = Number(context.store.db.prepare('SELECT COUNT(*) FROM sessions').pluck().get());
  return { context, facts: listFacts(context, kin, everyRow(context)), rowCount };
}

/** Families of a recorded file as the index has them. */
function kinOf(context: LaneContext): Map<string, Kin> {
  const { nodes } = conversationIndex(context);
  return new Map(
    nodes.map(({ session, kind, conversation }) => [
      session.id,
      {
        edge: kind,
        chain: conversation?.segments.map(({ id }) => id) ?? [],
        hidden: conversation?.hidden ?? null,
      },
    ]),
  );
}

const texts = (values: readonly (string | null)[]) => fc.subarray(values.map(value => value ?? ''));
/** Mostly everything, so that a view is not always empty. */
const mostly = (values: fc.Arbitrary<string[]>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, values);
const day = fc.option(fc.nat(60).map(at => 1_780_000_000 + at * 86_400));

function arbitraryView(facts: readonly Fact[]): fc.Arbitrary<SessionView> {
  const parents = facts.filter(fact => facts.some(({ above }) => above === fact.id)).map(({ id }) => id);
  const found = (valueOf: (fact: Fact) => string | null) => [...new Set(facts.map(fact => valueOf(fact) ?? ''))];
  return fc.record({
    scope: fc.constantFrom('people', 'automation', 'all', 'all'),
    filter: fc.constantFrom('', '', '', 'title', 'WORDS of', 'link1', 'zzz', '1', '2026'),
    sort: fc.constantFrom('activity', 'started', 'messages', 'tokens', 'cost', 'title'),
    sources: mostly(texts([...LIST_SOURCES, 'nowhere', ...found(fact => fact.source)])),
    models: mostly(texts([...LIST_MODELS, ...found(fact => fact.model)])),
    states: fc.oneof(
      { weight: 2, arbitrary: fc.constant<SessionState[]>([]) },
      fc.subarray(['open', 'ended', 'pinned', 'archived', 'stale-open', 'has-subagents'] as const).map(all => [...all]),
    ),
    showArchived: fc.boolean(),
    showChildren: fc.constantFrom(false, false, true),
    group: fc.constantFrom('day', 'source', 'model', 'project', 'job', 'none', undefined),
    providers: mostly(texts([...LIST_PROVIDERS, 'nobody', ...found(fact => fact.provider)])),
    projects: mostly(texts([...LIST_FOLDERS, ...found(fact => fact.project)])),
    endReasons: mostly(texts([...LIST_REASONS, '', ...found(fact => fact.endReason)])),
    dates: fc.oneof(fc.constant(undefined), fc.constant(null), fc.record({ from: day, to: day })),
    dateChoices: fc.oneof(fc.constant(undefined), fc.array(fc.record({ from: day, to: day }), { maxLength: 4 })),
    expanded: fc.oneof(fc.constant(undefined), fc.subarray(parents), fc.constant(parents.slice(0, 500))),
  });
}

const asRecord = (facet: readonly FacetValue[]) => Object.fromEntries(facet.map(({ value, count }) => [value, count]));

/** The whole view, page by page. */
function pagesOf(context: LaneContext, view: SessionView, limit: number): ConversationRow[] {
  const rows: ConversationRow[] = [];
  for (let offset = 0; ; offset += limit) {
    const page = sessionsPage(context, { view, offset, limit });
    rows.push(...page.rows);
    if (page.rows.length < limit) return rows;
  }
}

function checkView({ context, facts, rowCount }: Listed, view: SessionView): void {
  const expected = expectedView(facts, view, context.store.now());
  const anchorIds = expected.rows
    .filter((_, at) => at % 37 === 5)
    .map(({ id }) => id)
    .slice(0, 7);
  const found = sessionsView(context, { view, anchorIds: [...anchorIds, 'nobody'], first: 40 });
  const rows = pagesOf(context, view, 199);
  expect(rows.map(({ id, depth, nested }) => ({ id, depth, nested }))).toEqual(expected.rows);
  expect(found.rows).toEqual(rows.slice(0, 40));
  expect(found.total).toBe(rows.length);
  expect(found.groups).toEqual(expected.groups);
  expect(found.anchors).toEqual([...anchorIds.map(id => rows.findIndex(row => row.id === id)), -1]);
  expect(Object.fromEntries(found.hidden.map(({ reason, count }) => [reason, count]))).toEqual(expected.hidden);
  expect(found.scopes).toEqual(expected.scopes);
  for (const facet of ['sources', 'models', 'states', 'providers', 'projects', 'endReasons'] as const) {
    expect(asRecord(found.facets[facet]), facet).toEqual(expected.facets[facet]);
  }
  expect(found.facets.dates).toEqual(
    (view.dateChoices ?? []).map((range, at) => ({ range, count: expected.dates[at] })),
  );
  // Every row of the table is in a row shown, or hidden for one reason.
  const inRows = rows.reduce((sum, row) => sum + row.segments, 0);
  expect(inRows + found.hidden.reduce((sum, { count }) => sum + count, 0)).toBe(rowCount);
  expect(new Set(rows.map(row => row.id)).size).toBe(rows.length);
}

/** Some conversations of the list are asked for by an id of theirs. */
function checkWhere({ context, facts }: Listed, view: SessionView, seed: number): void {
  const expected = expectedView(facts, view, context.store.now());
  for (let at = seed % 23; at < facts.length; at += 23) {
    const { id, rootId } = facts[at] ?? { id: '', rootId: '' };
    const text = at % 2 === 0 ? id : rootId;
    const { found } = sessionsWhere(context, { text, view, limit: 5 });
    expect(found[0]).toMatchObject({
      sessionId: text,
      row: { id },
      index: expected.rows.findIndex(row => row.id === id),
      reason: expected.reasons.get(id) ?? null,
    });
  }
}

describe('any view', () => {
  const opened: LaneContext[] = [];
  afterAll(() => {
    for (const { store } of opened) store.db.close();
  });
  const open = (path: string, now: number): LaneContext => {
    const context = openLaneContext(path, () => now);
    opened.push(context);
    return context;
  };

  it.each(FIXTURE_VERSIONS)('of %s is the plain reading of its rows, and leaves no row out', version => {
    const context = open(fixturePath(version), 1_780_400_000);
    const list = listed(context, kinOf(context));
    fc.assert(
      fc.property(arbitraryView(list.facts), view => {
        checkView(list, view);
      }),
      { numRuns: 25 },
    );
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('of the generated list %i likewise', seed => {
    const { kin, now, ...rows } = generateList(seed);
    const list = listed(open(writeSmallDatabase(rows), now), kin);
    expect(list.facts.length).toBeGreaterThan(100);
    fc.assert(
      fc.property(arbitraryView(list.facts), fc.nat(), (view, seed) => {
        checkView(list, view);
        checkWhere(list, view, seed);
      }),
      { numRuns: 15 },
    );
  });

  it.each([11, 12])('of the generated list %i leaves no row out where it shows what is behind a figure', seed => {
    const { kin, now, ...rows } = generateList(seed);
    const list = listed(open(writeSmallDatabase(rows), now), kin);
    const sources = fc.subarray(LIST_SOURCES);
    const figure = fc.record({
      filter: fc.record({ range: fc.constant({ kind: 'all' as const }), sources, models: fc.constant<string[]>([]) }),
      zone: fc.constant('UTC'),
      slice: fc.oneof(
        fc.constantFrom({ kind: 'all' as const }, { kind: 'residual' as const }),
        fc.record({ kind: fc.constant('source' as const), value: fc.constantFrom(...LIST_SOURCES) }),
        fc.record({
          kind: fc.constant('cost' as const),
          value: fc.constantFrom('actual' as const, 'unknown' as const),
        }),
      ),
    });
    fc.assert(
      fc.property(arbitraryView(list.facts), figure, (view, behind) => {
        const restricted = { ...view, behind };
        const { hidden, total } = sessionsView(list.context, { view: restricted, anchorIds: [], first: 0 });
        const shown = pagesOf(list.context, restricted, 199);
        expect(shown.length).toBe(total);
        expect(new Set(shown.map(row => row.id)).size).toBe(total);
        expect(hidden.every(({ count }) => count > 0)).toBe(true);
        const inRows = shown.reduce((sum, row) => sum + row.segments, 0);
        expect(inRows + hidden.reduce((sum, { count }) => sum + count, 0)).toBe(list.rowCount);
        // What stands inside an expanded row is as many as it says.
        shown.forEach((row, at) => {
          const end = shown.findIndex((other, place) => place > at && other.depth <= row.depth);
          const inside = shown.slice(at + 1, end === -1 ? undefined : end).filter(each => each.depth === row.depth + 1);
          expect(inside.length).toBe(row.expanded ? row.nested : 0);
        });
      }),
      { numRuns: 20 },
    );
  });
});
