import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ConversationRow, SessionView } from '../../../shared/contract/sessions.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import { useSessionViewStore } from './view-store.ts';
import type { Anchor } from './view-store.ts';

type ViewAnswer = Awaited<ReturnType<AppClient['sessions']['view']>>;

/** A view with where the rows were that the list held on to when it was asked for. */
export interface SessionViewData extends ViewAnswer {
  readonly view: SessionView;
  readonly asked: readonly Anchor[];
}

/** Rows of one request; the view itself brings the first page. */
export const PAGE_SIZE = 100;

/** The shape of the present view: totals, groups, facets, hidden rows. The old one stays until the new one is there. */
export function useSessionsView() {
  const client = useClient();
  const view = useSessionViewStore(store => store.view);
  return useQuery({
    queryKey: ['sessions', 'view', view],
    queryFn: async ({ signal }): Promise<SessionViewData> => {
      const asked = useSessionViewStore.getState().anchors;
      const anchorIds = asked.map(anchor => anchor.id);
      return { ...(await client.sessions.view({ view, anchorIds, first: PAGE_SIZE }, { signal })), view, asked };
    },
    placeholderData: keepPreviousData,
  });
}

/** What the list shows: one answer of `sessions.view` with the rows of that very revision. */
export interface ShownSessions {
  readonly data: SessionViewData;
  /** The row at a place; undefined while its page is on its way. */
  rowAt(index: number): ConversationRow | undefined;
}

/** The list as far as it is known, and what went wrong with the last request. */
export interface ListAnswer {
  readonly shown: ShownSessions | null;
  readonly error: unknown;
  /** Asks again for what failed, the view or pages of it. */
  readonly retry: () => void;
}

/** The rows in sight, and one that is drawn wherever it is; -1 for none. */
export interface WantedRows {
  readonly first: number;
  readonly last: number;
  readonly kept: number;
}

type Pages = ReadonlyMap<number, readonly ConversationRow[]>;

/**
 * The rows of a view around the visible ones, fetched by page. A newer view takes the place of the one on screen in
 * one step, when its visible rows are there, so that places and rows never come from two states of the file.
 */
export function useShownSessions({ first, last, kept }: WantedRows): ListAnswer {
  const queries = useQueryClient();
  const query = useSessionsView();
  const latest = query.data;
  const total = latest?.total ?? 0;
  const wanted = useMemo(() => pagesAround({ first, last, kept }, total), [first, last, kept, total]);
  const { pages, complete, error } = usePages(latest, wanted);
  const [shown, setShown] = useState<{ data: SessionViewData; pages: Pages } | null>(null);

  const isNewer = latest !== shown?.data;
  if (latest !== undefined && (isNewer ? complete : pages !== shown?.pages)) setShown({ data: latest, pages });

  const result = useMemo(
    (): ShownSessions | null =>
      shown === null
        ? null
        : {
            data: shown.data,
            rowAt: index => shown.pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
          },
    [shown],
  );
  const retry = (): void => {
    void queries.refetchQueries({
      queryKey: ['sessions'],
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    });
  };
  return { shown: result, error: query.error ?? error, retry };
}

/** True where two ranges need the same pages. */
export function asksForSamePages(a: WantedRows, b: WantedRows): boolean {
  const page = (row: number): number => Math.floor(row / (PAGE_SIZE / 2));
  return page(a.first) === page(b.first) && page(a.last) === page(b.last) && page(a.kept) === page(b.kept);
}

function pagesAround({ first, last, kept }: WantedRows, total: number): number[] {
  const lastPage = Math.max(0, Math.ceil(total / PAGE_SIZE) - 1);
  const from = Math.min(lastPage, Math.max(0, Math.floor((first - PAGE_SIZE / 2) / PAGE_SIZE)));
  const to = Math.min(lastPage, Math.floor((last + PAGE_SIZE / 2) / PAGE_SIZE));
  const around = Array.from({ length: Math.max(0, to - from) + 1 }, (_, at) => from + at);
  const keptPage = Math.floor(kept / PAGE_SIZE);
  return kept < 0 || kept >= total || around.includes(keptPage) ? around : [...around, keptPage];
}

interface CombinedPages {
  readonly rows: readonly (readonly ConversationRow[] | null | undefined)[];
  readonly complete: boolean;
  readonly error: unknown;
}

function combinePages(results: readonly UseQueryResult<ConversationRow[] | null>[]): CombinedPages {
  return {
    rows: results.map(result => result.data),
    complete: results.every(result => !result.isPending),
    error: results.find(result => result.error !== null)?.error ?? null,
  };
}

/** Pages carry the revision in their key: one of an older state of the file is never mixed with a newer one. */
function usePages(data: SessionViewData | undefined, wanted: readonly number[]) {
  const client = useClient();
  const further = useMemo(() => (data === undefined ? [] : wanted.filter(page => page > 0)), [data, wanted]);
  const combined = useQueries({
    queries: further.map(page => pageQuery(client, data, page)),
    combine: combinePages,
  });
  const pages = useMemo((): Pages => {
    const found = new Map<number, readonly ConversationRow[]>();
    if (data !== undefined) found.set(0, data.rows);
    further.forEach((page, at) => {
      const rows = combined.rows[at];
      if (rows !== undefined && rows !== null) found.set(page, rows);
    });
    return found;
  }, [data, further, combined.rows]);
  return { pages, complete: combined.complete, error: combined.error };
}

function pageQuery(client: AppClient, data: SessionViewData | undefined, page: number) {
  return {
    queryKey: ['sessions', 'page', data?.view, data?.revision, page],
    queryFn: async (context: { signal: AbortSignal; client: QueryClient }): Promise<ConversationRow[] | null> => {
      if (data === undefined) return null;
      const input = { view: data.view, offset: page * PAGE_SIZE, limit: PAGE_SIZE };
      const answer = await client.sessions.page(input, { signal: context.signal });
      if (answer.revision === data.revision) return answer.rows;
      void context.client.invalidateQueries({ queryKey: ['sessions', 'view'] });
      return null;
    },
    meta: { still: true },
  };
}

/**
 * Where the conversation of a session stands in the list on screen, for one that was opened from elsewhere; -1 where
 * it is not in the list, and while that is not known. Asked once: the row itself says the rest.
 */
export function usePlaceOf(sessionId: string | null, data: SessionViewData | undefined): number {
  const client = useClient();
  const query = useQuery({
    queryKey: ['sessions', 'place', data?.view, sessionId],
    queryFn: async ({ signal }) => {
      if (data === undefined || sessionId === null) return -1;
      const answer = await client.sessions.view({ view: data.view, anchorIds: [sessionId], first: 0 }, { signal });
      return answer.anchors[0] ?? -1;
    },
    enabled: data !== undefined && sessionId !== null,
    meta: { still: true },
  });
  return query.data ?? -1;
}
