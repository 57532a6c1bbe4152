import fc from 'fast-check';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fixtureGolden, temporaryFolder } from '../../../test/support/fixtures.ts';
import { SessionDB, sanitizeTitle, TitleConflictError, TitleTooLongError } from './index.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 80 });

describe('sanitizeTitle', () => {
  it.each(fixtureGolden('v23').calls['sanitize_title']?.map(call => [call.args[0], call] as const) ?? [])(
    'recorded: %j',
    (title, call) => {
      if (call.error === undefined) expect(sanitizeTitle(String(title))).toBe(call.result);
      else expect(() => sanitizeTitle(String(title))).toThrow(call.error.message);
    },
  );

  it.each([
    ['a\u2028b', 'ab'],
    ['a\tb\nc', 'a b c'],
    ['\u0085a\u001c\u3000b\u00a0', 'a b'],
    ['bad \ud83d end', 'bad \ufffd end'],
    ['\u202e\u200b', null],
    [null, null],
    [undefined, null],
  ])('%j becomes %j', (title, clean) => {
    expect(sanitizeTitle(title)).toBe(clean);
  });

  it('counts code points', () => {
    expect(sanitizeTitle('😀'.repeat(100))).toBe('😀'.repeat(100));
    expect(() => sanitizeTitle('😀'.repeat(101))).toThrow(TitleTooLongError);
    expect(sanitizeTitle(`${' '.repeat(500)}x`)).toBe('x');
  });

  it('leaves only what may be stored, and leaves that alone', () => {
    fc.assert(
      fc.property(anyText, title => {
        const clean = sanitizeTitle(title);
        if (clean === null) return;
        expect(clean).not.toMatch(/\p{Surrogate}|[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u);
        expect(clean).not.toMatch(/^\s|\s$|\s\s/u);
        expect(sanitizeTitle(clean)).toBe(clean);
      }),
      { numRuns: 2000 },
    );
  });

  it('loses no letter, digit or mark', () => {
    const kept = (text: string) =>
      [...text].filter(character => /[\p{L}\p{N}\p{M}\p{S}\p{P}]/u.test(character)).join('');
    fc.assert(
      fc.property(anyText, title => {
        expect(kept(sanitizeTitle(title) ?? '')).toBe(
          kept(title.replace(/[\ufffc\ufff9-\ufffb]/g, '').replace(/\p{Surrogate}/gu, '\ufffd')),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('titles of sessions', () => {
  let db: SessionDB;
  let clock = 1000;
  beforeEach(() => {
    const opened = new SessionDB(join(temporaryFolder(), 'state.db'), { now: () => (clock += 1) });
    onTestFinished(() => {
      opened.close();
    });
    db = opened;
  });
  const titled = (...titles: readonly (string | null)[]) => {
    titles.forEach((title, at) => {
      db.createSession({ sessionId: `s${at}`, source: 'cli' });
      db.setSessionTitle(`s${at}`, title);
    });
  };

  it('a conflict names the holder', () => {
    titled('harbour', null);
    const error = (() => {
      try {
        return db.setSessionTitle('s1', ' harbour ');
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(TitleConflictError);
    expect(error).toMatchObject({ holderId: 's0', code: 'conflict' });
    expect(db.setSessionTitle('s1', 'Harbour')).toBe(true);
    expect(db.setSessionTitle('s0', 'harbour')).toBe(true);
    expect(db.setSessionTitle('s0', null)).toBe(true);
    expect(db.setSessionTitle('s1', 'harbour')).toBe(true);
    expect(db.setSessionTitle('nobody', 'free')).toBe(false);
  });

  it('a conflict is one as well where an index of another build takes more for the same', () => {
    db.createSession({ sessionId: 'one', source: 'cli' });
    db.createSession({ sessionId: 'two', source: 'cli' });
    db.store.db.exec(
      `DROP INDEX idx_sessions_title_unique;
       CREATE UNIQUE INDEX idx_sessions_title_unique ON sessions(title COLLATE NOCASE) WHERE title IS NOT NULL`,
    );
    db.setSessionTitle('one', 'Plans');
    expect(() => db.setSessionTitle('two', 'plans')).toThrow(new TitleConflictError('plans', 'one'));
    expect(db.setSessionTitle('one', 'plans')).toBe(true);
  });

  it('a title that somebody chose is not replaced by a computed one', () => {
    titled('chosen', null);
    expect(db.setAutoTitleIfEmpty('s0', 'computed')).toBe(false);
    expect(db.setAutoTitleIfEmpty('s1', 'computed')).toBe(true);
    expect(db.getSessionTitle('s0')).toBe('chosen');
    expect(db.getSessionByTitle('computed')).toMatchObject({ id: 's1' });
    expect(db.getSessionByTitle('Computed')).toBeNull();
  });

  it('numbered variants win over the exact title, the latest first', () => {
    titled('Fix', 'Fix #2', 'fix #x', 'Fixture #9', '100%', '100_ #4');
    expect(db.resolveSessionByTitle('Fix')).toBe('s2');
    expect(db.resolveSessionByTitle('Fix #2')).toBe('s1');
    expect(db.resolveSessionByTitle('100%')).toBe('s4');
    expect(db.resolveSessionByTitle('Fixt')).toBeNull();
  });

  it('the next title follows the highest number in use', () => {
    titled('A #2', 'A #3', 'B', 'C #99999999999999999999');
    expect(db.getNextTitleInLineage('A')).toBe('A #4');
    expect(db.getNextTitleInLineage('A #2')).toBe('A #4');
    expect(db.getNextTitleInLineage('B')).toBe('B #2');
    expect(db.getNextTitleInLineage('C')).toBe('C #100000000000000000000');
    expect(db.getNextTitleInLineage('D #7')).toBe('D');
  });

  it('an id resolves exactly, or as the only one that begins so', () => {
    for (const id of ['ab', 'abc', 'abd', 'x_1', 'xy1']) db.createSession({ sessionId: id, source: 'cli' });
    expect(['ab', 'abc', 'abc ', 'a', 'x_', 'xy', '%', ''].map(text => db.resolveSessionId(text))).toEqual([
      ...['ab', 'abc', null, null, 'x_1', 'xy1', null, null],
    ]);
  });
});
