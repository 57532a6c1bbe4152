import type { QueryClient } from '@tanstack/react-query';
import { APP_INFO_KEY } from '../api/cache.ts';
import type { AppClient } from '../../shared/contract/index.ts';
import { enterQuery } from '../features/conversation/enter-query.ts';
import { shownRows, USUAL } from '../features/conversation/reader-preferences.ts';
import { useUiStore } from './ui-store.ts';
import type { AppInfo } from './window.tsx';

/**
 * Asks for a conversation at the moment of the click that opens it, not when its reader has been drawn.
 *
 * @returns ends it.
 */
export function enterAhead(client: AppClient, queries: QueryClient): () => void {
  return useUiStore.subscribe(({ place }, { place: before }) => {
    const { sessionId, messageId } = place;
    if (sessionId === before.sessionId && place.screen === before.screen) return;
    // Whoever goes through a list quickly wants the last one.
    void queries.cancelQueries({ queryKey: ['conversation', 'enter', before.sessionId], type: 'inactive' });
    if (sessionId === null || place.screen !== 'sessions') return;
    const chosen = queries.getQueryData<AppInfo>(APP_INFO_KEY)?.preferences.reader;
    const shown = shownRows({ ...USUAL, ...chosen });
    // The reader asks for the same, and says what went wrong.
    queries.query(enterQuery(client, queries, { sessionId, messageId, shown })).catch(() => undefined);
  });
}
