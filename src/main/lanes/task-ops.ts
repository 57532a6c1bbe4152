import { deletionPlan } from '../organise/deletion-plan.ts';
import { prunePlan } from '../organise/prune-plan.ts';
import { trashList } from '../organise/trash-ops.ts';
import { exportSessions } from '../exporting/export-sessions.ts';
import { settleInterruptions } from '../maintenance/settle-interruptions.ts';
import { backUp, checkDatabase, fileHolders, upgradePlan } from '../maintenance/task-upkeep.ts';

/** Operations of the task lane: reads that take long, and what is written beside the database. */
export const taskOps = {
  backUp,
  checkDatabase,
  deletionPlan,
  exportSessions,
  fileHolders,
  prunePlan,
  settleInterruptions,
  trashList,
  upgradePlan,
} as const;
