import { useQueries } from '@tanstack/react-query';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MessageBody } from '../../../shared/contract/conversation.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import { exactText } from '../../ui/visible-text.ts';
import type { RowRange } from './anchoring.ts';
import { formatAhead } from './formatting.ts';
import { isFormatted } from './message-words.ts';
import type { OpenConversation } from './queries.ts';

const CHUNK = 32;
const AHEAD = 12;
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
export function useBodies(sessionId: string, ids: Float64Array, range: RowRange) {
  const client = useClient();
  const { first, last } = chunksAround(ids, range);
  const chunks = useMemo(
    () => Array.from({ length: Math.max(0, last - first) }, (_, at) => chunkAt(ids, first + at)),
    [ids, first, last],
  );
  const { lists, error } = useQueries({
    queries: chunks.map(chunk => bodiesQuery(client, sessionId, chunk)),
    combine,
  });
  const [kept, setKept] = useState<{ lists: unknown; bodies: ReadonlyMap<number, MessageBody> }>(NOTHING_KEPT);
  if (kept.lists !== lists) setKept({ lists, bodies: mergeBodies(kept.bodies, chunks, lists) });
  return { bodies: kept.bodies, error };
}

const NOTHING_KEPT = { lists: null, bodies: new Map<number, MessageBody>() };

function chunksAround(ids: Float64Array, range: RowRange): { first: number; last: number } {
  if (range.end <= range.start) return { first: 0, last: 0 };
  const first = Math.max(0, Math.floor((range.start - AHEAD) / CHUNK));
  const last = Math.min(Math.ceil(ids.length / CHUNK), Math.ceil((range.end + AHEAD) / CHUNK));
  return { first, last };
}

function bodiesQuery(client: AppClient, sessionId: string, ids: number[]) {
  return {
    queryKey: ['conversation', 'bodies', sessionId, ids],
    queryFn: ({ signal }: { signal: AbortSignal }) => client.conversation.bodies({ sessionId, ids }, { signal }),
    gcTime: KEPT_MS,
  };
}

/**
 * Fetches and formats what is seen first of a conversation that opens at an item, before it is drawn. What cannot be
 * fetched is asked for again, and its failure shown, by {@link useBodies}.
 *
 * @param itemId - null for the end.
 */
export async function prepareBodies(
  { client, queries, signal }: { client: AppClient; queries: QueryClient; signal: AbortSignal },
  { row, skeleton: { ids } }: Pick<OpenConversation, 'row' | 'skeleton'>,
  itemId: number | null,
): Promise<void> {
  const found = itemId === null ? -1 : ids.indexOf(itemId);
  const at = found === -1 ? ids.length - 1 : found;
  const { first, last } = chunksAround(ids, { start: at, end: at + 1 });
  const chunks = Array.from({ length: Math.max(0, last - first) }, (_, chunk) => chunkAt(ids, first + chunk));
  const inSight = new Set(ids.subarray(Math.max(0, at - IN_SIGHT), at + IN_SIGHT + 1));
  const lists = await Promise.allSettled(chunks.map(chunk => queries.query(bodiesQuery(client, row.id, chunk))));
  const bodies = lists.flatMap(list => (list.status === 'fulfilled' ? list.value : []));
  const late = new Promise<void>(done => setTimeout(done, FORMAT_MS));
  await Promise.race([formatAhead(textsOf(bodies.filter(({ id }) => inSight.has(id))), signal), late]);
}

/** The texts that will be formatted. */
function textsOf(bodies: readonly MessageBody[]): string[] {
  return bodies
    .filter(isFormatted)
    .flatMap(({ parts }) => parts.flatMap(part => (part.kind === 'text' ? [exactText(part.text.text)] : [])));
}

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
