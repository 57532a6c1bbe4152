import { useEffect } from 'react';
import { useSetPreferences } from '../../app/use-preferences.ts';
import { useSessionViewStore } from './view-store.ts';

/** Has main keep the choice of view for the next start, as often as it changes. */
export function useRememberedView(): void {
  const setPreferences = useSetPreferences();
  useEffect(
    () =>
      useSessionViewStore.subscribe(({ list }, before) => {
        if (JSON.stringify(list) !== JSON.stringify(before.list)) setPreferences({ list });
      }),
    [setPreferences],
  );
}
