import type { LaneContext } from '../lanes/context.ts';
import type { Store } from '../session-db/store.ts';
import type { Conversation } from './conversation-index-build.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { SessionNode } from './edges-family.ts';
import type { Session } from './edges.ts';
import { isMain, partsOf, type UsagePart } from './usage-parts.ts';
import { readUsageRows, type StoredUsage, usageFingerprint, type UsageRows } from './usage-rows.ts';

/** A session as it is counted. */
export interface LedgerEntry {
  readonly session: Session;
  /** The segment that it continues; null where it is the first of its chain. */
  readonly before: Session | null;
  readonly conversation: Conversation;
  /** The conversation under which the list shows it; see {@link homeOf}. */
  readonly home: Conversation;
  readonly parts: readonly UsagePart[];
  /** How many of the parts are of the main loop. */
  readonly mains: number;
}

/** Everything that is counted, as of one look at the file. */
export interface Ledger {
  /** Grows whenever anything in it changed. */
  readonly revision: number;
  readonly index: ConversationIndex;
  readonly entries: readonly LedgerEntry[];
  /** Rows by model whose session is gone: they are behind no conversation and not counted. */
  readonly orphans: number;
  /** Stored values that are no counts or amounts. */
  readonly odd: number;
  /** Not every row by model could be read. */
  readonly damaged: boolean;
}

interface LedgerState {
  readonly ledger: Ledger;
  readonly stamp: string;
  readonly rows: UsageRows;
  readonly fingerprint: string | null;
}

const states = new WeakMap<Store, LedgerState>();
const NO_ROWS: readonly StoredUsage[] = [];
let revisions = 0;

/**
 * The ledger of a lane's file as of now; the very same one where nothing changed.
 *
 * @param index - as the running operation has it; the sessions are as current as it is.
 */
export function usageLedger({ store }: LaneContext, index: ConversationIndex): Ledger {
  const before = states.get(store);
  const stamp = fileStamp(store);
  if (before === undefined) return remember(store, { stamp, ...readAnew(store, index, usageFingerprint(store)) });
  const isStill = before.stamp === stamp;
  if (isStill && before.ledger.index === index) return before.ledger;
  const fingerprint = isStill ? before.fingerprint : usageFingerprint(store);
  if (fingerprint === null || fingerprint !== before.fingerprint) {
    return remember(store, { stamp, ...readAnew(store, index, fingerprint) });
  }
  const ledger = before.ledger.index === index ? before.ledger : makeLedger(index, before.rows);
  return remember(store, { ...before, ledger, stamp });
}

function readAnew(store: Store, index: ConversationIndex, fingerprint: string | null): Omit<LedgerState, 'stamp'> {
  const rows = readUsageRows(store, null);
  return { ledger: makeLedger(index, rows), rows, fingerprint };
}

function remember(store: Store, state: LedgerState): Ledger {
  states.set(store, state);
  return state.ledger;
}

/** Changes with every commit of another connection, and with every change through this one. */
export function fileStamp({ db, readOnly }: Store): string {
  const version = String(db.pragma('data_version', { simple: true }));
  return readOnly ? version : `${version}.${String(db.prepare('SELECT total_changes()').pluck().get())}`;
}

function makeLedger(index: ConversationIndex, rows: UsageRows): Ledger {
  const homes = new Map<Conversation, Conversation>();
  const entries: LedgerEntry[] = [];
  let odd = rows.odd;
  let owned = 0;
  for (const node of index.nodes) {
    const { session } = node;
    // Of several rows with one id the first has what is kept under that id.
    const own = index.byId.get(session.id) === node ? (rows.bySession.get(session.id) ?? NO_ROWS) : NO_ROWS;
    owned += own.length;
    odd += session.oddValues;
    const entry = entryOf(index, node, own, homes);
    if (entry !== null) entries.push(entry);
  }
  let stored = 0;
  for (const { length } of rows.bySession.values()) stored += length;
  revisions += 1;
  return { revision: revisions, index, entries, orphans: stored - owned, odd, damaged: rows.damaged };
}

/** A session with its parts; null for a row that is in no conversation, which there is not. */
function entryOf(
  index: ConversationIndex,
  node: SessionNode,
  rows: readonly StoredUsage[],
  homes: Map<Conversation, Conversation>,
): LedgerEntry | null {
  const { session, conversation } = node;
  if (conversation === null) return null;
  const home = homes.get(conversation) ?? homeOf(index, conversation);
  homes.set(conversation, home);
  const parts = partsOf(session, rows);
  return { session, before: segmentBefore(node), conversation, home, parts, mains: parts.filter(isMain).length };
}

/** The segment that a session continues; null where it is the first of its chain. */
export function segmentBefore({ kind, parent }: SessionNode): Session | null {
  return kind === 'compression' ? (parent?.session ?? null) : null;
}

/** The entry of one session that was read apart, as the usage of a family is. */
export function entryOfNode(index: ConversationIndex, node: SessionNode, rows: UsageRows): LedgerEntry | null {
  return entryOf(index, node, rows.bySession.get(node.session.id) ?? NO_ROWS, new Map());
}

/**
 * The row of the list that a conversation is found under: itself, or for a subagent and an unexplained child the
 * nearest conversation above that is a row of its own; itself too where there is none.
 */
export function homeOf(index: ConversationIndex, conversation: Conversation): Conversation {
  let home = conversation;
  while (home.hidden !== null) {
    const above: Conversation | null = index.byId.get(home.root.id)?.parent?.conversation ?? null;
    if (above === null || above === home) return conversation;
    home = above;
  }
  return home;
}
