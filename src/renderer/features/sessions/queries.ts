import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ConversationRow, SessionView } from '../../../shared/contract/sessions.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import { useCountedView } from './counted-view.ts';
import { useSessionViewStore } from './view-store.ts';
import type { Anchor } from './view-store.ts';

type ViewAnswer = Awaited<ReturnType<AppClient['sessions']['view']>>;

/** A view with where the rows were that the list held on to when it was asked for. */
export interface SessionViewData extends ViewAnswer {
  readonly view: SessionView;
  readonly asked: readonly Anchor[];
  /** The one of `asked` that must not move on the screen. */
  readonly hold: Anchor | null;
}

/** Rows of one request; the view itself brings the first page. */
export const PAGE_SIZE = 100;
/** As many rows as the contract finds again. */
const MOST_ANCHORS = 8;

/** The shape of the present view: totals, groups, facets, hidden rows. The old one stays until the new one is there. */
export function useSessionsView() {
  const client = useClient();
  const view = useCountedView();
  const turn = useSessionViewStore(store => store.turn);
  return useQuery({
    // Not the answer that was given when the view was shown before: the rows in sight were others then.
    queryKey: ['sessions', 'view', view, turn],
    queryFn: async ({ signal }): Promise<SessionViewData> => {
      const { anchors, hold } = useSessionViewStore.getState();
      const others = anchors.filter(anchor => anchor.id !== hold?.id);
      const asked = (hold === null ? others : [hold, ...others]).slice(0, MOST_ANCHORS);
      const anchorIds = asked.map(anchor => anchor.id);
      return { ...(await client.sessions.view({ view, anchorIds, first: PAGE_SIZE }, { signal })), view, asked, hold };
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
export function useShownSessions(range: WantedRows): ListAnswer {
  const queries = useQueryClient();
  const query = useSessionsView();
  const latest = query.data;
  const [shown, setShown] = useState<OnScreen | null>(null);
  const isNewer = latest !== shown?.data;
  const moved = movedSince(shown, latest, range);
  const wanted = useMemo(() => pagesAround(range, moved, latest?.total ?? 0), [range, moved, latest?.total]);
  const { pages, complete, error } = usePages(latest, wanted);

  const isReady = isNewer ? complete : pages !== shown?.pages;
  if (latest !== undefined && isReady) setShown({ data: latest, pages, range, moved });

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

/** An answer with its pages around a range of the one before it, in which those rows were so many places above. */
interface OnScreen {
  readonly data: SessionViewData;
  readonly pages: Pages;
  readonly range: WantedRows;
  readonly moved: number;
}

/**
 * By how many places the rows of a range have moved in the latest answer: theirs are the pages that it needs, until the
 * list has scrolled along and says which rows are in sight now.
 */
function movedSince(shown: OnScreen | null, latest: SessionViewData | undefined, range: WantedRows): number {
  if (shown === null || latest === undefined) return 0;
  if (latest === shown.data) return range === shown.range ? shown.moved : 0;
  const move = steadyMove(latest);
  return move === null ? 0 : move.to - move.from;
}

/** The places of a row before and in a newer answer. */
export interface RowMove {
  readonly from: number;
  readonly to: number;
}

/**
 * The row that keeps the list in its place: the one that was to be held, else one that moved as most of those in sight
 * did, because a single one may have gone to the top of the list. Null where none is there any more.
 */
export function steadyMove({ asked, anchors, hold }: SessionViewData): RowMove | null {
  const moves = asked
    .map((anchor, at) => ({ id: anchor.id, from: anchor.index, to: anchors[at] ?? -1 }))
    .filter(move => move.to >= 0);
  const held = moves.find(move => move.id === hold?.id);
  if (held !== undefined) return held;
  const alike = (by: RowMove): number => moves.filter(move => move.to - move.from === by.to - by.from).length;
  return moves.reduce<RowMove | null>((best, move) => (best === null || alike(move) > alike(best) ? move : best), null);
}

function pagesAround(range: WantedRows, moved: number, total: number): number[] {
  const { kept } = range;
  const [first, last] = [range.first + moved, range.last + moved];
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
