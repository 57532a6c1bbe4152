import type { z } from 'zod';
import type { conversation } from '../../shared/contract/conversation.ts';
import type { reading } from '../../shared/contract/reading.ts';
import { openingChunks } from '../../shared/body-chunks.ts';
import { AppError } from '../../shared/errors.ts';
import type { LaneContext } from '../lanes/context.ts';
import { storedText } from '../session-db/content.ts';
import { readBodies } from './bodies.ts';
import { conversationIndex } from './conversation-index.ts';
import { chainOf, rowOf } from './conversation-of.ts';
import { atOnce, locateInChain, openChain, openChainNear } from './conversation-open-chain.ts';

type Input<P extends keyof typeof conversation> = z.output<(typeof conversation)[P]['input']>;
type Output<P extends keyof typeof conversation> = z.input<(typeof conversation)[P]['output']>;
type Entered = NonNullable<z.input<(typeof reading)['enter']['output']>['opened']>;

/** A chain that is not longer is opened as a whole at once. */
const SHORT_CHAIN = 4;

/**
 * The conversation that holds a session, as one scroll over its compression lineage.
 *
 * @throws {AppError} `not-found` for an unknown session, `cancelled`.
 */
export function conversationOpen(context: LaneContext, input: Input<'open'>): Output<'open'> {
  return atOnce(context, () => {
    const { row, chain } = knownConversation(context, input.sessionId);
    const { itemOf: _, ...opened } = openChain(context, chain, input);
    return { row, ...opened };
  });
}

/**
 * What a window needs first of a conversation: the segments of a long chain around a message, else the whole. Id of the
 * message null: its end.
 *
 * @throws {AppError} `not-found` for an unknown session, `cancelled`.
 */
export function conversationEnter(
  context: LaneContext,
  input: z.output<(typeof reading)['enter']['input']>,
): Entered | null {
  return atOnce(context, () => {
    const { row, chain } = knownConversation(context, input.sessionId);
    const { messageId } = input;
    const isPart = chain.length > SHORT_CHAIN;
    const at = messageId === null ? chain.length - 1 : chain.indexOf(segmentOf(context, messageId));
    if (isPart && at === -1) return null;
    const { itemOf, ...opened } = isPart
      ? openChainNear(context, chain, { at, messageId }, input)
      : openChain(context, chain, input);
    const itemId = messageId === null ? null : itemOf(messageId);
    if (isPart && messageId !== null && itemId === null) return null;
    return { row, ...opened, itemId, isPart, bodies: openingBodies(context, chain, opened, itemId) };
  });
}

/** What is seen first. Where that cannot be read the conversation opens all the same, and says so when it asks again. */
function openingBodies(
  context: LaneContext,
  chain: readonly string[],
  { skeleton, segments }: Pick<Entered, 'skeleton' | 'segments'>,
  itemId: number | null,
) {
  const wanted = openingChunks(skeleton.ids, segments, itemId).flat();
  if (wanted.length === 0) return [];
  try {
    return readBodies(context, chainOfIds(context, chain, wanted), wanted);
  } catch {
    context.checkCancelled();
    return [];
  }
}

function knownConversation(context: LaneContext, sessionId: string) {
  const index = conversationIndex(context);
  const row = rowOf(index, sessionId);
  if (row === null) throw unknownSession();
  return { row, chain: chainOf(index, sessionId) };
}

/** Id of the first session of the chain that holds a session, which stays the same as the chain grows; null if unknown. */
export function conversationRoot(context: LaneContext, { sessionId }: { sessionId: string }): string | null {
  return rowOf(conversationIndex(context), sessionId)?.rootId ?? null;
}

function segmentOf(context: LaneContext, messageId: number): string {
  const statement = context.store.db.prepare<[number], unknown>('SELECT session_id FROM messages WHERE id = ?').pluck();
  return storedText(statement.get(messageId)) ?? '';
}

/**
 * Where a message stands in the skeleton that {@link conversationOpen} gives for the same input.
 *
 * @throws {AppError} `not-found` for an unknown session, `cancelled`.
 */
export function conversationLocate(context: LaneContext, input: Input<'locate'>): Output<'locate'> {
  return locateInChain(context, knownChain(context, input.sessionId), input.messageId, input);
}

/**
 * What some items show; ids that are gone meanwhile are left out.
 *
 * @throws {AppError} `not-found` for an unknown session, `cancelled`.
 */
export function conversationBodies(context: LaneContext, input: Input<'bodies'>): Output<'bodies'> {
  return atOnce(context, () => {
    const chain = knownChain(context, input.sessionId);
    return readBodies(context, chainOfIds(context, chain, input.ids), input.ids);
  });
}

/** The segments that hold some messages: of a long chain the others need not be read for them. */
function chainOfIds(context: LaneContext, chain: readonly string[], ids: readonly number[]): string[] {
  const statement = context.store.db
    .prepare<number[], unknown>(
      `SELECT DISTINCT session_id FROM messages WHERE id IN (${ids.map(() => '?').join(', ')})`,
    )
    .pluck();
  const holders = new Set(statement.all(...ids).map(storedText));
  return chain.filter(sessionId => holders.has(sessionId));
}

function knownChain(context: LaneContext, sessionId: string): string[] {
  const chain = chainOf(conversationIndex(context), sessionId);
  if (chain.length === 0) throw unknownSession();
  return chain;
}

function unknownSession(): AppError {
  return new AppError('not-found', 'There is no such session in this database.', {
    hint: 'It may have been deleted; go back to the list.',
  });
}
