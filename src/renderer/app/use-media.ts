import { useSyncExternalStore } from 'react';

/** True while a media query holds. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    changed => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => {
        list.removeEventListener('change', changed);
      };
    },
    () => window.matchMedia(query).matches,
  );
}
