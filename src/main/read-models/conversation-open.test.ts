import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { FIXTURE_VERSIONS, fixturePath, type FixtureVersion } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import type { LaneContext } from '../lanes/context.ts';
import { conversationBodies, conversationLocate, conversationOpen } from './conversation-open.ts';

const ALL = { showRewound: true, showBookkeeping: true };
const USUAL = { showRewound: false, showBookkeeping: false };

function sessionIds(version: FixtureVersion): string[] {
  const db = new Database(fixturePath(version), { readonly: true });
  try {
    return db.prepare<[], string>('SELECT id FROM sessions').pluck().all();
  } finally {
    db.close();
  }
}

function storedIds(context: LaneContext, chain: readonly string[]): number[] {
  const statement = context.store.db.prepare<[string], number>('SELECT id FROM messages WHERE session_id = ?').pluck();
  return chain.flatMap(id => statement.all(id)).sort((one, other) => one - other);
}

/** Every message id that the bodies of a scroll show: items, answers of calls, loose results. */
function shownIds(context: LaneContext, sessionId: string, ids: readonly number[]): number[] {
  const shown: number[] = [];
  for (let start = 0; start < ids.length; start += 100) {
    for (const body of conversationBodies(context, { sessionId, ids: ids.slice(start, start + 100) })) {
      const answers = body.toolCalls.flatMap(call => (call.result === null ? [] : [call.result]));
      const results = [...answers, ...body.looseResults].map(result => result.messageId);
      shown.push(...new Set([body.id, ...results]));
      expect(results.length).toBe(new Set(results).size);
    }
  }
  return shown.sort((one, other) => one - other);
}

describe.each(FIXTURE_VERSIONS)('%s', version => {
  it('shows every message of every conversation exactly once, or counts it as hidden', () => {
    const context = openLaneContext(fixturePath(version));
    const before = new Map<string, number>();
    for (const sessionId of sessionIds(version)) {
      for (const options of [ALL, USUAL]) {
        const opened = conversationOpen(context, { sessionId, ...options });
        const ids = [...opened.skeleton.ids];
        const stored = storedIds(
          context,
          opened.segments.map(segment => segment.sessionId),
        );
        const shown = shownIds(context, sessionId, ids);
        expect(new Set(shown).size).toBe(shown.length);
        expect(shown.every(id => stored.includes(id))).toBe(true);
        const { rewound, bookkeeping, copies } = opened.hidden;
        expect(shown.length + rewound + bookkeeping + copies).toBe(stored.length);
        expect(opened.segments.reduce((sum, segment) => sum + segment.count, 0)).toBe(ids.length);
        if (options === ALL) expect([rewound, bookkeeping]).toEqual([0, 0]);
        before.set(sessionId, ids.length);
      }
    }
    expect(before.size).toBeGreaterThan(80);
    context.store.db.close();
  });

  it('finds the item of every message', () => {
    const context = openLaneContext(fixturePath(version));
    for (const sessionId of sessionIds(version)) {
      const { skeleton, segments } = conversationOpen(context, { sessionId, ...ALL });
      const chain = segments.map(segment => segment.sessionId);
      for (const messageId of storedIds(context, chain)) {
        const { index, itemId } = conversationLocate(context, { sessionId, messageId, ...ALL });
        expect(itemId).not.toBeNull();
        expect(skeleton.ids[index]).toBe(itemId);
      }
    }
    context.store.db.close();
  });
});
