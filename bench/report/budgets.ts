import type { AtLeast, AtMost, Budget } from './figure.ts';

const most = (value: number, more: Partial<AtMost> = {}): AtMost => ({ of: 'value', most: value, ...more });
const ratio = (value: number): AtMost => ({ of: 'ratio', most: value });
const leastRatio = (value: number): AtLeast => ({ of: 'ratio', least: value });

/** What each figure is held against; null where it is only to be known. Source: design §9. */
export const BUDGETS = {
  'start-first-list': ratio(1.3),
  'list-first-page': most(10, { fasterThanPeer: 10 }),
  'list-first-page-cold': null,
  'list-deep-page': most(10, { fasterThanPeer: 10 }),
  'list-views': most(10),
  'search-p95': most(60, { fasterThanPeer: 3 }),
  'search-lane-ratio': ratio(1.3),
  'search-cjk-p95': most(60),
  'open-at-hit': most(150),
  'reading-task': most(50),
  'reading-nodes': most(1500, { exclusive: true }),
  'hostile-task': most(50),
  'longest-task': most(50),
  'frame-p99': ratio(1.5),
  'dom-nodes': most(1500, { exclusive: true }),
  'dashboard-90d': most(100),
  'memory-over-empty': most(120),
  'idle-cpu': most(1, { exclusive: true }),
  'external-write': most(1000, { exclusive: true }),
  'cancel-p95': most(50),
  'export-ratio': leastRatio(0.6),
  'append-1': ratio(1.5),
  'append-4': ratio(1.5),
  'delete-1000': ratio(1.5),
  'fts-rebuild': ratio(1.5),
  'migrate-v11': ratio(1.5),
} as const satisfies Record<string, Budget | null>;

/** A figure that can be measured. */
export type FigureId = keyof typeof BUDGETS;

/** True for an id of {@link BUDGETS}. */
export function isFigureId(id: string): id is FigureId {
  return Object.hasOwn(BUDGETS, id);
}
