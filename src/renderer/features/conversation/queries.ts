import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MessageBody } from '../../../shared/contract/conversation.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import type { RowRange } from './anchoring.ts';

/** What `conversation.open` answers. */
export type OpenConversation = Awaited<ReturnType<AppClient['conversation']['open']>>;

/** Which rows are shown beside the ordinary ones. */
export interface ShownRows {
  readonly showRewound: boolean;
  readonly showBookkeeping: boolean;
}

const CHUNK = 32;
const AHEAD = 12;
const KEPT_MS = 20_000;

function sameSkeleton(a: OpenConversation, b: OpenConversation): boolean {
  const { ids } = a.skeleton;
  const others = b.skeleton.ids;
  return a.fingerprint === b.fingerprint && ids.length === others.length && ids.at(-1) === others.at(-1);
}

/** The chain and the skeleton of the conversation that holds a session. Other rows shown: the old ones stay until then. */
export function useOpenConversation(sessionId: string, shown: ShownRows) {
  const client = useClient();
  return useQuery({
    queryKey: ['conversation', 'open', sessionId, shown],
    queryFn: ({ signal }) => client.conversation.open({ sessionId, ...shown }, { signal }),
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
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
