import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { FIXTURE_VERSIONS, fixturePath } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { caseRows, type SmallDatabase, writeSmallDatabase } from '../../../test/support/small-database.ts';
import { conversationIndex } from './conversation-index.ts';
import { conversationOpen } from './conversation-open.ts';
import { usageTotals } from './usage-answers.ts';

function totals(rows: SmallDatabase) {
  const context = openLaneContext(writeSmallDatabase(rows));
  onTestFinished(() => {
    context.store.db.close();
  });
  return usageTotals(context, {});
}

const START = 1_787_000_000;

it('S-19: cached tokens are counted, reasoning stands beside', () => {
  expect(totals(caseRows('S-19'))).toMatchObject({
    sessions: 3,
    conversations: 3,
    inputTokens: 624,
    outputTokens: 28757,
    cacheReadTokens: 11840226,
    cacheWriteTokens: 472908,
    reasoningTokens: 8200,
    estimatedUsd: null,
    actualUsd: null,
  });
});

it('S-20: costs by state, never together', () => {
  const { estimatedUsd, actualUsd, cost } = totals(caseRows('S-20'));
  expect({ estimatedUsd, actualUsd }).toEqual({ estimatedUsd: 0.25, actualUsd: 0.5 });
  expect(cost).toEqual({
    actualUsd: 0.5,
    actualCount: 2,
    estimatedUsd: 0.25,
    estimatedCount: 1,
    includedCount: 1,
    unknownCount: 2,
  });
});

it('S-21: auxiliary calls come on top, rows by model do not', () => {
  expect(totals(caseRows('S-21'))).toMatchObject({ inputTokens: 1050, outputTokens: 210 });
});

it('S-09: the oldest store knows no costs', () => {
  expect(totals(caseRows('S-09'))).toMatchObject({
    inputTokens: 120,
    outputTokens: 30,
    messages: 2,
    estimatedUsd: null,
    actualUsd: null,
  });
});

it('S-05: what was taken back does not count, what was carried forward counts once', () => {
  expect(totals(caseRows('S-05')).messages).toBe(3);
});

it('counts a replayed prompt once, and equal texts elsewhere as often as they were sent', () => {
  const twice = (session_id: string, after: number) => ({
    session_id,
    role: 'user',
    content: 'twice',
    timestamp: START + after,
  });
  const rows: SmallDatabase = {
    sessions: [
      { id: 'a', source: 'cli', started_at: START, ended_at: START + 50, end_reason: 'compression' },
      { id: 'b', source: 'cli', started_at: START + 50, parent_session_id: 'a' },
      {
        id: 'c',
        source: 'cli',
        started_at: START + 90,
        parent_session_id: 'b',
        model_config: '{"_branched_from":"b"}',
      },
    ],
    messages: [
      twice('a', 1),
      twice('a', 2),
      { ...twice('a', 3), role: 'assistant' },
      { ...twice('b', 50), content: 'summary', display_kind: 'hidden' },
      { ...twice('b', 50.5), content: '[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns' },
      twice('b', 51),
      twice('b', 52),
      twice('c', 91),
    ],
  };
  expect(totals(rows).messages).toBe(7);
});

it('counts copies of one instant once, whatever their state', () => {
  const row = { session_id: 'a', role: 'user', content: 'same', timestamp: START };
  const messages = [
    { ...row, active: 0, compacted: 1 },
    row,
    { ...row, active: 1, compacted: 1 },
    { ...row, content: 'other' },
    { ...row, role: 'assistant' },
    { ...row, tool_call_id: 'c' },
    { ...row, active: 0 },
    { ...row, timestamp: START + 1 },
  ];
  expect(totals({ sessions: [{ id: 'a', source: 'cli', started_at: START }], messages }).messages).toBe(5);
});

it('counts what a damaged file still tells: flags without a value, other flags, tokens beyond any use', () => {
  const row = { session_id: 'a', role: 'user', timestamp: START };
  const huge = { session_id: 'a', model: 'm', input_tokens: 9_000_000_000_000_000_000n };
  const found = totals({
    sessions: [{ id: 'a', source: 'cli', started_at: START }],
    messages: [
      { ...row, content: 'shown' },
      { ...row, content: 'taken back' },
      { ...row, content: 'odd', active: 2 },
      { ...row, content: 'odd too', active: 0, compacted: 2 },
    ],
    usage: [
      { ...huge, task: 'title' },
      { ...huge, task: 'vision' },
    ],
    sql: [
      'PRAGMA legacy_alter_table = ON',
      'CREATE TABLE copied AS SELECT * FROM messages',
      "UPDATE copied SET active = 0, compacted = NULL WHERE content = 'taken back'",
      "UPDATE copied SET active = NULL WHERE content = 'shown'",
      'DROP TABLE messages',
      'ALTER TABLE copied RENAME TO messages',
      'CREATE INDEX idx_messages_session_active ON messages(session_id, active) WHERE active = 1',
    ],
  });
  expect(found).toMatchObject({ messages: 3, inputTokens: 0 });
});

it.each(FIXTURE_VERSIONS)('%s: sums are those of the rows', version => {
  const context = openLaneContext(fixturePath(version));
  const db = new Database(fixturePath(version), { readonly: true });
  onTestFinished(() => {
    context.store.db.close();
    db.close();
  });
  const sum = (column: string) => db.prepare<[], number>(`SELECT SUM(${column}) FROM sessions`).pluck().get() ?? 0;
  const found = usageTotals(context, {});
  expect(found.sessions).toBe(db.prepare('SELECT COUNT(*) FROM sessions').pluck().get());
  expect(found.toolCalls).toBe(sum('tool_call_count'));
  const all = Number(db.prepare('SELECT COUNT(*) FROM messages').pluck().get());
  expect(found.messages).toBeLessThanOrEqual(all);
  expect(found.messages).toBeGreaterThan(all - 20);
  const { actualCount, estimatedCount, includedCount, unknownCount } = found.cost;
  expect(actualCount + estimatedCount + includedCount + unknownCount).toBe(found.sessions);
});

it.each(FIXTURE_VERSIONS)('%s: counts the messages that the conversations show', version => {
  const context = openLaneContext(fixturePath(version));
  onTestFinished(() => {
    context.store.db.close();
  });
  const options = { showRewound: false, showBookkeeping: true };
  const stored = context.store.db
    .prepare<[string], number>('SELECT COUNT(*) FROM messages WHERE session_id = ?')
    .pluck();
  const shown = conversationIndex(context).conversations.map(({ tip }) => {
    const { segments, hidden } = conversationOpen(context, { sessionId: tip.id, ...options });
    const all = segments.reduce((sum, { sessionId }) => sum + Number(stored.get(sessionId)), 0);
    return all - hidden.rewound - hidden.copies;
  });
  expect(usageTotals(context, {}).messages).toBe(shown.reduce((sum, count) => sum + count, 0));
});
