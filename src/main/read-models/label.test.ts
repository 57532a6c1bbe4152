import { expect, it } from 'vitest';
import { EVERYTHING } from '../../../test/support/list-view.ts';
import { listSessions, openRows, sessionRows } from '../../../test/support/session-list.ts';
import { unpackLineage } from '../../shared/lineage-table.ts';
import { lineageFamily } from './lineage.ts';
import { sessionsPage } from './session-view.ts';
import { sessionsWhere } from './session-view-where.ts';
import { titleSearch } from './title-search.ts';

it('a title in which nothing can be seen is no name: the opening words are, in the list and wherever it is found', () => {
  for (const title of ['\u200b', ' \t', '\u2060\ufeff', '\u3164', '\0']) {
    const context = openRows({
      sessions: sessionRows({ unseen: { title } }),
      messages: [{ session_id: 'unseen', role: 'user', content: 'what was said', timestamp: 1_787_000_000 }],
    });
    expect(listSessions(context, {}).rows[0]?.label).toBe('what was said');
    const { rows } = sessionsPage(context, { view: EVERYTHING, offset: 0, limit: 1 });
    expect(rows[0]?.label).toBe('what was said');
    expect(sessionsWhere(context, { text: 'unseen', view: EVERYTHING, limit: 1 }).found[0]?.row.label).toBe(
      'what was said',
    );
    const { table } = lineageFamily(context, { sessionId: 'unseen' });
    expect(unpackLineage(table)[0]?.label).toBe('what was said');
    const { conversations } = titleSearch(context, { text: 'unseen', sort: 'relevance', sources: [], roles: [] });
    expect(conversations[0]?.label.map(part => part.text).join('')).toContain('what was said');
  }
});
