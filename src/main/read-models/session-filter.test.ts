import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idsOf, listSessions, openRows, sessionRows } from '../../../test/support/session-list.ts';
import { caseRows } from '../../../test/support/small-database.ts';
import { folded, holds, needlesOf } from './session-filter.ts';

describe('the filter box', () => {
  it('S-06: the filter takes % and _ as they are', () => {
    const context = openRows(caseRows('S-06'));
    const found = (filter: string) => idsOf(listSessions(context, { filter })).sort();
    expect(found('tax_form')).toEqual(['a', 'b']);
    expect(found('TAX_FORM')).toEqual(['a', 'b']);
    expect(found('100%')).toEqual(['d', 'e']);
    expect(found('%')).toEqual(['d']);
    expect(found('_')).toEqual(['a']);
  });

  const found = (titles: Record<string, string>, filter: string) =>
    idsOf(listSessions(openRows({ sessions: sessionRows(mapTitles(titles)) }), { filter })).sort();

  const mapTitles = (titles: Record<string, string>) =>
    Object.fromEntries(Object.entries(titles).map(([id, title]) => [id, { title }]));

  it.each([
    ['погода', 'Бот ПОГОДА'],
    ['ΟΔΟΣ', 'οδος'],
    ['strasse', 'Hauptstraße'],
    ['ＡＢＣ', 'abc'],
    ['データ', '朝のデータ整理'],
    ['fix-docker-build', 'Fix Docker: build'],
    ['docker - build', 'docker build'],
    ["it's", 'its'],
    ['🚀', 'ship it 🚀'],
    ['istanbul', 'İSTANBUL gezisi'],
    ['İSTANBUL', 'istanbul gezisi'],
    ['IŞIK', 'ışık'],
    ['isik', 'Işık'],
    ['STRASSE', 'Straße'],
    ['ẞ', 'weiß'],
    ['οδος', 'Η ΟΔΌΣ'],
    ['ΤΈΛΟΣ', 'τελος'],
    ['елка', 'Ёлка'],
    ['ЁЛКА', 'елка'],
    ['cafe', 'Café'],
    ['café', 'CAFE'],
    ['cafe\u0301', 'café'],
    ['ｶﾞｿﾘﾝ', 'ガソリン'],
    ['ガソリン', 'ｶﾞｿﾘﾝ'],
    ['ガソリン', 'カ\u3099ソリン'],
    ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8어'],
    ['日本語', '日本・語'],
    ['שלום', 'שָׁלוֹם'],
    ['مرحبا', 'مَرْحَبًا'],
    ['fixdocker', 'Fix_Docker'],
    ['fix docker', 'fix–docker'],
    ['proj2', 'Proj #2'],
    ['/home/x', 'cd /home/x'],
  ])('%s finds %s', (filter, title) => {
    expect(found({ x: title, y: 'something else' }, filter)).toEqual(['x']);
  });

  it.each([
    ['カキ', 'ガギ'],
    ['май', 'маи'],
    ['कि', 'का'],
    ['c++', 'python'],
    ['ab', 'a c b'],
  ])('%s does not find %s', (filter, title) => {
    expect(found({ x: title }, filter)).toEqual([]);
  });

  it('finds any stretch of any title, in either case and without its punctuation', () => {
    const title = fc.array(fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(title, fc.nat(), fc.nat(), (letters, a, b) => {
        const from = a % letters.length;
        const stretch = letters.slice(from, from + 1 + (b % letters.length)).join('');
        const text = folded(letters.join(''));
        for (const typed of [stretch, stretch.toUpperCase(), stretch.toLowerCase()]) {
          for (const needle of needlesOf(typed)) expect(holds(text, needle), typed).toBe(true);
        }
      }),
    );
  });

  it('wants every word, in whatever order', () => {
    expect(found({ x: 'fix the docker build', y: 'fix the bug', z: 'docker' }, 'docker fix')).toEqual(['x']);
  });

  it('finds a conversation by the id or title of an earlier segment, and by its opening words', () => {
    const context = openRows({
      sessions: sessionRows({
        first: { ended_at: 1_787_000_100, end_reason: 'compression', title: 'harbour' },
        second: { parent_session_id: 'first', title: 'quay' },
        other: {},
      }),
      messages: [
        { session_id: 'second', role: 'user', content: 'where do ships lie?', timestamp: 1_787_000_200 },
        { session_id: 'other', role: 'user', content: 'weather', timestamp: 1_787_000_200 },
      ],
    });
    for (const filter of ['first', 'harbour', 'quay', 'SHIPS lie']) {
      expect(idsOf(listSessions(context, { filter }))).toEqual(['second']);
    }
  });
});
