import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildZoo } from '../../../test/support/session-zoo.ts';
import { openLaneContext } from '../../../test/support/lane-context.ts';
import { writeSmallDatabase } from '../../../test/support/small-database.ts';
import type { SessionView } from '../../shared/contract/sessions.ts';
import { conversationCount } from './conversation-index-state.ts';
import { viewsAhead } from './session-view-ahead.ts';
import { sessionsView } from './session-view.ts';

const FIRST: SessionView = {
  scope: 'people',
  filter: '',
  sort: 'activity',
  sources: [],
  models: [],
  states: [],
  showArchived: false,
  showChildren: false,
};

const SORTS = ['activity', 'started', 'messages', 'tokens', 'cost', 'title'] as const;
const VIEWS: readonly SessionView[] = SORTS.flatMap(sort => [
  { ...FIRST, sort },
  { ...FIRST, sort, scope: 'all' },
  { ...FIRST, sort, scope: 'automation' },
  { ...FIRST, sort, showArchived: true },
  { ...FIRST, sort, showChildren: true },
]);

function open(path: string) {
  const context = openLaneContext(path, () => 1_787_000_000);
  onTestFinished(() => {
    context.store.db.close();
  });
  const answers = () =>
    VIEWS.map(view => {
      const { revision: _, ...answer } = sessionsView(context, { view, anchorIds: [], first: 500 });
      return answer;
    });
  return { context, answers };
}

describe('what is worked out ahead', () => {
  it('changes no view, wherever it stops and whatever is committed meanwhile', () => {
    const path = writeSmallDatabase(buildZoo(5, 1));
    const writer = new Database(path);
    onTestFinished(() => {
      writer.close();
    });
    const ids = writer.prepare<[], string>('SELECT id FROM sessions').pluck().all();
    for (let stop = 0; stop < 25; stop += 1) {
      const { context, answers } = open(path);
      sessionsView(context, { view: FIRST, anchorIds: [], first: 50 });
      for (let at = 0; at < stop; at += 1) viewsAhead(context.store);
      expect(answers()).toEqual(open(path).answers());
      writer
        .prepare('UPDATE sessions SET title = ?, archived = 1 - archived WHERE id = ?')
        .run(`named ${String(stop)}`, ids[stop % ids.length]);
      viewsAhead(context.store);
      expect(answers()).toEqual(open(path).answers());
    }
  });

  it('comes to an end, and looks into no file', () => {
    const { context } = open(writeSmallDatabase(buildZoo(5, 1)));
    conversationCount(context, {});
    // The first view is not to wait for others.
    expect(viewsAhead(context.store)).toBe(false);
    sessionsView(context, { view: FIRST, anchorIds: [], first: 50 });
    context.store.db.close();
    let steps = 0;
    while (viewsAhead(context.store)) steps += 1;
    expect(steps).toBeGreaterThan(SORTS.length);
  });
});
