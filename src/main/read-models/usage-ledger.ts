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

/** The rows by model as of one look at the file. */
interface RowsState {
  readonly stamp: string;
  readonly rows: UsageRows;
  /** Null where it was not taken yet: it costs a look at the whole table, as the rows do. */
  readonly fingerprint: string | null;
}

const ledgers = new WeakMap<Store, { readonly rows: UsageRows; readonly ledger: Ledger }>();
const tables = new WeakMap<Store, RowsState>();
const NO_ROWS: readonly StoredUsage[] = [];
let revisions = 0;

/**
 * The ledger of a lane's file as of now; the very same one where nothing changed.
 *
 * @param index - as the running operation has it; the sessions are as current as it is.
 */
export function usageLedger({ store }: LaneContext, index: ConversationIndex): Ledger {
  const rows = currentUsageRows(store);
  const before = ledgers.get(store);
  if (before?.rows === rows && before.ledger.index === index) return before.ledger;
  const ledger = makeLedger(index, rows);
  ledgers.set(store, { rows, ledger });
  return ledger;
}

/** The rows by model as of now; the very same ones where none changed. */
export function currentUsageRows(store: Store): UsageRows {
  const before = tables.get(store);
  const stamp = fileStamp(store);
  if (before?.stamp === stamp) return before.rows;
  const fingerprint = before === undefined ? null : usageFingerprint(store);
  const isSame = before !== undefined && fingerprint !== null && fingerprint === before.fingerprint;
  const rows = isSame ? before.rows : readUsageRows(store, null);
  tables.set(store, { stamp, rows, fingerprint });
  return rows;
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

/** Parts of sessions that are still as they were, by the rows by model that they were made of. */
const known = new WeakMap<Session, { readonly rows: readonly StoredUsage[]; readonly parts: readonly UsagePart[] }>();

function knownParts(session: Session, rows: readonly StoredUsage[]): readonly UsagePart[] {
  const before = known.get(session);
  if (before?.rows === rows) return before.parts;
  const parts = partsOf(session, rows);
  known.set(session, { rows, parts });
  return parts;
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
  const parts = knownParts(session, rows);
  let mains = 0;
  for (const part of parts) if (isMain(part)) mains += 1;
  return { session, before: segmentBefore(node), conversation, home, parts, mains };
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
function homeOf(index: ConversationIndex, conversation: Conversation): Conversation {
  let home = conversation;
  while (home.hidden !== null) {
    const above: Conversation | null = index.byId.get(home.root.id)?.parent?.conversation ?? null;
    if (above === null || above === home) return conversation;
    home = above;
  }
  return home;
}
