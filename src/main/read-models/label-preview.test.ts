import { describe, expect, it } from 'vitest';
import { listSessions, openRows, sessionRows } from '../../../test/support/session-list.ts';
import { caseRows } from '../../../test/support/small-database.ts';

describe('previews and labels', () => {
  it('S-16: the preview of a picture message is its words', () => {
    const { rows } = listSessions(openRows(caseRows('S-16')));
    expect(Object.fromEntries(rows.map(row => [row.id, row.preview]))).toEqual({
      s1: 'What is in this photo?',
      s2: 'hello world',
      s3: '',
    });
    expect(rows.find(row => row.id === 's3')?.label).toBe('cli · s3');
  });

  const say = (contents: readonly (string | Buffer)[], columns: readonly object[] = []) => {
    const messages = contents.map((content, at) => ({
      session_id: 's',
      role: 'user',
      content,
      timestamp: 1_787_000_001 + at,
      ...columns[at],
    }));
    const [row] = listSessions(openRows({ sessions: sessionRows({ s: {} }), messages })).rows;
    return { preview: row?.preview, label: row?.label };
  };

  it('takes the first live words that are not hidden, empty or a recalled memory', () => {
    const texts = ['hidden one', 'taken back', '  ', '<memory-context>old news</memory-context>', 'the real question'];
    expect(say(texts, [{ display_kind: 'hidden' }, { active: 0 }]).preview).toBe('the real question');
  });

  it('takes compacted words where no live ones are left', () => {
    expect(say(['long ago'], [{ active: 0, compacted: 1 }]).preview).toBe('long ago');
  });

  it('looks behind a long memory and into long structured content', () => {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(9000)}` } };
    expect(say([`<memory-context>${'x'.repeat(5000)}</memory-context> ask`]).preview).toBe('ask');
    expect(say([`\0json:${JSON.stringify([image, { type: 'text', text: 'see this' }])}`]).preview).toBe('see this');
    expect(say([`${' '.repeat(3000)}late`]).preview).toBe('late');
    expect(say([Buffer.from('bytes speak')]).preview).toBe('bytes speak');
  });

  it('passes over the summaries that compaction leaves, up to the words behind them', () => {
    const summary = `[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted. ${'and so on '.repeat(800)}`;
    expect(say([summary, 'go on']).preview).toBe('go on');
    expect(say(['[CONTEXT SUMMARY]: older form']).preview).toBe('');
    const end = '--- END OF CONTEXT SUMMARY — respond to the message below, not the summary above ---';
    expect(say([`${summary}\n\n${end}\n\nthe next question`]).preview).toBe('the next question');
  });

  it('cuts at 120 characters, without colours and line ends', () => {
    const { preview, label } = say([`\u001b[31mred\u001b[0m\r\n${'wörd '.repeat(400)}`]);
    expect(preview?.startsWith('red wörd wörd')).toBe(true);
    expect([...(preview ?? '')].length).toBeLessThanOrEqual(121);
    expect(label).toBe(`red ${'wörd '.repeat(11).trim()}…`);
  });

  it('passes over a row that is too long to be read', () => {
    const context = openRows({
      sessions: sessionRows({ s: {} }),
      messages: [{ session_id: 's', role: 'user', content: 'short', timestamp: 1_787_000_009 }],
      sql: [
        'DROP TRIGGER messages_fts_insert',
        'DROP TRIGGER messages_fts_trigram_insert',
        `INSERT INTO messages (session_id, role, content, timestamp)
         VALUES ('s', 'user', zeroblob(9000000), 1787000001)`,
      ],
    });
    expect(listSessions(context).rows[0]?.preview).toBe('short');
  });

  it('falls back to an earlier segment for words and for the name', () => {
    const { rows } = listSessions(
      openRows({
        sessions: sessionRows({
          a: { ended_at: 1_787_000_100, end_reason: 'compression', title: 'named' },
          b: { parent_session_id: 'a' },
        }),
        messages: [{ session_id: 'a', role: 'user', content: 'begin', timestamp: 1_787_000_001 }],
      }),
    );
    expect(rows[0]).toMatchObject({ id: 'b', title: null, label: 'named', preview: 'begin' });
  });
});
