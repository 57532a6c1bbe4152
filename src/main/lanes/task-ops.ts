/** Operations of the task lane: reads that take long, and what is written beside the database. */
export const taskOps = {} as const;
