import type { LaneContext } from '../lanes/context.ts';
import type { Store } from '../session-db/store.ts';

/** One row for each message that the word index received. */
const RECEIVED = 'messages_fts_docsize';

interface KnownGaps {
  readonly ids: readonly number[];
  readonly upTo: number;
  readonly version: number;
}

const known = new WeakMap<Store, KnownGaps>();

/**
 * Messages that the word index never received, because a trigger was missing or a rebuild is not finished; the newest
 * first. Looked for once in the whole file, then among new messages only; those known are looked at again after every
 * commit. Spec: compat-notes 54.
 */
export function findGaps(context: LaneContext): readonly number[] {
  const { store } = context;
  if (!store.catalog.columns.has(RECEIVED)) return [];
  const version = Number(store.db.pragma('data_version', { simple: true }));
  const before = known.get(store);
  if (before?.version === version) return before.ids;
  const ids = before === undefined ? firstLook(context) : lookAgain(context, before);
  const upTo = Number(store.db.prepare('SELECT MAX(id) FROM messages').pluck().get() ?? 0);
  known.set(store, { ids, upTo, version });
  return ids;
}

/** Comparing two counts takes a fraction of comparing the rows. */
function firstLook(context: LaneContext): number[] {
  const count = (table: string) => context.store.db.prepare(`SELECT count(*), MAX(id) FROM ${table}`).raw().get();
  return String(count('messages')) === String(count(RECEIVED)) ? [] : missingAfter(context, 0);
}

function lookAgain(context: LaneContext, { ids, upTo }: KnownGaps): number[] {
  const stillMissing =
    ids.length === 0
      ? []
      : context.store.db
          .prepare<[string], number>(
            `SELECT m.id FROM json_each(?) wanted CROSS JOIN messages m ON m.id = wanted.value
             WHERE ${context.guard('m.id')} AND NOT EXISTS (SELECT 1 FROM ${RECEIVED} WHERE id = m.id)`,
          )
          .pluck()
          .all(JSON.stringify(ids));
  return [...missingAfter(context, upTo), ...stillMissing];
}

function missingAfter(context: LaneContext, id: number): number[] {
  return context.store.db
    .prepare<[number], number>(
      `SELECT m.id FROM messages m WHERE ${context.guard('m.id')} AND m.id > ?
       AND NOT EXISTS (SELECT 1 FROM ${RECEIVED} WHERE id = m.id) ORDER BY m.id DESC`,
    )
    .pluck()
    .all(id);
}
