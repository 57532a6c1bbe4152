import { useQuery } from '@tanstack/react-query';
import type { ReaderPreferences } from '../../../shared/contract/app.ts';
import { APP_INFO_KEY } from '../../api/cache.ts';
import { useClient } from '../../api/client-context.tsx';
import type { ShownRows } from './queries.ts';

/** What is shown where nothing was chosen. */
export const USUAL: ReaderPreferences = {
  rewound: false,
  compacted: true,
  observed: true,
  bookkeeping: false,
  events: true,
  wrap: true,
};

/** All rows that can be shown. */
export const EVERYTHING: ShownRows = {
  showRewound: true,
  showBookkeeping: true,
  showCompacted: true,
  showObserved: true,
  showEvents: true,
};

/** What the reader shows beside the ordinary rows, as it was chosen last. */
export function useReaderPreferences(): ReaderPreferences {
  const client = useClient();
  const { data } = useQuery({ queryKey: APP_INFO_KEY, queryFn: ({ signal }) => client.app.info({}, { signal }) });
  return { ...USUAL, ...data?.preferences.reader };
}

/** The choice in the words of the contract's questions. */
export function shownRows(preferences: ReaderPreferences): ShownRows {
  return {
    showRewound: preferences.rewound,
    showBookkeeping: preferences.bookkeeping,
    showCompacted: preferences.compacted,
    showObserved: preferences.observed,
    showEvents: preferences.events,
  };
}

/** The same the other way round; what has nothing to do with rows stays. */
export function withShownRows(preferences: ReaderPreferences, shown: ShownRows): ReaderPreferences {
  return {
    ...preferences,
    rewound: shown.showRewound,
    bookkeeping: shown.showBookkeeping,
    compacted: shown.showCompacted,
    observed: shown.showObserved,
    events: shown.showEvents,
  };
}
