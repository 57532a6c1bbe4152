import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AppClient } from '../../../shared/contract/index.ts';
import type { SessionView } from '../../../shared/contract/sessions.ts';
import { useClient } from '../../api/client-context.tsx';
import { useUiStore } from '../ui-store.ts';
import { useSessionViewStore } from '../../features/sessions/view-store.ts';

/** A session that was found, the conversation that holds it, and why that is not in the list. */
export type FoundSession = Awaited<ReturnType<AppClient['sessions']['where']>>['found'][number];

/** What a text finds. */
export interface FoundSessions {
  readonly found: readonly FoundSession[];
  readonly total: number;
  readonly isLooking: boolean;
  readonly error: Error | null;
}

const LIMIT = 12;
const NOTHING: FoundSessions = { found: [], total: 0, isLooking: false, error: null };
const RECENT = 8;
/** As many are asked for, should some of them be gone. */
const MOST_ASKED = 40;

/** Sessions by id, start of an id or title. The newest text wins: what an older one asked for is cancelled. */
export function useFoundSessions(text: string, enabled: boolean): FoundSessions {
  const client = useClient();
  const view = useSessionViewStore(store => store.view);
  const asked = text.trim();
  const isAsked = enabled && asked !== '';
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['sessions', 'where', asked, view],
    queryFn: ({ signal }) => client.sessions.where({ text: asked, view, limit: LIMIT }, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (!isAsked) return NOTHING;
  return { found: data?.found ?? [], total: data?.total ?? 0, isLooking: isPlaceholderData || isFetching, error };
}

/** What is offered while nothing is typed. */
export interface RecentSessions {
  readonly sessions: readonly FoundSession[];
  /** False where none was opened yet: then they are the latest of the file. */
  readonly wereOpened: boolean;
}

/** The conversations that were opened last, without the one that is open; the latest of the file where there are none. */
export function useRecentSessions(enabled: boolean): RecentSessions {
  const client = useClient();
  const view = useSessionViewStore(store => store.view);
  const entries = useUiStore(store => store.entries);
  const current = useUiStore(store => store.place.sessionId);
  const ids = enabled ? openedBefore(entries, current) : [];
  const opened = useQuery({
    queryKey: ['sessions', 'recent', ids, view],
    queryFn: async ({ signal }) => {
      const found: FoundSession[] = [];
      for (const text of ids) {
        const answer = await client.sessions.where({ text, view, limit: LIMIT, exact: true }, { signal });
        found.push(...answer.found.filter(one => one.sessionId === text));
        if (found.length >= RECENT) break;
      }
      return found;
    },
    enabled: ids.length > 0,
  });
  const isFirst = enabled && ids.length === 0;
  const latest = useQuery({
    queryKey: ['sessions', 'latest', view],
    queryFn: async ({ signal }) => {
      const input = { view: latestOf(view), offset: 0, limit: RECENT };
      const { rows } = await client.sessions.page(input, { signal });
      // Without the order of the list, in which what is pinned comes first.
      const byTime = [...rows].sort((a, b) => (b.lastActive ?? 0) - (a.lastActive ?? 0));
      return byTime.map(row => ({ sessionId: row.id, row, index: -1, reason: null }));
    },
    enabled: isFirst,
  });
  if (!isFirst) return { sessions: opened.data ?? [], wereOpened: true };
  return { sessions: latest.data?.filter(one => one.sessionId !== current) ?? [], wereOpened: false };
}

function openedBefore(
  entries: readonly { readonly place: { readonly sessionId: string | null } }[],
  current: string | null,
): string[] {
  const ids = entries.map(entry => entry.place.sessionId).filter(id => id !== null && id !== current);
  return [...new Set(ids.reverse())].filter(id => id !== null).slice(0, MOST_ASKED);
}

/** The list as it is, by time, with nothing inside the rows. */
function latestOf(view: SessionView): SessionView {
  return { ...view, sort: 'activity', group: 'none', expanded: [] };
}
