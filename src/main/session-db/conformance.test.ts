import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conformanceDatabase, EPOCH } from '../../../test/support/conformance.ts';
import type { ListSessionsOptions } from './listing.ts';
import type { SessionDB } from './index.ts';

let db: SessionDB;
beforeEach(() => {
  db = conformanceDatabase();
});
afterEach(() => {
  db.close();
});

const listed = (options: ListSessionsOptions = {}) =>
  db
    .listSessions({ limit: -1, ...options })
    .map(row => row.id)
    .join(' ');

describe('the lineage table of the specification', () => {
  it.each([false, true])('lists conversations (by last activity: %s)', orderByLastActive => {
    expect(listed({ orderByLastActive })).toBe('E0 T LB P B A3');
  });

  it('projects a compressed conversation onto its live end', () => {
    expect(db.listSessions().find(row => row.id === 'A3')).toMatchObject({
      _lineage_root_id: 'A',
      started_at: EPOCH,
      last_active: EPOCH + 201,
      title: 'Proj #3',
      preview: 'a3 q',
      message_count: 1,
    });
  });

  it('lists the stored row without projection', () => {
    const rows = db.listSessions({ projectCompressionTips: false });
    expect(rows.map(row => row.id).join(' ')).toBe('E0 T LB P B A');
    expect(rows.at(-1)).toMatchObject({ title: 'Proj', last_active: EPOCH + 2, message_count: 2 });
    expect(rows.at(-1)).not.toHaveProperty('_lineage_root_id');
  });

  it('lists children and archived rows where asked', () => {
    expect(listed({ includeChildren: true })).toBe('E0 T O LB LB0 P U DD D B A3 A2b A2 A');
    expect(listed({ archivedOnly: true })).toBe('AR');
    expect(listed({ includeArchived: true })).toBe('E0 AR T LB P B A3');
  });

  it.each([
    ['a3', 'A3'],
    ['A2B', 'A3'],
    ['dd', ''],
  ])('finds the id part %s', (idQuery, ids) => {
    expect(listed({ orderByLastActive: true, idQuery })).toBe(ids);
  });

  it.each([
    ['proj #2', 'A3'],
    ['proj3', ''],
    ['PROJ#3', ''],
  ])('finds the title part %s', (searchQuery, ids) => {
    expect(listed({ orderByLastActive: true, searchQuery })).toBe(ids);
  });

  it('counts', () => {
    expect(db.sessionCount()).toBe(14);
    expect(db.sessionCount({ excludeChildren: true })).toBe(6);
    expect(db.sessionCount({ includeArchived: true })).toBe(15);
    expect(db.countEmptySessions()).toBe(1);
    expect(db.messageCount()).toBe(13);
    expect(db.messageCount('A')).toBe(2);
  });

  it.each([
    ['A', 'A3'],
    ['A2', 'A3'],
    ['A2b', 'A2b'],
    ['A3', 'A3'],
    ['D', 'D'],
    ['nobody', 'nobody'],
  ])('the tip of %s is %s', (id, tip) => {
    expect(db.getCompressionTip(id)).toBe(tip);
  });

  it.each([
    ['A', 'A A2 A3'],
    ['A2', 'A A2 A3'],
    ['A3', 'A A2 A3'],
    ['A2b', 'A2b'],
    ['B', 'B'],
    ['nobody', ''],
  ])('the compression lineage of %s is %s', (id, ids) => {
    expect(db.getCompressionLineage(id).join(' ')).toBe(ids);
    expect(db.getCompressionLineage(id, { childChoice: 'earliest' }).join(' ')).toBe(ids);
  });

  it.each([
    ['A', 'U'],
    ['A3', 'U'],
    ['P', 'LB'],
    ['A2b', 'A2b'],
  ])('resuming %s lands on %s', (id, target) => {
    expect(db.resolveResumeSessionId(id)).toBe(target);
  });

  it.each(['A3', 'B', 'DD'])('the root of %s is A', id => {
    expect(db.getConversationRoot(id)).toBe('A');
  });

  it('walks families up and down', () => {
    expect(db.getAncestors('DD').map(row => [row.id, row.depth])).toEqual([
      ['DD', 0],
      ['D', 1],
      ['A3', 2],
      ['A2', 3],
      ['A', 4],
    ]);
    expect(db.getDescendants('A3').map(row => [row.id, row.depth])).toEqual([
      ['A3', 0],
      ['B', 1],
      ['D', 1],
      ['U', 1],
      ['DD', 2],
    ]);
    expect(db.getAncestors('nobody')).toEqual([]);
  });

  it('joins the transcript of the ancestors', () => {
    const texts = db.getMessagesAsConversation('A3', { includeAncestors: true }).map(entry => entry.content);
    expect(texts).toEqual(['root q', 'root a', 'root q', 'a2', 'a3 q']);
  });

  it('moves a title down a conversation and nowhere else', () => {
    expect(db.setSessionTitle('A3', 'Proj')).toBe(true);
    expect(db.getSessionTitle('A')).toBeNull();
    expect(() => db.setSessionTitle('B', 'Proj')).toThrow("Title 'Proj' is already in use by session A3");
    expect(() => db.setSessionTitle('A', 'Proj')).toThrow("Title 'Proj' is already in use by session A3");
    expect(db.getSessionTitle('A3')).toBe('Proj');
  });

  it('archives along compression edges', () => {
    const archived = () =>
      db.store.db.prepare<[], string>('SELECT id FROM sessions WHERE archived = 1 ORDER BY id').pluck().all().join(' ');
    expect(db.setSessionArchived('A2b', true)).toBe(true);
    expect(archived()).toBe('A A2b AR');
    expect(db.setSessionArchived('A3', true)).toBe(true);
    expect(archived()).toBe('A A2 A2b A3 AR');
    expect(db.setSessionArchived('A3', false)).toBe(true);
    expect(archived()).toBe('A2b AR');
    expect(db.setSessionArchived('nobody', true)).toBe(false);
  });

  it('ranks ids', () => {
    expect(db.searchSessionsById('a').map(row => row.id)).toEqual(['A3', 'AR']);
  });

  it('names prune candidates as Hermes does, and keeps live conversations by default', () => {
    const hermes = { olderThanDays: 1, archived: null, keepPinned: false, keepLiveChains: false };
    const ids = (filter: object) =>
      db
        .listPruneCandidates(filter)
        .map(row => row.id)
        .sort();
    expect(ids(hermes)).toEqual(['A', 'A2', 'A2b', 'D', 'DD', 'E0', 'P', 'U']);
    expect(ids({ olderThanDays: 1 })).toEqual(['A2b', 'D', 'DD', 'E0', 'P', 'U']);
    expect(ids({ olderThanDays: 366 })).toEqual([]);
  });
});
