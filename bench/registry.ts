import { append } from './figures/append.ts';
import { cancelP95 } from './figures/cancel-p95.ts';
import { dashboard90d } from './figures/dashboard-90d.ts';
import { delete1000 } from './figures/delete-1000.ts';
import { exportRatio } from './figures/export-ratio.ts';
import { externalWrite } from './figures/external-write.ts';
import { ftsRebuild } from './figures/fts-rebuild.ts';
import { hostileTask } from './figures/hostile-task.ts';
import { idleCpu } from './figures/idle-cpu.ts';
import { listPages } from './figures/list-pages.ts';
import { listViews } from './figures/list-views.ts';
import { memoryOverEmpty } from './figures/memory-over-empty.ts';
import { migrateV11 } from './figures/migrate-v11.ts';
import { openAtHit } from './figures/open-at-hit.ts';
import { reading } from './figures/reading.ts';
import { searchLaneRatio } from './figures/search-lane-ratio.ts';
import { searchPainted } from './figures/search-painted.ts';
import { smoothness } from './figures/smoothness.ts';
import { startFirstList } from './figures/start-first-list.ts';
import type { AnyMeasurement } from './measurement.ts';

/** Everything that is measured, in this order. */
export const MEASUREMENTS: readonly AnyMeasurement[] = [
  startFirstList,
  listPages,
  listViews,
  searchLaneRatio,
  searchPainted,
  openAtHit,
  reading,
  hostileTask,
  smoothness,
  dashboard90d,
  memoryOverEmpty,
  idleCpu,
  externalWrite,
  cancelP95,
  exportRatio,
  append,
  delete1000,
  ftsRebuild,
  migrateV11,
];
