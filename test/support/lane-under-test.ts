import type { LaneContext } from '../../src/main/lanes/context.ts';
import { serveLane } from '../../src/main/lanes/serve-lane.ts';

let ahead: { readonly steps: Int32Array; readonly fails: boolean } | null = null;

/** Never comes to an end. */
function workAhead(): boolean {
  if (ahead === null) return false;
  Atomics.add(ahead.steps, 0, 1);
  if (ahead.fails) throw new Error('work ahead that fails');
  return true;
}

/** Thread entry of the lane tests: operations that are slow, greedy or broken. */
const OPS = {
  /** A statement that would run for minutes. */
  count: ({ store, guard }: LaneContext, { to, started }: { to: number; started: SharedArrayBuffer }) => {
    Atomics.add(new Int32Array(started), 0, 1);
    return store.db
      .prepare<[number], { n: number }>(
        `WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
         SELECT count(*) AS n FROM numbers WHERE ${guard('i')}`,
      )
      .get(to)?.n;
  },
  /** A loop in TypeScript that never ends by itself. */
  loop: ({ checkCancelled }: LaneContext, { started }: { started: SharedArrayBuffer }) => {
    Atomics.add(new Int32Array(started), 0, 1);
    for (;;) checkCancelled();
  },
  sessions: ({ store }: LaneContext) => store.db.prepare('SELECT id FROM sessions ORDER BY id').pluck().all(),
  columns: ({ store }: LaneContext, table: string) => store.catalog.columns.get(table) ?? null,
  numbers: () => ({ whole: Float64Array.of(1, 2, 3), part: new Float64Array([4, 5, 6]).subarray(1) }),
  notCloneable: () => () => 1,
  badSql: ({ store }: LaneContext) => store.db.prepare('SELECT nothing FROM nowhere').all(),
  write: ({ store }: LaneContext) => store.db.prepare('DELETE FROM sessions').run(),
  leave: () => process.exit(3),
  throwLater: () => {
    queueMicrotask(() => {
      throw new Error('thrown outside any request');
    });
  },
  exhaust: () => {
    const hoard: number[][] = [];
    for (;;) hoard.push(Array.from({ length: 100_000 }, (_, index) => index + hoard.length));
  },
  workAhead: (_: LaneContext, { steps, fails }: { steps: SharedArrayBuffer; fails: boolean }) => {
    ahead = { steps: new Int32Array(steps), fails };
  },
};

serveLane(OPS, workAhead);
