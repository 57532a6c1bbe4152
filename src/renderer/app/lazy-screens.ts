import { lazy } from 'react';

const loadReader = () => import('./session-reader.tsx');
const loadSearch = () => import('../features/search/search-screen.tsx');

/** The reader, loaded after the first list is on screen. */
export const Reader = lazy(async () => ({ default: (await loadReader()).SessionReader }));
/** The message search, loaded after the first list is on screen. */
export const SearchScreen = lazy(async () => ({ default: (await loadSearch()).SearchScreen }));

/** Loads what the first screen does not need, when the window has nothing else to do. */
export function preloadScreens(): void {
  requestIdleCallback(
    () => {
      void Promise.all([loadReader(), loadSearch()]);
    },
    { timeout: 2000 },
  );
}
