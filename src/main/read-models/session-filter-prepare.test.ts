import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { EVERYTHING } from '../../../test/support/list-view.ts';
import { openRows, sessionRows } from '../../../test/support/session-list.ts';
import { filterPreparing } from './session-filter-prepare.ts';
import { sessionsView } from './session-view.ts';

it('reads in pieces what the first text is compared with, so that no message is read then', () => {
  const ids = Array.from({ length: 4000 }, (_, at) => `s${String(at)}`);
  const context = openRows({
    sessions: sessionRows(Object.fromEntries(ids.map(id => [id, { title: null }]))),
    messages: ids.map(id => ({ session_id: id, role: 'user', content: `words of ${id}`, timestamp: 1_787_000_000 })),
  });
  for (let from: number | null = 0; from !== null;) {
    const { next }: { next: number | null } = filterPreparing(context, { from });
    expect(next ?? Infinity).toBeGreaterThan(from);
    from = next;
  }
  const writer = new Database(context.store.path);
  writer.exec("UPDATE messages SET content = 'something else'");
  writer.close();
  const { total } = sessionsView(context, { view: { ...EVERYTHING, filter: 'words' }, anchorIds: [], first: 0 });
  expect(total).toBe(ids.length);
});
