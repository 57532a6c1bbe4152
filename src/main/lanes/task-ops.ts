import { deletionPlan } from '../organise/deletion-plan.ts';
import { prunePlan } from '../organise/prune-plan.ts';
import { trashList, trashReconcile } from '../organise/trash-ops.ts';
import { exportSessions } from '../exporting/export-sessions.ts';

/** Operations of the task lane: reads that take long, and what is written beside the database. */
export const taskOps = { deletionPlan, prunePlan, trashList, trashReconcile, exportSessions } as const;
