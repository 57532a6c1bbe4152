import { searchMessages } from '../read-models/search-messages.ts';
import { prepareSearch } from '../read-models/search-prepare.ts';

/** Operations of the search lane: those that may run long and of which the newest alone matters. */
export const searchOps = { prepareSearch, searchMessages } as const;
