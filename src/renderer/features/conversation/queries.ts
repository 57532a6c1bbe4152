import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import { prepareBodies } from './bodies-query.ts';

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
  const { isPending, opened, place, isPrepared } = useEntered(sessionId, messageId, shown);
  const part = opened?.isPart === true ? opened : null;
  const isPainted = usePainted(isPrepared ? part : null);
  const whole = useQuery({
    queryKey: wholeKey(sessionId, shown),
    queryFn: ({ signal }) => client.conversation.open({ sessionId, ...shown }, { signal }),
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

function wholeKey(sessionId: string, shown: ShownRows) {
  return ['conversation', 'open', sessionId, shown] as const;
}

/**
 * Asked once for each opening: where reading stopped is of interest only then. What is seen first is got ready
 * meanwhile, so that it is drawn once.
 */
function useEntered(sessionId: string, messageId: number | null, shown: ShownRows) {
  const client = useClient();
  const queries = useQueryClient();
  const [first, setFirst] = useState({ sessionId, messageId, shown });
  if (first.sessionId !== sessionId) setFirst({ sessionId, messageId, shown });
  const { data, isPending } = useQuery({
    queryKey: ['conversation', 'enter', sessionId],
    queryFn: async ({ signal }) => {
      const asked = { sessionId, messageId: first.messageId };
      const entered = await client.reading.enter({ ...asked, ...first.shown }, { signal });
      const { opened, place } = entered;
      if (opened === null) return { ...entered, prepared: null };
      if (!opened.isPart) queries.setQueryData<OpenConversation>(wholeKey(sessionId, first.shown), opened);
      const at = opened.itemId ?? place?.messageId ?? null;
      return { ...entered, prepared: prepareBodies({ client, queries, signal }, opened, at) };
    },
    gcTime: 0,
    structuralSharing: false,
    meta: { still: true },
  });
  const isPrepared = useSettled(data?.prepared ?? null);
  return { isPending, opened: data?.opened ?? null, place: data?.place ?? null, isPrepared };
}

/** True once a promise has been kept, and where there is none. */
function useSettled(promise: Promise<unknown> | null): boolean {
  const [settled, setSettled] = useState<unknown>(null);
  useEffect(() => {
    if (promise === null) return undefined;
    let isWanted = true;
    void promise.then(() => {
      if (isWanted) setSettled(promise);
    });
    return () => {
      isWanted = false;
    };
  }, [promise]);
  return promise === settled;
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
