import type { Budget } from './figure.ts';

const most = (value: number, more: Partial<Budget> = {}): Budget => ({ of: 'value', most: value, ...more });
const ratio = (value: number): Budget => ({ of: 'ratio', most: value });

/** What each figure is held against; null where it is only to be known. Source: design §9. */
export const BUDGETS = {
  'start-first-list': ratio(1.3),
  'list-first-page': most(10, { fasterThanPeer: 10 }),
  'list-first-page-cold': null,
  'list-deep-page': most(10, { fasterThanPeer: 10 }),
  'search-p95': most(60, { fasterThanPeer: 3 }),
  'search-lane-ratio': ratio(1.3),
  'search-cjk-p95': most(60),
  'open-at-hit': most(150),
  'longest-task': most(50),
  'frame-p99': ratio(1.5),
  'dom-nodes': most(1500, { exclusive: true }),
  'dashboard-90d': most(100),
  'memory-over-empty': most(120),
  'idle-cpu': most(1, { exclusive: true }),
  'external-write': most(1000, { exclusive: true }),
  'cancel-p95': most(50),
} as const satisfies Record<string, Budget | null>;

/** A figure that can be measured. */
export type FigureId = keyof typeof BUDGETS;

/** Figures of parts that the app does not have yet, and why there is no number. */
export const NOT_YET: Readonly<Record<string, string>> = {
  'export-ratio': 'The app has no export yet.',
  'append-1': 'The app writes nothing yet; it is measured once there is a writer lane.',
  'append-4': 'The app writes nothing yet; it is measured once there is a writer lane.',
  'migrate-v11': 'The app does not upgrade databases yet.',
  'fts-rebuild': 'The app does not rebuild the search index yet.',
  'delete-1000': 'The app does not delete yet.',
};

/** True for an id of {@link BUDGETS}. */
export function isFigureId(id: string): id is FigureId {
  return Object.hasOwn(BUDGETS, id);
}
