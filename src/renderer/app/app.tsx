import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import type { AppClient } from '../../shared/contract/index.ts';
import { APP_INFO_KEY } from '../api/cache.ts';
import { ClientContext, useClient } from '../api/client-context.tsx';
import { useSessionViewStore } from '../features/sessions/view-store.ts';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { showPreferences } from './appearance.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { setLocale } from './format.ts';
import { keepChoicesWithPlaces } from './kept-choices.ts';
import { useShortcuts } from './shortcuts.ts';
import { useUndoKey } from './use-undo-key.ts';
import { ReadyMark } from './ready-mark.ts';
import { Window } from './window.tsx';

keepChoicesWithPlaces();

/** The whole window. */
export function App({ client, queries }: { client: AppClient; queries: QueryClient }) {
  return (
    <ErrorBoundary>
      <ClientContext value={client}>
        <QueryClientProvider client={queries}>
          <TooltipProvider>
            <Prepared />
          </TooltipProvider>
        </QueryClientProvider>
      </ClientContext>
    </ErrorBoundary>
  );
}

/** Waits for the locale and the preferences, which take no longer than a message to main, and nothing else. */
function Prepared() {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: APP_INFO_KEY,
    queryFn: async ({ signal }) => {
      const info = await client.app.info({}, { signal });
      setLocale(info.locale);
      useSessionViewStore.getState().adopt(info.preferences.list);
      return info;
    },
  });
  useShortcuts();
  useUndoKey();
  useEffect(() => {
    document.documentElement.lang = 'en';
  }, []);
  useLayoutEffect(() => {
    if (data !== undefined) showPreferences(data.preferences);
  }, [data]);
  if (error !== null) throw error;
  return (
    <>
      <ReadyMark />
      {data === undefined ? null : <Window info={data} />}
    </>
  );
}
