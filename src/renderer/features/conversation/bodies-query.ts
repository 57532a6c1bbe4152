import { useQueries } from '@tanstack/react-query';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MessageBody } from '../../../shared/contract/conversation.ts';
import { chunksAround, openingChunks, openingRange } from '../../../shared/body-chunks.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import { exactText } from '../../ui/visible-text.ts';
import type { RowRange } from './anchoring.ts';
import type { Opened } from './enter-query.ts';
import { formatAhead } from './formatting.ts';
import { isFormatted } from './message-words.ts';

const KEPT_MS = 20_000;
/** Items on either side of the one that a conversation opens at whose texts are formatted before anything is drawn. */
const IN_SIGHT = 8;
/** What is not formatted by then is drawn as written first. */
const FORMAT_MS = 60;

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
export function useBodies(
  { row, skeleton, segments }: Pick<Opened, 'row' | 'skeleton' | 'segments'>,
  { start, end, isLeap }: RowRange & { readonly isLeap: boolean },
) {
  const client = useClient();
  const { ids } = skeleton;
  const chunks = useMemo(() => {
    // Right after a leap there is nothing to be spared for what is not in sight.
    return isLeap ? chunksAround(ids, segments, { start, end }, 0) : chunksAround(ids, segments, { start, end });
  }, [ids, segments, start, end, isLeap]);
  const { lists, error } = useQueries({
    queries: chunks.map(chunk => bodiesQuery(client, row.id, chunk)),
    combine,
  });
  const [kept, setKept] = useState<{ lists: unknown; bodies: ReadonlyMap<number, MessageBody> }>(NOTHING_KEPT);
  if (kept.lists !== lists) setKept({ lists, bodies: mergeBodies(kept.bodies, chunks, lists) });
  return { bodies: kept.bodies, error };
}

const NOTHING_KEPT = { lists: null, bodies: new Map<number, MessageBody>() };

function bodiesQuery(client: AppClient, sessionId: string, ids: number[]) {
  return {
    queryKey: ['conversation', 'bodies', sessionId, ids],
    queryFn: ({ signal }: { signal: AbortSignal }) => client.conversation.bodies({ sessionId, ids }, { signal }),
    gcTime: KEPT_MS,
  };
}

/** Keeps what came with a conversation for its first view. */
export function keepBodies(
  { client, queries }: { client: AppClient; queries: QueryClient },
  { row, skeleton, segments, bodies }: Pick<Opened, 'row' | 'skeleton' | 'segments' | 'bodies'>,
  itemId: number | null,
): void {
  const found = new Map(bodies.map(body => [body.id, body]));
  for (const chunk of bodies.length === 0 ? [] : openingChunks(skeleton.ids, segments, itemId)) {
    const list = chunk.flatMap(id => found.get(id) ?? []);
    queries.setQueryData(bodiesQuery(client, row.id, chunk).queryKey, list);
  }
}

/** Has what is seen first of a conversation formatted. @returns when it is, or when that has taken too long. */
export async function formatBodies(
  { skeleton: { ids }, bodies }: Pick<Opened, 'skeleton' | 'bodies'>,
  itemId: number | null,
  signal: AbortSignal,
): Promise<void> {
  const { start, end } = openingRange(ids, itemId);
  const inSight = new Set(ids.subarray(Math.max(0, start - IN_SIGHT), end + IN_SIGHT));
  const late = new Promise<void>(done => setTimeout(done, FORMAT_MS));
  await Promise.race([formatAhead(textsOf(bodies.filter(({ id }) => inSight.has(id))), signal), late]);
}

/** The texts that will be formatted. */
function textsOf(bodies: readonly MessageBody[]): string[] {
  return bodies
    .filter(isFormatted)
    .flatMap(({ parts }) => parts.flatMap(part => (part.kind === 'text' ? [exactText(part.text.text)] : [])));
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
