import type { LaneContext } from '../lanes/context.ts';
import { has } from '../session-db/catalog.ts';
import type { Store } from '../session-db/store.ts';
import type { ConversationIndex } from './conversation-index.ts';
import { isDamage } from './edges-salvage.ts';
import type { LedgerEntry } from './usage-ledger.ts';
import { forgetCounts, MessageCounter } from './usage-messages.ts';
import type { Counted } from './usage-select.ts';

/** Milliseconds that one request counts messages. */
export const COUNTING_MS = 40;

/** A session with the segment that it continues. */
type Countable = Pick<LedgerEntry, 'session' | 'before'>;

/** Messages of counted sessions, and how many sessions could not be read. */
export function messagesIn(
  context: LaneContext,
  counted: readonly Counted[],
): { readonly messages: number; readonly unread: number } {
  const counter = new MessageCounter(context);
  let messages = 0;
  for (const { own, entry } of counted) if (own) messages += counter.of(entry.session, entry.before);
  return { messages, unread: counter.unread };
}

/**
 * Counts messages of sessions for a while, so that they are found counted; of one at least.
 *
 * @param until - as `performance.now` tells it.
 * @returns sessions that are left.
 */
export function countFor(context: LaneContext, sessions: readonly Countable[], until: number): number {
  const counter = new MessageCounter(context);
  const open = sessions.filter(({ session, before }) => !counter.knows(session, before));
  for (const [at, { session, before }] of open.entries()) {
    counter.of(session, before);
    if (performance.now() >= until) return open.length - at - 1;
  }
  return 0;
}

const looks = new WeakMap<Store, { readonly index: ConversationIndex; readonly stored: number }>();

/**
 * Forgets what was counted where rows came or went that no session tells of: another program deleted messages alone.
 * To be called once for each change of the file.
 *
 * @returns true where it was.
 */
export function recheckCounts(store: Store, index: ConversationIndex): boolean {
  const before = looks.get(store);
  const stored = storedMessages(store);
  looks.set(store, { index, stored });
  if (before?.index !== index || before.stored === stored) return false;
  forgetCounts(store);
  return true;
}

/** -1 where they cannot be counted. */
function storedMessages({ db, catalog }: Store): number {
  if (!has(catalog, 'messages')) return 0;
  try {
    return Number(db.prepare('SELECT COUNT(*) FROM messages').pluck().get());
  } catch (error) {
    if (isDamage(error)) return -1;
    throw error;
  }
}
