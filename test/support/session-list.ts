import { onTestFinished } from 'vitest';
import type { LaneContext } from '../../src/main/lanes/context.ts';
import { sessionsView } from '../../src/main/read-models/session-view.ts';
import type { SessionView } from '../../src/shared/contract/sessions.ts';
import { openLaneContext } from './lane-context.ts';
import { EVERYTHING } from './list-view.ts';
import { type SmallDatabase, writeSmallDatabase } from './small-database.ts';

/** A context over a new file with these rows, closed when the running test ends. */
export function openRows(rows: SmallDatabase, now?: number): LaneContext {
  const context = openLaneContext(writeSmallDatabase(rows), now === undefined ? undefined : () => now);
  onTestFinished(() => {
    context.store.db.close();
  });
  return context;
}

/** The session list, at most 200 rows of it. */
export function listSessions(context: LaneContext, view: Partial<SessionView> = {}, anchorIds: string[] = []) {
  return sessionsView(context, { view: { ...EVERYTHING, ...view }, anchorIds, first: 200 });
}

/** Ids of rows, in their order. */
export function idsOf({ rows }: { readonly rows: readonly { readonly id: string }[] }): string[] {
  return rows.map(row => row.id);
}

/** One session for each pair of an id and its columns. */
export function sessionRows(rows: Readonly<Record<string, object>>): SmallDatabase['sessions'] {
  return Object.entries(rows).map(([id, columns]) => ({ id, source: 'cli', started_at: 1_787_000_000, ...columns }));
}
