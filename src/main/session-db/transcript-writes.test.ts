import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/fixtures.ts';
import { SessionDB } from './index.ts';

let clock = 1_780_000_000;
let db: SessionDB;
beforeEach(() => {
  clock = 1_780_000_000;
  db = new SessionDB(join(temporaryFolder(), 'state.db'), { now: () => clock });
  db.createSession({ sessionId: 's', source: 'cli' });
});
afterEach(() => {
  db.close();
});

const counters = () => {
  const row = db.getSession('s');
  return [row?.message_count, row?.tool_call_count, row?.rewind_count];
};
const texts = (includeInactive = false) => db.getMessages('s', { includeInactive }).map(row => row.content);
const say = (...contents: string[]) =>
  contents.map((content, at) =>
    db.appendMessage({ sessionId: 's', role: at % 2 === 0 ? 'user' : 'assistant', content }),
  );

describe('replacing', () => {
  it('gives rows without a time later and later ones, after an explicit time too', () => {
    db.replaceMessages('s', [
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b', timestamp: clock + 50 },
      { role: 'user', content: 'c', timestamp: 'no time' },
      { role: 'user', content: 'd', timestamp: new Date(5000) },
      { role: 'user', content: 'e' },
    ]);
    const times = db.getMessages('s').map(row => row.timestamp - clock);
    expect(times[0]).toBe(0);
    expect(times[1]).toBe(50);
    expect(times[2]).toBeCloseTo(50.000001, 6);
    expect(times[3]).toBe(5 - clock);
    expect(times[4]).toBeGreaterThan(times[2] ?? 0);
  });

  it('counts calls however they come, and keeps reasoning of the assistant only', () => {
    db.replaceMessages('s', [
      { role: 'assistant', tool_calls: '[{"id": "1"}, {"id": "2"}]', reasoning: 'why', reasoning_details: [{ a: 1 }] },
      { role: 'assistant', tool_calls: { id: '3' } },
      { role: 'tool', tool_calls: 'broken', reasoning: 'dropped', reasoning_details: '[1]' },
      {},
    ]);
    expect(counters()).toEqual([4, 3, 0]);
    const rows = db.getMessages('s');
    expect(rows[0]).toMatchObject({ reasoning: 'why', reasoning_details: '[{"a": 1}]' });
    expect(rows[2]).toMatchObject({ reasoning: null, reasoning_details: null, tool_calls: null });
    expect(rows[3]).toMatchObject({ role: 'unknown', content: null });
  });

  it('keeps what was taken back where only the live rows are replaced', () => {
    const [, , third] = say('one', 'two', 'three');
    db.rewindToMessage('s', third ?? 0);
    db.replaceMessages('s', [{ role: 'user', content: 'new' }], { activeOnly: true });
    expect(texts(true)).toEqual(['three', 'new']);
    expect(counters()).toEqual([1, 0, 1]);
  });

  it('of an unknown session fails and leaves nothing', () => {
    expect(() => db.replaceMessages('nobody', [{ role: 'user' }])).toThrow('FOREIGN KEY');
    expect(db.messageCount()).toBe(0);
  });

  it('that fails in the middle leaves the old messages', () => {
    say('one');
    expect(() => db.replaceMessages('s', [{ role: 'user' }, { role: 'user', tool_name: {} }])).toThrow(TypeError);
    expect(texts()).toEqual(['one']);
    expect(counters()).toEqual([1, 0, 0]);
  });
});

describe('compacting in place', () => {
  it('keeps the old rows as summarised and counts the new ones', () => {
    say('one', 'two');
    expect(db.archiveAndCompact('s', [{ role: 'user', content: 'summary' }])).toBe(1);
    expect(db.archiveAndCompact('s', [{ role: 'user', content: 'summary of it' }])).toBe(1);
    expect(texts()).toEqual(['summary of it']);
    expect(db.getMessages('s', { includeInactive: true }).map(row => [row.active, row.compacted])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
      [1, 0],
    ]);
    expect(counters()).toEqual([1, 0, 0]);
  });
});

describe('rewinding', () => {
  it('takes back from a message of the user on, and restores', () => {
    const [one = 0, , three = 0] = say('one', 'two', 'three', 'four');
    expect(db.rewindToMessage('s', three)).toMatchObject({
      rewound_count: 2,
      new_head_id: three - 1,
      target_message: { id: three, active: 1, content: 'three' },
    });
    expect(texts()).toEqual(['one', 'two']);
    expect(db.rewindToMessage('s', one)).toMatchObject({ rewound_count: 2, new_head_id: null });
    expect(counters()).toEqual([4, 0, 2]);
    expect(db.restoreRewound('s', three)).toBe(2);
    expect(texts()).toEqual(['three', 'four']);
  });

  it('refuses other messages with the reason', () => {
    const [, two = 0] = say('one', 'two');
    expect(() => db.rewindToMessage('s', two)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    expect(() => db.rewindToMessage('s', 999)).toThrow(expect.objectContaining({ code: 'not-found' }));
    expect(counters()).toEqual([2, 0, 0]);
  });
});

describe('clearing', () => {
  it('removes everything but the session', () => {
    say('one', 'two');
    db.setSessionTitle('s', 'Kept');
    db.clearMessages('s');
    expect(db.messageCount('s')).toBe(0);
    expect(counters()).toEqual([0, 0, 0]);
    expect(db.getSessionTitle('s')).toBe('Kept');
    expect(db.searchMessages('one')).toEqual([]);
  });
});

describe('stamps', () => {
  it('mark the latest live message that matches', () => {
    say('same', 'reply', 'same');
    const mark = { role: 'user', content: 'same', displayKind: 'hidden', displayMetadata: { n: 1 } };
    expect(db.setLatestMatchingMessageDisplayKind('s', mark)).toBe(true);
    expect(db.setLatestMatchingMessageDisplayKind('s', { ...mark, content: 'other' })).toBe(false);
    expect(db.setLatestUserApiContent('s', 'same', 'sent')).toBe(1);
    expect(db.setLatestUserApiContent('s', 'reply', 'sent')).toBe(0);
    const rows = db.getMessages('s').map(row => [row.display_kind, row.display_metadata, row.api_content]);
    expect(rows).toEqual([
      [null, null, null],
      [null, null, null],
      ['hidden', { n: 1 }, 'sent'],
    ]);
  });
});
