import { databaseFacts } from '../read-models/database-facts.ts';
import { lineageFamily } from '../read-models/lineage.ts';
import { sessionsPage, sessionsView } from '../read-models/session-view.ts';
import { titleSearch } from '../read-models/title-search.ts';
import { usageTotals } from '../read-models/usage-totals.ts';

/** Operations of the reader lane: short reads for lists, transcripts, lineage and usage. */
export const readerOps = { databaseFacts, lineageFamily, sessionsPage, sessionsView, titleSearch, usageTotals } as const;
