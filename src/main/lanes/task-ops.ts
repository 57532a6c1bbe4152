import { exportSessions } from '../exporting/export-sessions.ts';

/** Operations of the task lane: reads that take long, and what is written beside the database. */
export const taskOps = { exportSessions } as const;
