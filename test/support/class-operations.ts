import { createHash } from 'node:crypto';
import { isContention, SessionDbError } from '../../src/main/session-db/index.ts';
import type { SessionDB } from '../../src/main/session-db/index.ts';
import { sqliteFailure } from '../../src/main/session-db/sqlite-errors.ts';
import { write } from '../../src/main/session-db/write.ts';

/** A digest of everything that an export of a file holds. */
export function exportHash(db: SessionDB): string {
  return createHash('sha256').update(JSON.stringify(db.exportAll())).digest('hex');
}

/** One operation of a sequence. The numbers choose among what is there when it runs. */
export interface Operation {
  readonly kind: string;
  readonly which: number;
  readonly other: number;
  readonly flag: boolean;
  readonly count: number;
  readonly text: string;
}

/** What an operation did to counters that are kept from outside. */
export interface Effect {
  readonly id: string;
  /** Adds to what is known of the session, or puts these numbers in its place. */
  readonly by: 'adding' | 'setting';
  readonly messages?: number;
  readonly toolCalls?: number;
  readonly tokens?: number;
  readonly calls?: number;
}

/** An operation with its place in the sequence, which makes names and times unique. */
export interface Placed extends Operation {
  readonly at: number;
}

/** The clock of every sequence starts here. */
export const SEQUENCE_START = 1_800_000_000;

type Run = (db: SessionDB, operation: Placed) => readonly Effect[] | undefined;

const TITLES = ['One', 'One #2', 'Two', 'Three', '  Two ', ''];
const REASONS = ['compression', 'cli_close', 'branched', 'agent_close'];

function sessionOf(db: SessionDB, which: number): string {
  const ids = db.store.db.prepare<[], string>('SELECT id FROM sessions WHERE id IS NOT NULL ORDER BY id').pluck().all();
  return ids.length === 0 ? 'nobody' : (ids[which % ids.length] ?? 'nobody');
}

const isKnown = (db: SessionDB, id: string) => db.getSession(id) !== null;

const callsOf = (count: number) =>
  count === 0
    ? null
    : Array.from({ length: count }, (_value, at) => ({ id: `c${String(at)}`, function: { name: 'f' } }));

function contentOf({ text, count, at }: Placed): unknown {
  if (count === 1)
    return [
      { type: 'text', text },
      { type: 'image_url', image_url: { url: 'data:,x' } },
    ];
  return count === 2 ? null : `token${String(at)} 大别山项目 ${text}`;
}

const messagesOf = (operation: Placed) =>
  Array.from({ length: operation.count }, (_value, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: contentOf({ ...operation, count: at + 1 }),
    tool_calls: at % 2 === 0 ? null : callsOf(at),
    ...(operation.flag ? { timestamp: SEQUENCE_START + operation.at + at / 10 } : {}),
  }));

const inserted = (operation: Placed) => ({
  messages: operation.count,
  toolCalls: messagesOf(operation).reduce((sum, message) => sum + (message.tool_calls?.length ?? 0), 0),
});

/** Runs what may create a session, in the same transaction as the look whether it was there. */
function creating(db: SessionDB, id: string, run: () => void): Effect[] {
  return write(db.store, () => {
    const isNew = !isKnown(db, id);
    run();
    return isNew ? [{ id, by: 'setting', messages: 0, toolCalls: 0, tokens: 0, calls: 0 }] : [];
  });
}

/** What runs on a session that is there, and touches no counter. */
const onSession =
  (run: (db: SessionDB, id: string, operation: Placed) => unknown): Run =>
  (db, operation) => {
    run(db, sessionOf(db, operation.which), operation);
    return [];
  };

const onAll =
  (run: (db: SessionDB, operation: Placed) => unknown): Run =>
  (db, operation) => {
    run(db, operation);
    return [];
  };

/** Adds that can change places with one another. */
const adding = {
  create: (db, { at, which, flag, count, text }) => {
    const id = `n${String(at)}`;
    const parent = sessionOf(db, which);
    const marks = [undefined, { _delegate_from: parent }, { _branched_from: parent }][count];
    return creating(db, id, () =>
      db.createSession({
        sessionId: id,
        source: ['cli', 'telegram', 'subagent', 'tool', 'tui'][count % 5] ?? 'cli',
        modelConfig: marks ?? { note: text },
        parentSessionId: flag && isKnown(db, parent) ? parent : null,
        systemPrompt: text,
        cwd: '/home/x',
      }),
    );
  },
  append: (db, operation) => {
    const id = sessionOf(db, operation.which);
    const { flag, other, text, at } = operation;
    const toolCalls = callsOf(other % 4);
    db.appendMessage({
      sessionId: id,
      role: ['user', 'assistant', 'tool', 'system'][other % 4] ?? 'user',
      content: contentOf(operation),
      toolCalls: flag ? toolCalls : JSON.stringify(toolCalls),
      toolName: other % 4 === 2 ? 'terminal' : null,
      reasoning: flag ? text : null,
      reasoningDetails: flag ? [{ text }] : null,
      tokenCount: other,
      platformMessageId: `p${String(at)}`,
      displayMetadata: flag ? { text } : null,
    });
    return [{ id, by: 'adding', messages: 1, toolCalls: toolCalls?.length ?? 0 }];
  },
  usage: (db, { which, count, other }) => {
    const id = sessionOf(db, which);
    const update = { inputTokens: other, apiCallCount: count, model: `m${String(count)}`, estimatedCostUsd: count / 8 };
    const created = creating(db, id, () => db.updateTokenCounts(id, { ...update, billingProvider: 'p' }));
    return [...created, { id, by: 'adding', tokens: other, calls: count }];
  },
  sideUsage: (db, { which, other, text }) => {
    const id = sessionOf(db, which);
    return creating(db, id, () => db.recordAuxiliaryUsage(id, text, { inputTokens: other, model: 'side' }));
  },
  title: onSession((db, id, { other, flag, text }) =>
    db.setSessionTitle(id, flag ? (TITLES[other % TITLES.length] ?? null) : text),
  ),
  autoTitle: onSession((db, id, { text }) => db.setAutoTitleIfEmpty(id, text)),
  nextTitle: onSession((db, id) => db.setSessionTitle(id, db.getNextTitleInLineage('One'))),
  archive: onSession((db, id, { flag }) => db.setSessionArchived(id, flag)),
  archiveMany: onAll((db, { text, flag }) =>
    db.archiveSessions({ olderThanDays: flag ? 0.0005 : null, titleLike: text }),
  ),
  pin: onSession((db, id, { flag }) => db.setSessionPinned(id, flag)),
  end: onSession((db, id, { count }) => db.endSession(id, REASONS[count % REASONS.length] ?? 'cli_close')),
  reopen: onSession((db, id) => db.reopenSession(id)),
  promote: onSession((db, id) => db.promoteToSessionReset(id)),
  folder: onSession((db, id, { text }) => db.updateSessionCwd(id, `/home/${text}`, { gitBranch: text })),
  roots: onAll((db, { text }) => db.backfillRepoRoots({ '/home/x': `/root/${text}` })),
  model: onSession((db, id, { text }) => db.updateSessionModel(id, text)),
  config: onSession((db, id, { text, flag }) => db.updateSessionMeta(id, JSON.stringify({ text }), flag ? text : null)),
  prompt: onSession((db, id, { text, flag }) => db.updateSystemPrompt(id, flag ? null : text)),
  route: onSession((db, id, { text }) => db.updateSessionBillingRoute(id, { provider: text, baseUrl: null })),
  meta: onAll((db, { text, count }) => db.setMeta(`browser:${String(count)}`, text)),
  handoff: onSession((db, id, { count }) => {
    db.requestHandoff(id, 'x');
    db.claimHandoff(id);
    if (count > 2) db.failHandoff(id, 'no');
    else db.completeHandoff(id);
  }),
  lock: onSession((db, id, { flag, at }) => db.tryAcquireCompressionLock(id, 'agent', { ttlSeconds: flag ? 5 : at })),
  unlock: onSession((db, id) => db.releaseCompressionLock(id, 'agent')),
  cooldown: onSession((db, id, { at, flag }) =>
    flag ? db.clearCompressionFailureCooldown(id) : db.recordCompressionFailureCooldown(id, SEQUENCE_START + at, 'no'),
  ),
  streak: onSession((db, id, { count }) => db.setCompressionFallbackStreak(id, count)),
  peer: onSession((db, id, { text }) =>
    db.recordGatewaySessionPeer(id, {
      source: 'telegram',
      sessionKey: `k${text}`,
      userId: text,
      chatId: null,
      chatType: null,
      threadId: null,
    }),
  ),
  routing: onAll((db, { text, flag }) =>
    flag ? db.saveGatewayRoutingEntry(`k${text}`, '{}') : db.deleteGatewayRoutingEntries([`k${text}`]),
  ),
  stamp: onSession((db, id, { text }) =>
    db.setLatestMatchingMessageDisplayKind(id, { role: 'user', content: text, displayKind: 'note' }),
  ),
  finalize: onAll(db => db.finalizeOrphanedCompressionSessions()),
  delete: onSession((db, id) => db.deleteSession(id)),
  deleteMany: onAll((db, { which, other }) => db.deleteSessions([sessionOf(db, which), sessionOf(db, other), 7, 'no'])),
  deleteIfEmpty: onSession((db, id) => db.deleteSessionIfEmpty(id)),
  deleteEmpty: onAll(db => db.deleteEmptySessions()),
  ghosts: onAll(db => db.pruneEmptyGhostSessions()),
  prune: onAll((db, { count, flag }) =>
    db.pruneSessions({
      olderThanDays: flag ? null : 0.0005,
      source: ['cli', 'telegram', 'subagent'][count % 3] ?? 'cli',
      maxMessages: 3,
      ...(flag && count > 3 ? { archived: null, keepPinned: false, keepLiveChains: false, delegates: 'orphan' } : {}),
    }),
  ),
  rewind: onSession((db, id, { other }) => {
    const rows = db.listRecentUserMessages(id, { limit: 50 });
    const target = rows[other % Math.max(1, rows.length)];
    if (target !== undefined) db.rewindToMessage(id, target.id);
  }),
  restore: onSession((db, id, { other }) => db.restoreRewound(id, other)),
  rebuild: onAll(db => db.rebuildFts()),
  mergeIndexes: onAll(db => db.optimizeFts()),
  step: onAll(db => [db.ftsRebuildStep(), db.ftsCjkRebuildStep()]),
  checkpoint: onAll((db, { flag }) => db.checkpoint(flag ? 'truncate' : 'passive')),
} as const satisfies Readonly<Record<string, Run>>;

/** What sets counters, so that its place among the others counts. */
const setting = {
  ensure: (db, { which, flag, at }) => {
    const id = flag ? sessionOf(db, which) : `n${String(at)}`;
    return creating(db, id, () => db.ensureSession(id, { source: 'cli', model: 'm' }));
  },
  totals: (db, { which, other, count }) => {
    const id = sessionOf(db, which);
    const created = creating(db, id, () =>
      db.updateTokenCounts(id, { absolute: true, inputTokens: other, apiCallCount: count }),
    );
    return [...created, { id, by: 'setting', tokens: other, calls: count }];
  },
  replace: (db, operation) => {
    const id = sessionOf(db, operation.which);
    db.replaceMessages(id, messagesOf(operation), { activeOnly: operation.flag });
    return [{ id, by: 'setting', ...inserted(operation) }];
  },
  compact: (db, operation) => {
    const id = sessionOf(db, operation.which);
    db.archiveAndCompact(id, messagesOf(operation));
    return [{ id, by: 'setting', ...inserted(operation) }];
  },
  clear: (db, { which }) => {
    const id = sessionOf(db, which);
    db.clearMessages(id);
    return [{ id, by: 'setting', messages: 0, toolCalls: 0 }];
  },
  import: (db, { which, other, at, flag }) => {
    const found = [which, other].map(number => db.exportSession(sessionOf(db, number)));
    const sessions = found.flatMap((session, index) =>
      session === null ? [] : [{ ...session, id: flag ? session.id : `i${String(at)}x${String(index)}`, title: null }],
    );
    const unique = sessions.filter(({ id }, index) => sessions.findIndex(each => each.id === id) === index);
    const result = db.importSessions(JSON.parse(JSON.stringify(unique)));
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    return unique
      .filter(({ id }) => result.imported_ids.includes(id))
      .map(session => ({
        id: session.id,
        by: 'setting',
        messages: session.messages.length,
        toolCalls: session.messages.reduce((sum, { tool_calls: calls }) => sum + callCount(calls), 0),
        tokens: session.input_tokens ?? 0,
        calls: session.api_call_count ?? 0,
      }));
  },
  vacuum: onAll(db => db.vacuum()),
} as const satisfies Readonly<Record<string, Run>>;

function callCount(calls: unknown): number {
  if (Array.isArray(calls)) return calls.length;
  return typeof calls === 'object' && calls !== null ? 1 : 0;
}

const OPERATIONS: Readonly<Record<string, Run>> = { ...adding, ...setting };
/** Every operation that there is. */
export const OPERATION_KINDS: readonly string[] = Object.keys(OPERATIONS);

/** True where an operation and another such may run in either order. */
export function canOverlap({ kind }: Operation): boolean {
  return kind in adding;
}

/** What happened: effects, or the code of an error that a caller has to expect. */
export type Performed = { readonly effects: readonly Effect[] } | { readonly refused: string };

const EXPECTED: ReadonlySet<string> = new Set(['conflict', 'invalid-input', 'not-found', 'compressing']);

/** Runs one operation. @throws what no caller has to expect. */
export function perform(db: SessionDB, operation: Placed): Performed {
  try {
    return { effects: OPERATIONS[operation.kind]?.(db, operation) ?? [] };
  } catch (error) {
    if (error instanceof SessionDbError && EXPECTED.has(error.code)) return { refused: error.code };
    if (sqliteFailure(error)?.detail === 'FOREIGNKEY') return { refused: 'no such session' };
    // Compacting a file needs a moment without anybody else.
    if (operation.kind === 'vacuum' && isContention(error)) return { refused: 'locked' };
    throw error;
  }
}
