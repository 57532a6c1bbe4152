import { describe, expect, it, onTestFinished } from 'vitest';
import { FIXTURE_VERSIONS, fixturePath } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { openRows, sessionRows } from '../../../test/support/session-list.ts';
import { writeSmallDatabase } from '../../../test/support/small-database.ts';
import { type Fact, type ReferenceRow, totalOf, UsageReference } from '../../../test/support/usage-reference.ts';
import { USAGE_ZOOS, usageZoo } from '../../../test/support/usage-zoo.ts';
import type { CostSummary } from '../../shared/contract/sessions.ts';
import { AppError } from '../../shared/errors.ts';
import { unpackLineage } from '../../shared/lineage-table.ts';
import type { LaneContext } from '../lanes/context.ts';
import { conversationIndex } from './conversation-index.ts';
import { lineageCounting, lineageFamily } from './lineage.ts';
import { usageDashboard } from './usage-answers.ts';
import { sessionUsage } from './usage-session.ts';

const EVERYTHING = { days: null, zone: 'UTC', sources: [], models: [] };

function rounded(usd: number): number {
  return Math.round(usd * 1e8) / 1e8 + 0;
}

function plainCost({ actualUsd, estimatedUsd, ...counts }: CostSummary) {
  return { ...counts, actualUsd: rounded(actualUsd), estimatedUsd: rounded(estimatedUsd) };
}

function expectedCost({ usd, states }: ReferenceRow) {
  return {
    actualUsd: rounded(usd.actual),
    actualCount: states.actual,
    estimatedUsd: rounded(usd.estimated),
    estimatedCount: states.estimated,
    includedCount: states.included,
    unknownCount: states.unknown,
  };
}

/** Every conversation's usage, and every family's totals, against facts from raw rows. */
function expectConversations(path: string): void {
  const context = openLaneContext(path);
  onTestFinished(() => {
    context.store.db.close();
  });
  const reference = new UsageReference(path);
  const selected = reference.select(EVERYTHING);
  for (const { tip, segments } of conversationIndex(context).conversations) {
    const ids = new Set(segments.map(({ id }) => id));
    const own = (fact: Fact) => ids.has(fact.session);
    const all = selected.row(own);
    const { total, rows, residual, segments: shown } = sessionUsage(context, { sessionId: tip.id });
    expect([total.totalTokens, total.reasoningTokens, total.apiCalls]).toEqual([
      totalOf(all.counts),
      all.counts.reasoning,
      all.calls,
    ]);
    expect(plainCost(total.cost)).toEqual(expectedCost(all));
    expect(rows.reduce((sum, { totalTokens }) => sum + totalTokens, 0)).toBe(total.totalTokens);
    const paid = (state: string) => rows.filter(row => row.costState === state);
    const dollars = (state: string) => rounded(paid(state).reduce((sum, row) => sum + (row.costUsd ?? 0), 0));
    expect([dollars('actual'), dollars('estimated')]).toEqual([rounded(all.usd.actual), rounded(all.usd.estimated)]);
    const rest = selected.row(fact => own(fact) && fact.kind === 'rest');
    expect(residual.totalTokens).toBe(totalOf(rest.counts));
    expect(shown.map(({ sessionId }) => sessionId)).toEqual(reference.family.chain(tip.id));
  }
}

function expectFamilies(context: LaneContext, path: string): void {
  const selected = new UsageReference(path).select(EVERYTHING);
  const messages = new Map(selected.sessions.map(session => [session.id, session.messages]));
  for (const { tip } of conversationIndex(context).conversations) {
    while (lineageCounting(context, { sessionId: tip.id }).left > 0);
    const { table, family } = lineageFamily(context, { sessionId: tip.id });
    const nodes = unpackLineage(table);
    const real = nodes.filter(({ missing }) => !missing);
    const ids = new Set(real.map(({ sessionId }) => sessionId));
    const all = selected.row(fact => ids.has(fact.session));
    expect([family.sessions, family.tokens]).toEqual([ids.size, totalOf(all.counts)]);
    expect(plainCost(family.cost)).toEqual(expectedCost(all));
    expect(family.messages).toBe(real.reduce((sum, node) => sum + node.messages, 0));
    for (const [at, node] of nodes.entries()) {
      if (!node.missing) expect(node.messages).toBe(messages.get(node.sessionId));
      const end = nodes.findIndex(({ depth }, place) => place > at && depth <= node.depth);
      const branch = nodes.slice(at, end === -1 ? nodes.length : end).filter(({ missing }) => !missing);
      const sum = (value: (each: (typeof branch)[number]) => number) =>
        branch.reduce((total, each) => total + value(each), 0);
      expect(node.branch).toMatchObject({ sessions: branch.length, messages: sum(each => each.messages) });
      expect(node.branch.tokens).toBe(sum(each => each.tokens));
      expect(rounded(node.branch.cost.estimatedUsd)).toBe(rounded(sum(each => each.cost.estimatedUsd)));
    }
  }
}

describe('agree with a reference over raw rows', () => {
  const files = [
    ...FIXTURE_VERSIONS.map(version => [version, () => fixturePath(version)] as const),
    ...Array.from({ length: USAGE_ZOOS }, (_, number) => {
      const zoo = usageZoo(number);
      return [`generated: ${zoo.name}`, () => writeSmallDatabase(zoo)] as const;
    }),
  ];

  it.each(files)('usage of every conversation: %s', (_name, path) => {
    expectConversations(path());
  });

  it.each(files)('totals of every family: %s', (_name, pathOf) => {
    const path = pathOf();
    const context = openLaneContext(path);
    onTestFinished(() => {
      context.store.db.close();
    });
    expectFamilies(context, path);
  });
});

it('tells models, the rest, auxiliary calls and subagents of a conversation apart', () => {
  const context = openRows({
    sessions: sessionRows({
      a: { model: 'm', input_tokens: 100, end_reason: 'compression', ended_at: 1_787_000_001 },
      b: { model: 'm', input_tokens: 50, parent_session_id: 'a', actual_cost_usd: 2, cost_source: 'provider_cost_api' },
      sub: { input_tokens: 7, parent_session_id: 'b', model_config: '{"_delegate_from":"b"}' },
      below: { input_tokens: 5, parent_session_id: 'sub', model_config: '{"_delegate_from":"sub"}' },
      branch: { input_tokens: 999, parent_session_id: 'b', model_config: '{"_branched_from":"b"}' },
    }),
    usage: [
      { session_id: 'a', model: 'm', input_tokens: 60, cost_status: 'included' },
      { session_id: 'a', model: 'n', input_tokens: 20 },
      {
        session_id: 'b',
        model: 'v',
        task: 'vision',
        input_tokens: 9,
        estimated_cost_usd: 0.5,
        cost_status: 'estimated',
      },
    ],
  });
  const found = sessionUsage(context, { sessionId: 'a' });
  expect(
    found.rows.map(row => [row.sessionId, row.kind, row.model, row.totalTokens, row.costState, row.costUsd]),
  ).toEqual([
    ['a', 'row', 'm', 60, 'included', null],
    ['a', 'row', 'n', 20, 'unknown', null],
    ['a', 'rest', 'm', 20, 'unknown', null],
    ['b', 'rest', 'm', 50, 'actual', 2],
    ['b', 'auxiliary', 'v', 9, 'estimated', 0.5],
  ]);
  expect(found.total).toMatchObject({ totalTokens: 159, cost: { actualUsd: 2, estimatedUsd: 0.5, unknownCount: 1 } });
  expect(found.subagents).toMatchObject({ sessions: 2, totalTokens: 12 });
  expect(found.residual).toMatchObject({ sessions: 2, totalTokens: 70 });
  expect(() => sessionUsage(context, { sessionId: 'nobody' })).toThrow(AppError);
});

it('the conversations of a file come to what the dashboard says', () => {
  const context = openRows(usageZoo(0));
  const filter = { range: { kind: 'all' as const }, sources: [], models: [] };
  const { tiles } = usageDashboard(context, { filter, zone: 'UTC' });
  const all = conversationIndex(context).conversations.map(({ tip }) => sessionUsage(context, { sessionId: tip.id }));
  expect(all.reduce((sum, { total }) => sum + total.inputTokens, 0)).toBe(tiles.inputTokens);
  expect(rounded(all.reduce((sum, { total }) => sum + total.cost.estimatedUsd, 0))).toBe(
    rounded(tiles.estimatedUsd ?? 0),
  );
});
