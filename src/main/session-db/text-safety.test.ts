import fc from 'fast-check';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/fixtures.ts';
import { readPythonJson } from '../../../test/support/python-json-reader.ts';
import { SessionDB } from './index.ts';

let db: SessionDB;
beforeEach(() => {
  db = new SessionDB(join(temporaryFolder(), 'state.db'), { now: () => 1_780_000_000.25 });
  db.createSession({ sessionId: 's', source: 'cli' });
});
afterEach(() => {
  db.close();
});

/** Any UTF-16 at all: halves of surrogate pairs, NUL, controls, unassigned code points. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map(units => String.fromCharCode(...units)),
  fc.constantFrom('', '\u0000', '\ud83d', 'a\udc00b', '\u0000json:[1]', '12', '1e5', 'NaN', '\uffff', '😀'),
);

const json = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2n ** 70n),
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => (number === 0 ? 0 : number)),
    fc.maxSafeInteger(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value;

const list = fc.array(json, { minLength: 1, maxLength: 4 });
const object = fc.dictionary(text, json, { minKeys: 1, maxKeys: 4 });

/** Every value of every TEXT column that Python would fail to read, or would read as something else than text. */
function unreadable(): string[] {
  const tables = db.store.db
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'messages_fts%' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all();
  return tables.flatMap(table =>
    db.store.db
      .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)')
      .all(table)
      .flatMap(column => (column.type === 'TEXT' ? unreadableIn(table, column.name) : wrongKindIn(table, column))),
  );
}

function unreadableIn(table: string, column: string): string[] {
  return db.store.db
    .prepare<[], { kind: string; bytes: Buffer }>(
      `SELECT typeof("${column}") AS kind, CAST("${column}" AS BLOB) AS bytes FROM "${table}" WHERE "${column}" IS NOT NULL`,
    )
    .all()
    .filter(({ kind, bytes }) => kind !== 'text' || !isUtf8(bytes))
    .map(({ kind }) => `${table}.${column}: ${kind}`);
}

function wrongKindIn(table: string, { name, type }: { name: string; type: string }): string[] {
  return db.store.db
    .prepare<[], string>(`SELECT typeof("${name}") FROM "${table}" WHERE "${name}" IS NOT NULL`)
    .pluck()
    .all()
    .filter(kind => kind !== type.toLowerCase())
    .map(kind => `${table}.${name}: ${kind}`);
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** What is left of a text that holds halves of surrogate pairs: each of them is one U+FFFD. */
const scrubbed = (value: string) => Buffer.from(value, 'utf8').toString('utf8');

describe('what is stored is what Python reads', () => {
  it('messages: any text, any JSON', () => {
    fc.assert(
      fc.property(text, text, list, object, (content, name, calls, metadata) => {
        const id = db.appendMessage({
          sessionId: 's',
          role: 'assistant',
          content,
          toolName: name,
          toolCalls: calls,
          displayMetadata: metadata,
          reasoning: content,
          reasoningDetails: calls,
          platformMessageId: name,
        });
        const row = db.store.db
          .prepare<[number], Record<string, string>>('SELECT * FROM messages WHERE id = ?')
          .get(id);
        expect(row).toMatchObject({ content: scrubbed(content), tool_name: scrubbed(name) });
        expect(readPythonJson(row?.['tool_calls'] ?? '')).toEqual(calls);
        expect(readPythonJson(row?.['display_metadata'] ?? '')).toEqual(metadata);
        expect(readPythonJson(row?.['reasoning_details'] ?? '')).toEqual(calls);
        expect(db.getMessages('s').at(-1)).toMatchObject({ id, tool_calls: calls, display_metadata: metadata });
        db.clearMessages('s');
      }),
      { numRuns: 150 },
    );
    expect(unreadable()).toEqual([]);
  });

  it('multimodal content: the mark, then JSON', () => {
    fc.assert(
      fc.property(list, parts => {
        const id = db.appendMessage({ sessionId: 's', role: 'user', content: parts });
        const stored = db.store.db
          .prepare<[number], string>('SELECT content FROM messages WHERE id = ?')
          .pluck()
          .get(id);
        expect(stored?.slice(0, 6)).toBe('\u0000json:');
        expect(readPythonJson(stored?.slice(6) ?? '')).toEqual(parts);
      }),
      { numRuns: 100 },
    );
  });

  it('transcripts that are written again are not encoded twice', () => {
    fc.assert(
      fc.property(text, list, object, (content, calls, metadata) => {
        const first = {
          role: 'assistant',
          content,
          tool_calls: calls,
          reasoning_details: calls,
          display_metadata: metadata,
        };
        db.replaceMessages('s', [first]);
        const rows = db.getMessages('s');
        db.replaceMessages('s', rows);
        const without = (row: Record<string, unknown>) => ({ ...row, id: 0 });
        expect(db.getMessages('s').map(row => without({ ...row }))).toEqual(rows.map(row => without({ ...row })));
      }),
      { numRuns: 100 },
    );
  });

  it('every other text: ids, keys, folders, routes, errors', () => {
    fc.assert(
      fc.property(text, text, object, (id, value, config) => {
        db.createSession({ sessionId: id, source: value, modelConfig: config, systemPrompt: value, cwd: value });
        const stored = db.getSession(id);
        expect(stored?.id).toBe(scrubbed(id));
        expect(readPythonJson(stored?.model_config ?? '')).toEqual(config);
        writeEverywhere(id, value);
        expect(db.getMeta(`k${id}`)).toBe(scrubbed(value));
        expect(db.getHandoffState(id)?.platform).toBe(scrubbed(value));
        expect(unreadable()).toEqual([]);
        db.store.db.exec(
          "DELETE FROM session_model_usage; DELETE FROM messages; DELETE FROM sessions WHERE id <> 's'; DELETE FROM state_meta",
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe('an id or a name with half a surrogate pair', () => {
  it('means the one that was stored for it, wherever it is asked for', () => {
    const [given, stored] = ['a\ud800', 'a\ufffd'];
    db.createSession({ sessionId: given, source: given });
    db.appendMessage({ sessionId: given, role: 'user', content: given, platformMessageId: given });
    db.setSessionTitle(given, given);
    db.endSession(given, 'compression');
    db.createSession({ sessionId: 'next', source: 'cli', parentSessionId: given });
    const asked = (name: string) => [
      db.getSession(name),
      db.getMessages(name),
      db.getMessagesAsConversation(name, { includeAncestors: true }),
      db.getResumeConversations(name),
      db.getCompressionTip(name),
      db.getCompressionLineage(name),
      db.getConversationRoot(name),
      db.getAncestors(name),
      db.getDescendants(name),
      db.getSessionByTitle(name),
      db.getNextTitleInLineage(name),
      db.resolveSessionId(name),
      db.searchSessionsById(name),
      db.listSessions({ source: name }),
      db.listSessions({ excludeSources: [name] }),
      db.sessionCount({ source: name }),
      db.exportSession(name),
      db.listPruneCandidates({ source: name, keepLiveChains: false }),
    ];
    expect(asked(given)).toEqual(asked(stored));
    expect(db.getCompressionLineage(given)).toEqual([stored, 'next']);
  });
});

function writeEverywhere(id: string, value: string): void {
  db.setMeta(`k${id}`, value);
  db.updateSessionCwd(id, value, { gitBranch: value, gitRepoRoot: value });
  db.backfillRepoRoots({ [value]: value });
  db.updateSessionModel(id, value);
  db.updateSystemPrompt(id, value);
  db.updateSessionBillingRoute(id, { provider: value, baseUrl: value, billingMode: value });
  db.updateTokenCounts(id, {
    inputTokens: 3,
    model: value,
    billingProvider: value,
    costStatus: value,
    apiCallCount: 1,
  });
  db.recordAuxiliaryUsage(id, `t${value}`, { model: value, billingProvider: value, outputTokens: 2 });
  db.requestHandoff(id, value);
  db.failHandoff(id, value);
  db.tryAcquireCompressionLock(id, value);
  db.recordCompressionFailureCooldown(id, 1_790_000_000, value);
  db.setCompressionFallbackStreak(id, 2);
  db.recordGatewaySessionPeer(id, { source: value, sessionKey: `k${value}`, userId: value, displayName: value });
  db.saveGatewayRoutingEntry(`k${id}`, `e${value}`, { scope: value });
  db.replaceMessages(id, [{ role: value, content: 12, tool_name: 5, token_count: 7 }], { whileCompressing: 'proceed' });
  db.endSession(id, value);
  db.promoteToSessionReset(id, value);
  db.setSessionPinned(id, true);
}
