import type { QueryClient } from '@tanstack/react-query';
import { APP_INFO_KEY } from '../api/cache.ts';
import type { AppClient } from '../../shared/contract/index.ts';
import { AHEAD_KEY, aheadQuery, enterKey, enterQuery, enterWithAhead } from '../features/conversation/enter-query.ts';
import type { Entry } from '../features/conversation/enter-query.ts';
import { shownRows, USUAL } from '../features/conversation/reader-preferences.ts';
import { provideOpenings } from './openings.ts';
import { useUiStore } from './ui-store.ts';
import type { AppInfo } from './window.tsx';

/**
 * Asks for a conversation at the moment of the click that opens it, not when its reader has been drawn; or before that
 * where it is known which one it will be.
 *
 * @returns ends it.
 */
export function enterAhead(client: AppClient, queries: QueryClient): () => void {
  const entryOf = (target: Pick<Entry, 'sessionId' | 'messageId'>): Entry => {
    const chosen = queries.getQueryData<AppInfo>(APP_INFO_KEY)?.preferences.reader;
    return { ...target, shown: shownRows({ ...USUAL, ...chosen }) };
  };
  const endOpening = useUiStore.subscribe(({ place }, { place: before }) => {
    const { sessionId, messageId } = place;
    if (sessionId === before.sessionId && place.screen === before.screen) return;
    // Whoever goes through a list quickly wants the last one.
    if (before.sessionId !== null)
      void queries.cancelQueries({ queryKey: enterKey(before.sessionId), type: 'inactive' });
    if (sessionId === null || place.screen !== 'sessions') return;
    // What an earlier opening was given may be about another message, or older than where reading stopped.
    queries.removeQueries({ queryKey: enterKey(sessionId), type: 'inactive' });
    const entry = entryOf({ sessionId, messageId });
    if (enterWithAhead(client, queries, entry)) return;
    // The reader asks for the same, and says what went wrong.
    queries.query(enterQuery(client, queries, entry)).catch(() => undefined);
  });
  const endAhead = provideOpenings(target => {
    const ahead = aheadQuery(client, entryOf(target));
    const { queryHash } = queries.defaultQueryOptions(ahead);
    queries.removeQueries({ queryKey: AHEAD_KEY, predicate: other => other.queryHash !== queryHash });
    // Whoever opens it asks again, and is told what is wrong with it.
    queries.query(ahead).catch(() => undefined);
  });
  return () => {
    endOpening();
    endAhead();
  };
}
