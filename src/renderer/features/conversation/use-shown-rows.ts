import { useCallback, useMemo, useState } from 'react';
import { useSetPreferences } from '../../app/use-preferences.ts';
import type { ShownRows } from './queries.ts';
import { EVERYTHING, shownRows, useReaderPreferences, withShownRows } from './reader-preferences.ts';

/** Which rows are shown: those of the preferences, or all of them where a hidden one was asked for. */
export function useShownRows(sessionId: string) {
  const preferences = useReaderPreferences();
  const setPreferences = useSetPreferences();
  const [revealedIn, setRevealedIn] = useState<string | null>(null);
  const isRevealed = revealedIn === sessionId;
  const { rewound, compacted, observed, bookkeeping, events } = preferences;
  const chosen = useMemo(
    () => shownRows({ rewound, compacted, observed, bookkeeping, events, wrap: true }),
    [rewound, compacted, observed, bookkeeping, events],
  );
  return {
    shown: isRevealed ? EVERYTHING : chosen,
    isRevealed,
    onShown: (shown: ShownRows): void => {
      setRevealedIn(null);
      setPreferences({ reader: withShownRows(preferences, shown) });
    },
    onReveal: useCallback(() => setRevealedIn(sessionId), [sessionId]),
    onHideAgain: () => setRevealedIn(null),
  };
}
