import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FIXTURE_VERSIONS, fixturePath } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { EVERYTHING } from '../../../test/support/list-view.ts';
import { writeSmallDatabase } from '../../../test/support/small-database.ts';
import {
  type Fact,
  type ReferenceRow,
  type Selected,
  totalOf,
  UsageReference,
} from '../../../test/support/usage-reference.ts';
import { USAGE_ZOOS, usageZoo } from '../../../test/support/usage-zoo.ts';
import type { CostSummary } from '../../shared/contract/sessions.ts';
import type { Dashboard, TokenSums, UsageSums } from '../../shared/contract/usage.ts';
import type { UsageFilter, UsageRange, UsageSlice } from '../../shared/contract/usage-filter.ts';
import type { LaneContext } from '../lanes/context.ts';
import { sessionsView } from './session-view.ts';
import { usageDashboard } from './usage-answers.ts';

interface Asked {
  readonly filter: UsageFilter;
  readonly zone: string;
  /** What the range comes to: the first and the last day. */
  readonly days: readonly [string, string] | null;
}

const LONG_AGO = 86_400 * 1000;

function dayIn(zone: string, seconds: number): string {
  const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', options).format(seconds * 1000);
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - count * LONG_AGO).toISOString().slice(0, 10);
}

const RANGES: readonly UsageRange[] = [
  { kind: 'all' },
  { kind: 'today' },
  { kind: '7d' },
  { kind: '30d' },
  { kind: '90d' },
  { kind: 'custom', from: '2026-03-07', to: '2026-03-10' },
];
const ZONES = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'Europe/London'];

function boundsOf(range: UsageRange, today: string): readonly [string, string] | null {
  if (range.kind === 'all') return null;
  if (range.kind === 'custom') return [range.from, range.to];
  return [daysBefore(today, { today: 0, '7d': 6, '30d': 29, '90d': 89 }[range.kind]), today];
}

/** Ranges in changing zones, each alone and with filters by source and by model. */
function questions(now: number, sources: readonly string[], models: readonly string[]): Asked[] {
  return RANGES.flatMap((range, at) => {
    const zone = ZONES[at] ?? 'UTC';
    const days = boundsOf(range, dayIn(zone, now));
    const filters = [
      { sources: [], models: [] },
      { sources: sources.slice(0, 2), models: [] },
      { sources: [], models: models.slice(0, 1) },
      { sources: sources.slice(1), models: models.slice(1, 3) },
    ];
    return filters.map(filter => ({ filter: { range, ...filter }, zone, days }));
  });
}

function open(path: string): { readonly context: LaneContext; readonly now: number } {
  const db = new Database(path, { readonly: true });
  const now = db.prepare<[], number>('SELECT MAX(started_at) FROM sessions WHERE started_at < 4e9').pluck().get() ?? 0;
  db.close();
  const context = openLaneContext(path, () => now);
  onTestFinished(() => {
    context.store.db.close();
  });
  return { context, now };
}

/** Adding up fractions in another order differs behind the tenth digit. */
function cents(usd: number): number {
  return Math.round(usd * 1e8) / 1e8 + 0;
}

function plainTokens(sums: TokenSums) {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens, totalTokens } = sums;
  return { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens, totalTokens };
}

function plainCost(cost: CostSummary) {
  return { ...cost, actualUsd: cents(cost.actualUsd), estimatedUsd: cents(cost.estimatedUsd) };
}

function plainSums(sums: UsageSums) {
  return { ...plainTokens(sums), apiCalls: sums.apiCalls, cost: plainCost(sums.cost) };
}

function plainRow(row: UsageSums & { readonly sessions: number; readonly conversations: number }) {
  return { ...plainSums(row), sessions: row.sessions, conversations: row.conversations };
}

function expectedTokens({ counts }: ReferenceRow) {
  return {
    inputTokens: counts.input,
    outputTokens: counts.output,
    cacheReadTokens: counts.cache_read,
    cacheWriteTokens: counts.cache_write,
    reasoningTokens: counts.reasoning,
    totalTokens: totalOf(counts),
  };
}

function expectedCost({ usd, states }: ReferenceRow) {
  return {
    actualUsd: cents(usd.actual),
    actualCount: states.actual,
    estimatedUsd: cents(usd.estimated),
    estimatedCount: states.estimated,
    includedCount: states.included,
    unknownCount: states.unknown,
  };
}

function expectedSums(row: ReferenceRow) {
  return { ...expectedTokens(row), apiCalls: row.calls, cost: expectedCost(row) };
}

function expectedRow(row: ReferenceRow) {
  return { ...expectedSums(row), sessions: row.sessions, conversations: row.conversations };
}

const isMain = (fact: Fact) => fact.kind !== 'auxiliary';

function expectTiles(found: Dashboard, selected: Selected): void {
  const all = selected.row(() => true);
  const { totalTokens: _total, ...tokens } = expectedTokens(all);
  expect({
    ...found.tiles,
    cost: plainCost(found.tiles.cost),
    estimatedUsd: found.tiles.estimatedUsd === null ? null : cents(found.tiles.estimatedUsd),
    actualUsd: found.tiles.actualUsd === null ? null : cents(found.tiles.actualUsd),
  }).toEqual({
    sessions: all.sessions,
    conversations: all.conversations,
    messages: selected.messages,
    toolCalls: selected.toolCalls,
    ...tokens,
    estimatedUsd: all.states.estimated === 0 ? null : cents(all.usd.estimated),
    actualUsd: all.states.actual === 0 ? null : cents(all.usd.actual),
    cost: expectedCost(selected.row(isMain)),
  });
  expect(found.undated).toBe(selected.undated);
}

/** What an entry of the ledger holds; counts of states are of rows there, those of sessions are in the tiles. */
function ledgerOf(sums: TokenSums & { readonly estimatedUsd: number; readonly actualUsd: number }) {
  return { ...plainTokens(sums), usd: [cents(sums.estimatedUsd), cents(sums.actualUsd)] };
}

function expectedLedger(row: ReferenceRow) {
  return { ...expectedTokens(row), usd: [cents(row.usd.estimated), cents(row.usd.actual)] };
}

function expectLedger(found: Dashboard, selected: Selected): void {
  const rest = selected.row(fact => fact.kind === 'rest');
  const differing = selected.row(
    fact =>
      fact.kind === 'rest' && (fact.usd !== 0 || fact.calls !== 0 || Object.values(fact.counts).some(n => n !== 0)),
  );
  expect(plainSums(found.sessionTotals)).toEqual(expectedSums(selected.row(isMain)));
  expect(plainSums(found.auxiliary)).toEqual(expectedSums(selected.row(fact => fact.kind === 'auxiliary')));
  expect(ledgerOf({ ...found.rowTotals, ...found.rowTotals.cost })).toEqual(
    expectedLedger(selected.row(fact => fact.kind === 'row')),
  );
  expect(ledgerOf(found.residual)).toEqual(expectedLedger(rest));
  expect(found.residual.sessions).toBe(differing.sessions);
}

/** Each table with the value of a fact that it is by, and the slice that a row of it stands for. */
const TABLES = {
  byModel: { valueOf: (fact: Fact) => fact.model, kind: 'model' },
  byProvider: { valueOf: (fact: Fact) => fact.provider, kind: 'provider' },
  bySource: { valueOf: (fact: Fact) => fact.source, kind: 'source' },
  byTask: { valueOf: (fact: Fact) => (fact.kind === 'auxiliary' ? fact.task : ''), kind: 'task' },
} as const;

function expectTables(found: Dashboard, selected: Selected): void {
  for (const name of ['byModel', 'byProvider', 'bySource', 'byTask'] as const) {
    const { valueOf } = TABLES[name];
    const wanted = selected.values(valueOf).filter(value => name !== 'byTask' || value !== '');
    const rows = Object.fromEntries(found[name].map(row => [row.value, plainRow(row)]));
    expect(rows, name).toEqual(
      Object.fromEntries(wanted.map(value => [value, expectedRow(selected.row(fact => valueOf(fact) === value))])),
    );
  }
}

function expectDays(found: Dashboard, selected: Selected, days: readonly [string, string] | null): void {
  expect(found.byDay.map(({ value }) => value)).toEqual(selected.days);
  for (const row of found.byDay) {
    expect(plainRow(row)).toEqual(expectedRow(selected.row((_fact, day) => day === row.value)));
  }
  const models = selected.values(fact => fact.model);
  const points = selected.days.flatMap(day =>
    models.flatMap(model => {
      const row = selected.row((fact, each) => each === day && fact.model === model);
      if (row.sessions === 0) return [];
      const { sessions, conversations } = row;
      return [{ day, model, sessions, conversations, ...expectedTokens(row), cost: expectedCost(row) }];
    }),
  );
  const key = (point: { day: string; model: string }) => `${point.day} ${point.model}`;
  const given = found.days.map(({ day, model, sessions, conversations, cost, ...tokens }) => {
    return { day, model, sessions, conversations, ...plainTokens(tokens), cost: plainCost(cost) };
  });
  expect(given.sort((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(points.sort((a, b) => (key(a) < key(b) ? -1 : 1)));
  const [first = null, last = null] = days ?? [selected.days[0], selected.days.at(-1)];
  expect([found.firstDay, found.lastDay]).toEqual([first, last]);
}

function expectTops(found: Dashboard, selected: Selected): void {
  const homes = selected.values(fact => fact.home);
  const rows = new Map(homes.map(home => [home, selected.row(fact => fact.home === home)]));
  const most = [...rows.values()].map(({ counts }) => totalOf(counts)).filter(tokens => tokens > 0);
  const dearest = [...rows.values()].map(({ usd }) => Math.max(usd.actual, usd.estimated)).filter(usd => usd > 1e-9);
  const ten = (values: number[]) => values.sort((a, b) => b - a).slice(0, 10);
  expect(found.topByTokens.map(({ counted }) => counted.totalTokens)).toEqual(ten(most));
  expect(
    found.topByCost.map(({ counted }) => cents(Math.max(counted.cost.actualUsd, counted.cost.estimatedUsd))),
  ).toEqual(ten(dearest).map(cents));
  for (const { id, counted } of [...found.topByTokens, ...found.topByCost]) {
    const row = rows.get(id);
    expect(row === undefined ? null : expectedSums(row), id).toEqual(plainSums(counted));
  }
}

/** Whatever is partitioned, the parts come to the whole. */
function expectPartitions(found: Dashboard): void {
  const total = (rows: readonly TokenSums[]) => rows.reduce((sum, row) => sum + row.totalTokens, 0);
  const usd = (rows: readonly { readonly cost: CostSummary }[]) => [
    cents(rows.reduce((sum, { cost }) => sum + cost.estimatedUsd, 0)),
    cents(rows.reduce((sum, { cost }) => sum + cost.actualUsd, 0)),
  ];
  const { tiles } = found;
  const whole = tiles.inputTokens + tiles.outputTokens + tiles.cacheReadTokens + tiles.cacheWriteTokens;
  const dollars = [cents(tiles.estimatedUsd ?? 0), cents(tiles.actualUsd ?? 0)];
  for (const rows of [found.byModel, found.byProvider, found.bySource, [found.sessionTotals, found.auxiliary]]) {
    expect(total(rows)).toBe(whole);
    expect(usd(rows)).toEqual(dollars);
  }
  expect(total([found.rowTotals, found.residual])).toBe(found.sessionTotals.totalTokens);
  expect(total(found.days)).toBe(total(found.byDay));
  expect(usd(found.days)).toEqual(usd(found.byDay));
  if (found.undated === 0) expect(total(found.days)).toBe(whole);
  expect(found.bySource.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(tiles.sessions);
}

/** The list behind each row of each table, and behind each state. */
function expectBehind(context: LaneContext, asked: Asked, [found, selected]: readonly [Dashboard, Selected]): void {
  const listed = (slice: UsageSlice) => {
    const view = { ...EVERYTHING, behind: { filter: asked.filter, zone: asked.zone, slice } };
    const { rows, total, hidden } = sessionsView(context, { view, anchorIds: [], first: 200 });
    const reasons = hidden.map(({ reason }) => reason);
    expect(['behind', 'subagent', 'unknown-child']).toEqual(expect.arrayContaining(reasons));
    return { ids: rows.map(({ id }) => id).sort(), total };
  };
  const expectList = (slice: UsageSlice, homes: ReadonlySet<string>) => {
    expect(listed(slice), JSON.stringify(slice)).toEqual({ ids: [...homes].sort().slice(0, 200), total: homes.size });
  };
  expectList({ kind: 'all' }, selected.row(() => true).homes);
  for (const name of ['byModel', 'byProvider', 'bySource', 'byTask'] as const) {
    const { kind, valueOf } = TABLES[name];
    for (const { value, conversations } of found[name]) {
      const { homes } = selected.row(fact => valueOf(fact) === value);
      expect(conversations).toBe(homes.size);
      expectList({ kind, value }, homes);
    }
  }
  for (const { day, model } of found.days.slice(0, 5)) {
    expectList(
      { kind: 'day', value: day, model },
      selected.row((fact, each) => each === day && fact.model === model).homes,
    );
  }
  for (const value of ['actual', 'estimated', 'included', 'unknown'] as const) {
    expectList({ kind: 'cost', value }, selected.inState(value));
  }
  expectList({ kind: 'auxiliary' }, selected.row(fact => fact.kind === 'auxiliary').homes);
}

function expectEverything(path: string): void {
  const { context, now } = open(path);
  const reference = new UsageReference(path);
  const everything = { days: null, zone: 'UTC', sources: [], models: [] };
  const all = reference.select(everything);
  const sources = all.values(fact => fact.source);
  const models = all.values(fact => fact.model);
  for (const asked of questions(now, sources, models)) {
    const { filter, zone, days } = asked;
    const found = usageDashboard(context, { filter, zone });
    const selected = reference.select({ days, zone, sources: filter.sources, models: filter.models });
    expectTiles(found, selected);
    expectLedger(found, selected);
    expectTables(found, selected);
    expectDays(found, selected, days);
    expectTops(found, selected);
    expectPartitions(found);
    if (filter.range.kind !== '30d') expectBehind(context, asked, [found, selected]);
  }
}

describe('agrees with a reference over raw rows, in several ranges, zones and filters', () => {
  it.each(FIXTURE_VERSIONS)('%s', version => {
    expectEverything(fixturePath(version));
  });

  it.each(Array.from({ length: USAGE_ZOOS }, (_, number) => [number, usageZoo(number).name] as const))(
    'generated %i: %s',
    number => {
      expectEverything(writeSmallDatabase(usageZoo(number)));
    },
  );
});
