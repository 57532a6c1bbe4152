import { databaseFacts } from '../read-models/database-facts.ts';
import { sessionsPage, sessionsView } from '../read-models/session-view.ts';

/** Operations of the reader lane: short reads for lists, transcripts, lineage and usage. */
export const readerOps = { databaseFacts, sessionsPage, sessionsView } as const;
