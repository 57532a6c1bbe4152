import { useQueries, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { MessageBody } from '../../../shared/contract/conversation.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import type { RowRange } from './anchoring.ts';

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
  /** Where reading stopped, and the item that shows the message that was asked for. */
  readonly entered: Pick<Entered, 'place'> & { readonly itemId: number | null };
  readonly refetch: () => unknown;
}

const CHUNK = 32;
const AHEAD = 12;
const KEPT_MS = 20_000;

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
  const { isPending, near, place } = useEntered(sessionId, messageId, shown);
  const isPainted = usePainted(near);
  const whole = useQuery({
    queryKey: ['conversation', 'open', sessionId, shown],
    queryFn: ({ signal }) => client.conversation.open({ sessionId, ...shown }, { signal }),
    enabled: !isPending && (near === null || isPainted),
    placeholderData: (before, query) => (query?.queryKey[2] === sessionId ? before : undefined),
    structuralSharing: false,
  });
  const itemId = near?.itemId ?? null;
  return {
    data: isPending ? undefined : (whole.data ?? near ?? undefined),
    error: whole.error,
    isFresh: !whole.isPlaceholderData,
    isPart: whole.data === undefined,
    entered: useMemo(() => ({ place, itemId }), [place, itemId]),
    refetch: whole.refetch,
  };
}

/** Asked once for each opening: where reading stopped is of interest only then. */
function useEntered(sessionId: string, messageId: number | null, shown: ShownRows) {
  const client = useClient();
  const [first, setFirst] = useState({ sessionId, messageId, shown });
  if (first.sessionId !== sessionId) setFirst({ sessionId, messageId, shown });
  const { data, isPending } = useQuery({
    queryKey: ['conversation', 'enter', sessionId],
    queryFn: ({ signal }) =>
      client.reading.enter({ sessionId, messageId: first.messageId, ...first.shown }, { signal }),
    gcTime: 0,
    structuralSharing: false,
    meta: { still: true },
  });
  return { isPending, near: data?.near ?? null, place: data?.place ?? null };
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

function combine(results: readonly UseQueryResult<MessageBody[]>[]) {
  return {
    lists: results.map(result => result.data),
    error: results.find(result => result.error !== null)?.error ?? null,
  };
}

/**
 * Bodies of the items in a range, fetched in chunks and dropped soon after they were scrolled away; requests for chunks
 * that are not wanted any more are cancelled. A body stays while its chunk is asked again.
 */
export function useBodies(sessionId: string, ids: Float64Array, range: RowRange) {
  const client = useClient();
  const first = Math.max(0, Math.floor((range.start - AHEAD) / CHUNK));
  const last = Math.min(Math.ceil(ids.length / CHUNK), Math.ceil((range.end + AHEAD) / CHUNK));
  const chunks = useMemo(
    () => Array.from({ length: Math.max(0, last - first) }, (_, at) => chunkAt(ids, first + at)),
    [ids, first, last],
  );
  const { lists, error } = useQueries({
    queries: chunks.map(chunk => ({
      queryKey: ['conversation', 'bodies', sessionId, chunk],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.conversation.bodies({ sessionId, ids: chunk }, { signal }),
      gcTime: KEPT_MS,
    })),
    combine,
  });
  const [kept, setKept] = useState<{ lists: unknown; bodies: ReadonlyMap<number, MessageBody> }>(NOTHING_KEPT);
  if (kept.lists !== lists) setKept({ lists, bodies: mergeBodies(kept.bodies, chunks, lists) });
  return { bodies: kept.bodies, error };
}

const NOTHING_KEPT = { lists: null, bodies: new Map<number, MessageBody>() };

function chunkAt(ids: Float64Array, chunk: number): number[] {
  return [...ids.subarray(chunk * CHUNK, (chunk + 1) * CHUNK)];
}

function mergeBodies(
  before: ReadonlyMap<number, MessageBody>,
  chunks: readonly (readonly number[])[],
  lists: readonly (readonly MessageBody[] | undefined)[],
): ReadonlyMap<number, MessageBody> {
  const bodies = new Map<number, MessageBody>();
  chunks.forEach((chunk, at) => {
    for (const id of lists[at] === undefined ? chunk : []) {
      const known = before.get(id);
      if (known !== undefined) bodies.set(id, known);
    }
    for (const body of lists[at] ?? []) bodies.set(body.id, body);
  });
  return bodies;
}
