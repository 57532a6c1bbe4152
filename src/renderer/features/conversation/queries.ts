import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import { enterQuery, preparedKey, wholeKey } from './enter-query.ts';
import type { Opened, Preparation } from './enter-query.ts';
import { makeRowsAhead } from './window-rows.ts';

/** What `conversation.open` answers. */
export type OpenConversation = Awaited<ReturnType<AppClient['conversation']['open']>>;
type Entered = Awaited<ReturnType<AppClient['reading']['enter']>>;

/** Which rows are shown beside the ordinary ones. */
export interface ShownRows {
  readonly showRewound: boolean;
  readonly showBookkeeping: boolean;
  readonly showCompacted: boolean;
  readonly showObserved: boolean;
  readonly showEvents: boolean;
}

/** A conversation as far as it has been read. */
export interface OpeningConversation {
  /** The whole, or for a moment the part around the place where it opens; undefined where nothing is there yet. */
  readonly data: OpenConversation | undefined;
  readonly error: unknown;
  /** False while the answer for other shown rows is on its way. */
  readonly isFresh: boolean;
  /** Only a part of it is there. */
  readonly isPart: boolean;
  /** What is seen first has been fetched and formatted: until then only the frame around it is drawn. */
  readonly isPrepared: boolean;
  /** Where reading stopped, and the item that shows the message that was asked for. */
  readonly entered: Pick<Entered, 'place'> & { readonly itemId: number | null };
  readonly refetch: () => unknown;
}

function sameSkeleton(a: OpenConversation, b: OpenConversation): boolean {
  const { ids } = a.skeleton;
  const others = b.skeleton.ids;
  return a.fingerprint === b.fingerprint && ids.length === others.length && ids.at(-1) === others.at(-1);
}

/**
 * The chain and the skeleton of the conversation that holds a session. Of a long chain the part around the place where
 * it opens comes first, the whole when that has been painted. Other rows shown: the old ones stay until then.
 */
export function useOpenConversation(
  sessionId: string,
  messageId: number | null,
  shown: ShownRows,
): OpeningConversation {
  const client = useClient();
  const queries = useQueryClient();
  const { isPending, opened, place, isPrepared } = useEntered(sessionId, messageId, shown);
  const part = partOf(opened);
  const isPainted = usePainted(isPrepared ? part : null);
  const whole = useQuery({
    queryKey: wholeKey(sessionId, shown),
    queryFn: async ({ signal }) => {
      const opened = await client.conversation.open({ sessionId, ...shown }, { signal });
      const before = queries.getQueryData<OpenConversation>(wholeKey(sessionId, shown));
      if (before !== undefined && sameSkeleton(before, opened)) return opened;
      // Reading the answer, laying out its rows and drawing it are three turns: one would be felt.
      await nextTurn();
      makeRowsAhead(opened.skeleton);
      await nextTurn();
      return opened;
    },
    enabled: !isPending && (part === null || isPainted),
    placeholderData: (before, query) => (query?.queryKey[2] === sessionId ? before : undefined),
    structuralSharing: false,
  });
  const itemId = opened?.itemId ?? null;
  return {
    data: isPending ? undefined : (whole.data ?? part ?? undefined),
    error: whole.error,
    isFresh: !whole.isPlaceholderData,
    isPart: whole.data === undefined,
    isPrepared,
    entered: useMemo(() => ({ place, itemId }), [place, itemId]),
    refetch: whole.refetch,
  };
}

function nextTurn(): Promise<void> {
  return new Promise(done => setTimeout(done));
}

/** What is there where it is not the whole. */
function partOf(opened: Opened | null): Opened | null {
  return opened?.isPart === true ? opened : null;
}

function useEntered(sessionId: string, messageId: number | null, shown: ShownRows) {
  const client = useClient();
  const queries = useQueryClient();
  const [first, setFirst] = useState({ sessionId, messageId, shown });
  if (first.sessionId !== sessionId) setFirst({ sessionId, messageId, shown });
  const { data, isPending } = useQuery(enterQuery(client, queries, { ...first, sessionId }));
  const opened = data?.opened ?? null;
  const prepared = useQuery<Preparation>({
    queryKey: preparedKey(sessionId),
    queryFn: skipToken,
    gcTime: 0,
    structuralSharing: false,
    meta: { still: true },
  });
  const isPrepared = opened === null || (prepared.data?.opened === opened && prepared.data.isReady);
  return { isPending, opened, place: data?.place ?? null, isPrepared };
}

/** True once something has been on screen for a frame, so that what follows does not hold it up. */
function usePainted(what: unknown): boolean {
  const [painted, setPainted] = useState<unknown>(null);
  useEffect(() => {
    if (what === null) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => setPainted(what));
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [what]);
  return what !== null && painted === what;
}

/** The same skeleton as long as no row came, went or changed, so that nothing is laid out again. */
export function useSteadySkeleton(open: OpenConversation): OpenConversation['skeleton'] {
  const [steady, setSteady] = useState(open);
  if (steady === open) return steady.skeleton;
  const same = sameSkeleton(steady, open) && steady.row.id === open.row.id;
  if (!same) setSteady(open);
  return same ? steady.skeleton : open.skeleton;
}
