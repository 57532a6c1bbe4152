import { describe, expect, it } from 'vitest';
import { conformanceDatabase } from '../../../test/support/conformance.ts';
import { fixturePath } from '../../../test/support/fixtures.ts';
import { SessionDB } from './index.ts';

describe('export', () => {
  it('of a session is its row with its live messages', () => {
    const db = new SessionDB(fixturePath('v23'), { readOnly: true });
    const id = db.searchMessages('itinerary')[0]?.session_id ?? '';
    expect(db.exportSession(id)).toEqual({ ...db.getSession(id), messages: db.getMessages(id) });
    expect(db.getMessages(id).length).toBeLessThan(db.getMessages(id, { includeInactive: true }).length);
    expect(db.exportSession('nobody')).toBeNull();
    db.close();
  });

  it('of a lineage is one record of all its segments', () => {
    const db = conformanceDatabase();
    const exported = db.exportSessionLineage('A2');
    expect(exported).toMatchObject({
      id: 'A3',
      title: 'Proj #3',
      message_count: 5,
      lineage_session_ids: ['A', 'A2', 'A3'],
    });
    expect(exported?.messages.map(message => message.content)).toEqual(['root q', 'root a', 'root q', 'a2', 'a3 q']);
    expect(exported?.segments.map(segment => segment.messages.length)).toEqual([2, 2, 1]);
    expect(db.exportSessionLineage('nobody')).toBeNull();
    db.close();
  });

  it('of everything is every session, most recently active first', () => {
    const db = conformanceDatabase();
    const all = db.exportAll();
    expect(all.map(session => session.id)).toEqual(db.searchSessions({ limit: -1 }).map(session => session.id));
    expect(all).toHaveLength(15);
    expect(all.find(session => session.id === 'A')).toMatchObject({
      last_active: expect.any(Number) as number,
      title: 'Proj',
    });
    expect(db.exportAll({ source: 'tool' }).map(session => session.id)).toEqual(['T']);
    db.close();
  });
});
