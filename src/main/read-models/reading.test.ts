import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { makeCaseDatabase, type CaseRow } from '../../../test/support/case-database.ts';
import { FIXTURE_VERSIONS, fixturePath } from '../../../test/support/fixtures.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { makeLongLineage } from '../../../test/support/long-lineage.ts';
import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import type { LaneContext } from '../lanes/context.ts';
import { conversationBodies, conversationEnter, conversationLocate, conversationOpen } from './conversation-open.ts';
import { readingMarks } from './reading-marks.ts';
import { readingPrompts } from './reading-prompts.ts';
import { readingXray } from './reading-xray.ts';

const USUAL = { showRewound: false, showBookkeeping: false };
const ALL = { showRewound: true, showBookkeeping: true };
const SUMMARY = '[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.';
const DIGITS = '0123456789';

/** A chain of so many compressed segments, `s0` first. */
function tinyChain(segments: number): CaseRow[] {
  return Array.from({ length: segments }, (_, at) => ({
    id: `s${String(at)}`,
    source: 'cli',
    started_at: 1787000000 + at * 100,
    ended_at: at + 1 < segments ? 1787000100 + at * 100 : null,
    end_reason: at + 1 < segments ? 'compression' : null,
    parent_session_id: at > 0 ? `s${String(at - 1)}` : null,
  }));
}

function tinyTurn(turn: number, segment: number): CaseRow {
  return {
    role: turn === 0 ? 'user' : 'assistant',
    content: `Turn ${String(turn)} of ${String(segment)}`,
    timestamp: 1787000001 + segment * 100 + turn,
  };
}

const opened: LaneContext[] = [];

afterEach(() => {
  for (const context of opened.splice(0)) context.store.db.close();
});

function openPath(path: string): LaneContext {
  const context = openLaneContext(path);
  opened.push(context);
  return context;
}

/** Two segments: the first was compacted twice in place, the second begins with a summary and a repeated prompt. */
function compressed(): LaneContext {
  const old = { active: 0, compacted: 1 };
  const messages: CaseRow[] = [
    { role: 'user', content: 'first prompt', ...old },
    { role: 'assistant', content: 'first answer', token_count: 40, ...old },
    { role: 'user', content: `${SUMMARY} One.`, ...old },
    { role: 'user', content: 'second prompt', ...old },
    { role: 'tool', content: DIGITS, tool_name: 'terminal', tool_call_id: 'x', ...old },
    { role: 'user', content: `${SUMMARY} Two.` },
    { role: 'user', content: 'taken back', active: 0 },
    { role: 'assistant', content: 'on we go', display_kind: 'model_switch' },
    { role: 'user', content: 'overheard', observed: 1 },
    { role: 'user', content: 'third prompt' },
  ].map((row, at) => ({ id: at + 1, session_id: 'r', timestamp: 1787000001 + at, ...row }));
  return openPath(
    makeCaseDatabase({
      fixture: 'v23',
      sessions: [
        { id: 'r', source: 'cli', started_at: 1787000000, ended_at: 1787000500, end_reason: 'compression' },
        { id: 't', source: 'cli', started_at: 1787000500, parent_session_id: 'r' },
      ],
      messages: [
        ...messages,
        { id: 11, session_id: 't', role: 'user', content: `${SUMMARY} Three.`, timestamp: 1787000501 },
        { id: 12, session_id: 't', role: 'user', content: 'third prompt', timestamp: 1787000502 },
        { id: 13, session_id: 't', role: 'assistant', content: 'done', timestamp: 1787000503 },
      ],
    }),
  );
}

function allMarks(context: LaneContext, sessionId: string) {
  const failures: number[] = [];
  const items: number[] = [];
  const tools: number[] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const answer = readingMarks(context, { sessionId, cursor });
    failures.push(...answer.failures);
    items.push(...answer.items);
    tools.push(...(answer.tools ?? []));
    cursor = answer.next;
  }
  return { failures, items, tools };
}

describe('kinds of rows', () => {
  it('are counted whether they are shown or not, and left out one by one', () => {
    const context = compressed();
    const usual = conversationOpen(context, { sessionId: 't', ...USUAL });
    expect([...usual.skeleton.ids]).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 13]);
    expect(usual.kinds).toEqual({ rewound: 1, compacted: 5, observed: 1, bookkeeping: 0, events: 1 });
    expect(usual.hidden).toEqual({ rewound: 1, compacted: 0, observed: 0, bookkeeping: 0, events: 0, copies: 1 });
    const few = conversationOpen(context, {
      sessionId: 't',
      ...USUAL,
      showCompacted: false,
      showObserved: false,
      showEvents: false,
    });
    expect([...few.skeleton.ids]).toEqual([6, 10, 11, 13]);
    expect(few.kinds).toEqual(usual.kinds);
    expect(few.hidden).toMatchObject({ rewound: 1, compacted: 5, observed: 1, events: 1 });
  });

  it('tell summaries from prompts', () => {
    const { skeleton } = conversationOpen(compressed(), { sessionId: 't', ...USUAL });
    const summaries = [...skeleton.ids].filter((_, at) => ((skeleton.flags[at] ?? 0) & MESSAGE_FLAG.summary) !== 0);
    expect(summaries).toEqual([3, 6, 11]);
  });
});

describe('compactions', () => {
  it('stand where the conversation was compressed, in place and by rotation', () => {
    const { compactions } = conversationOpen(compressed(), { sessionId: 't', ...USUAL });
    expect(compactions).toEqual([
      { kind: 'in-place', segmentId: 'r', summaryId: 3, index: 2 },
      { kind: 'in-place', segmentId: 'r', summaryId: 6, index: 5 },
      { kind: 'rotation', segmentId: 't', summaryId: 11, index: 9 },
    ]);
  });

  it('stand before the next item where the summary is hidden or unknown', () => {
    const old = { active: 0, compacted: 1 };
    const context = openPath(
      makeCaseDatabase({
        fixture: 'v23',
        sessions: [{ id: 's1', source: 'cli', started_at: 1787000000 }],
        messages: [
          { id: 1, session_id: 's1', role: 'user', content: 'a', timestamp: 1787000001, ...old },
          { id: 2, session_id: 's1', role: 'user', content: 'a summary of no known form', timestamp: 1787000002 },
          { id: 3, session_id: 's1', role: 'user', content: 'b', timestamp: 1787000003 },
        ],
      }),
    );
    const { compactions } = conversationOpen(context, { sessionId: 's1', ...USUAL });
    expect(compactions).toEqual([{ kind: 'in-place', segmentId: 's1', summaryId: null, index: 1 }]);
  });
});

describe('the X-ray', () => {
  const page = { sessionId: 't', offset: 0, limit: 50 } as const;

  it('shows what a rotation replaced, and that a prompt was carried over', () => {
    const answer = readingXray(compressed(), { ...page, segmentId: 't', kind: 'rotation', summaryId: 11 });
    expect(answer.summary).toMatchObject({ messageId: 11, text: { text: `${SUMMARY} Three.`, clipped: false } });
    expect(answer.rows.map(row => row.messageId)).toEqual([6, 8, 9]);
    expect(answer.totals).toMatchObject({ messages: 3, prompts: 1, toolResults: 0, carried: 1, counted: 0 });
  });

  it('shows what each compaction in place replaced, an earlier summary among it', () => {
    const context = compressed();
    const first = readingXray(context, { ...page, segmentId: 'r', kind: 'in-place', summaryId: 3 });
    expect(first.rows.map(row => row.text)).toEqual(['first prompt', 'first answer']);
    expect(first.totals).toMatchObject({ messages: 2, prompts: 1, counted: 1, tokens: 40 + 3, bytes: 24 });
    const second = readingXray(context, { ...page, segmentId: 'r', kind: 'in-place', summaryId: 6 });
    expect(second.rows.map(row => row.messageId)).toEqual([3, 4, 5]);
    expect(second.totals).toMatchObject({
      messages: 3,
      prompts: 1,
      toolResults: 1,
      tools: [{ name: 'terminal', count: 1 }],
    });
  });

  it('pages through the rows', () => {
    const context = compressed();
    const input = { ...page, segmentId: 'r', kind: 'in-place', summaryId: 6 } as const;
    expect(readingXray(context, { ...input, offset: 1, limit: 1 }).rows.map(row => row.messageId)).toEqual([4]);
    expect(readingXray(context, { ...input, offset: 3 })).toMatchObject({ rows: [], items: 3 });
  });

  it('says that a boundary is gone', () => {
    const context = compressed();
    const gone: unknown = expect.objectContaining({ code: 'not-found' });
    for (const input of [
      { segmentId: 'nowhere', kind: 'rotation', summaryId: null },
      { segmentId: 'r', kind: 'rotation', summaryId: null },
      { segmentId: 't', kind: 'in-place', summaryId: 11 },
    ] as const) {
      expect(() => readingXray(context, { ...page, ...input })).toThrow(gone);
    }
  });
});

describe('prompts', () => {
  it('are what the user said: no summary, nothing overheard, nothing twice', () => {
    const { ids, texts, next } = readingPrompts(compressed(), { sessionId: 't', ...ALL, offset: 0 });
    expect(ids).toEqual([1, 4, 7, 10]);
    expect(texts).toEqual(['first prompt', 'second prompt', 'taken back', 'third prompt']);
    expect(next).toBeNull();
  });

  it('come in stretches that follow each other', () => {
    const made = makeLongLineage({ segments: 10, messages: 800 });
    const context = openPath(made.path);
    const ids: number[] = [];
    let stretches = 0;
    for (let offset: number | null = 0; offset !== null; stretches += 1) {
      const answer = readingPrompts(context, { sessionId: 'long-9', ...USUAL, offset });
      expect(answer.texts.every(text => text.startsWith('Prompt '))).toBe(true);
      ids.push(...answer.ids);
      offset = answer.next;
    }
    expect(ids).toHaveLength(made.prompts);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(stretches).toBe(2);
  });
});

describe('marks', () => {
  it.each(FIXTURE_VERSIONS)('say of the results of %s what the cards say', version => {
    const db = new Database(fixturePath(version), { readonly: true });
    const ids = db.prepare<[], string>('SELECT id FROM sessions').pluck().all();
    db.close();
    const context = openPath(fixturePath(version));
    let failed = 0;
    for (const sessionId of ids) {
      const { skeleton } = conversationOpen(context, { sessionId, ...ALL });
      const bodies = [...skeleton.ids].flatMap(id => conversationBodies(context, { sessionId, ids: [id] }));
      const results = bodies.flatMap(body => [
        ...body.toolCalls.flatMap(call => (call.result === null ? [] : [call.result])),
        ...body.looseResults,
      ]);
      const expected = results.filter(result => result.failed === true).map(result => result.messageId);
      const marks = allMarks(context, sessionId);
      expect(marks.failures).toEqual(expected.sort((a, b) => a - b));
      for (const [at, messageId] of marks.failures.entries()) {
        const { itemId } = conversationLocate(context, { sessionId, messageId, ...ALL });
        expect(marks.items[at]).toBe(itemId);
      }
      failed += marks.failures.length;
    }
    expect(failed).toBeGreaterThan(0);
  });

  it('come in stretches, and again from memory', () => {
    const made = makeLongLineage({ segments: 20, messages: 1000 });
    const context = openPath(made.path);
    const first = allMarks(context, 'long-0');
    expect(first.failures).toEqual(made.failures);
    expect(first.tools).toHaveLength(20 * 1000 * (2 / 8));
    expect(allMarks(context, 'long-0')).toEqual(first);
  });
});

describe('opening near a message', () => {
  it('gives the same items as opening the whole', () => {
    const made = makeLongLineage({ segments: 12, messages: 80 });
    const context = openPath(made.path);
    const whole = conversationOpen(context, { sessionId: 'long-3', ...USUAL });
    for (const messageId of [made.hitId, 1, 12 * 80, 81]) {
      const near = conversationEnter(context, { sessionId: 'long-3', ...USUAL, messageId });
      const { itemId } = conversationLocate(context, { sessionId: 'long-3', ...USUAL, messageId });
      expect(near?.itemId).toBe(itemId);
      const ids = [...(near?.skeleton.ids ?? [])];
      const from = whole.skeleton.ids.indexOf(ids[0] ?? -1);
      expect(ids).toEqual([...whole.skeleton.ids.subarray(from, from + ids.length)]);
      expect(ids).toContain(itemId);
      expect(ids.length).toBeLessThan(3 * 80);
      expect(near?.segments).toHaveLength(12);
    }
    const end = conversationEnter(context, { sessionId: 'long-3', ...USUAL, messageId: null });
    expect(end?.skeleton.ids.at(-1)).toBe(whole.skeleton.ids.at(-1));
  });

  it('reads the segment of the message, and its neighbour only where that is near', () => {
    const made = makeLongLineage({ segments: 6, messages: 1000 });
    const context = openPath(made.path);
    const counts = (messageId: number | null) =>
      conversationEnter(context, { sessionId: 'long-0', ...USUAL, messageId })?.segments.map(({ count }) => count > 0);
    expect(counts(2500)).toEqual([false, false, true, false, false, false]);
    expect(counts(2010)).toEqual([false, true, true, false, false, false]);
    expect(counts(2990)).toEqual([false, false, true, true, false, false]);
    expect(counts(null)).toEqual([false, false, false, false, false, true]);
  });

  it('reads further segments where those beside the message show next to nothing', () => {
    const messages = Array.from({ length: 60 }, (_, at) => at)
      .filter(at => at !== 30 && at < 57)
      .flatMap(at =>
        [0, 1].map(turn => ({ id: at * 2 + turn + 1, session_id: `s${String(at)}`, ...tinyTurn(turn, at) })),
      );
    const context = openPath(makeCaseDatabase({ fixture: 'v23', sessions: tinyChain(60), messages }));
    const near = (messageId: number | null) => {
      const entered = conversationEnter(context, { sessionId: 's0', ...USUAL, messageId });
      const ids = entered?.skeleton.ids ?? new Float64Array();
      const at = messageId === null ? ids.length : ids.indexOf(entered?.itemId ?? -1);
      return { before: at, behind: ids.length - at - 1 };
    };
    const middle = near(59);
    expect(middle.before).toBeGreaterThanOrEqual(40);
    expect(middle.behind).toBeGreaterThanOrEqual(40);
    expect(near(null).before).toBeGreaterThanOrEqual(40);
    expect(near(3).before).toBe(2);
  });

  it('gives a short chain whole, and leaves messages of others to the whole', () => {
    const made = makeLongLineage({ segments: 3, messages: 80 });
    const context = openPath(made.path);
    const whole = conversationOpen(context, { sessionId: 'long-0', ...USUAL });
    const entered = conversationEnter(context, { sessionId: 'long-0', ...USUAL, messageId: made.hitId });
    const { itemId } = conversationLocate(context, { sessionId: 'long-0', ...USUAL, messageId: made.hitId });
    const bodies = conversationBodies(context, {
      sessionId: 'long-0',
      ids: (entered?.bodies ?? []).map(body => body.id),
    });
    expect(entered).toEqual({ ...whole, itemId, isPart: false, bodies });
    expect(bodies.map(body => body.id)).toContain(itemId);
    const longer = openPath(makeLongLineage({ segments: 6, messages: 80 }).path);
    expect(conversationEnter(longer, { sessionId: 'long-0', ...USUAL, messageId: 99_999 })).toBeNull();
  });
});
