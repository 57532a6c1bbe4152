import { searchMessages } from '../read-models/search-messages.ts';

/** Operations of the search lane: those that may run long and of which the newest alone matters. */
export const searchOps = { searchMessages } as const;
