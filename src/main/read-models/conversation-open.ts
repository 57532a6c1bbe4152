import type { z } from 'zod';
import type { conversation } from '../../shared/contract/conversation.ts';
import { AppError } from '../../shared/errors.ts';
import type { LaneContext } from '../lanes/context.ts';
import { readBodies } from './bodies.ts';
import { conversationIndex } from './conversation-index.ts';
import { chainOf, rowOf } from './conversation-of.ts';
import { atOnce, locateInChain, openChain } from './conversation-open-chain.ts';

type Input<P extends keyof typeof conversation> = z.output<(typeof conversation)[P]['input']>;
type Output<P extends keyof typeof conversation> = z.input<(typeof conversation)[P]['output']>;

/**
 * The conversation that holds a session, as one scroll over its compression lineage.
 *
 * @throws {AppError} `not-found` for an unknown session, `cancelled`.
 */
export function conversationOpen(context: LaneContext, input: Input<'open'>): Output<'open'> {
  return atOnce(context, () => {
    const index = conversationIndex(context);
    const row = rowOf(index, input.sessionId);
    if (row === null) throw unknownSession();
    return { row, ...openChain(context, chainOf(index, input.sessionId), input) };
  });
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
  return atOnce(context, () => readBodies(context, knownChain(context, input.sessionId), input.ids));
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
