import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { SessionDB } from '../session-db/index.ts';
import { automation, chats } from './automation.ts';
import { codingSession } from './coding-session.ts';
import { dockerChain } from './docker-chain.ts';
import type { SampleMessage, SampleSession } from './sample-session.ts';
import { scriptsOfTheWorld } from './scripts-of-the-world.ts';
import { workSessions } from './work-sessions.ts';

const SESSIONS: readonly SampleSession[] = [
  ...dockerChain,
  ...codingSession,
  ...scriptsOfTheWorld,
  ...workSessions,
  ...automation,
  ...chats,
];

const HOUR = 3600;

/**
 * Writes the sample database through `SessionDB`, as Hermes would have: about sixty sessions that end around now.
 * The file appears at its path only when it is whole.
 *
 * @param path - where it shall be; its folder is made where it is missing.
 * @param now - Unix seconds.
 */
export function makeSample(path: string, now: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished`;
  removeDatabase(unfinished);
  let clock = now;
  const db = new SessionDB(unfinished, { now: () => clock });
  try {
    const ids = new Map(SESSIONS.map(session => [session.key, sessionId(session, now)]));
    const write = new SampleWriter(db, ids, time => {
      clock = time;
    });
    const oldestFirst = [...SESSIONS].sort((a, b) => b.hoursAgo - a.hoursAgo);
    for (const session of oldestFirst) write.session(session, now - session.hoursAgo * HOUR);
    for (const session of SESSIONS) write.flags(session);
  } finally {
    db.close();
  }
  renameSync(unfinished, path);
}

/** Writes sessions one after the other, moving the clock as it goes. */
class SampleWriter {
  readonly #db: SessionDB;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #setClock: (time: number) => void;

  constructor(db: SessionDB, ids: ReadonlyMap<string, string>, setClock: (time: number) => void) {
    this.#db = db;
    this.#ids = ids;
    this.#setClock = setClock;
  }

  session(session: SampleSession, start: number): void {
    const id = this.#id(session.key);
    this.#setClock(start);
    this.#db.createSession({
      sessionId: id,
      source: session.source,
      model: session.model,
      ...(session.parent === undefined ? {} : { parentSessionId: this.#id(session.parent) }),
      ...(session.cwd === undefined ? {} : { cwd: session.cwd, gitRepoRoot: session.cwd }),
      ...this.#marker(session),
    });
    this.#chat(id, session);
    if (session.title !== undefined) this.#db.setSessionTitle(id, session.title);
    const end = this.#messages(id, session.messages, start);
    this.#usage(id, session);
    this.#setClock(end);
    if (session.endReason !== undefined) this.#db.endSession(id, session.endReason);
  }

  #chat(id: string, { chat, source }: SampleSession): void {
    if (chat === undefined) return;
    const chatId = fingerprint(chat.name);
    this.#db.recordGatewaySessionPeer(id, {
      source,
      sessionKey: `agent:main:${source}:${chat.type}:${chatId}`,
      chatId,
      chatType: chat.type,
      displayName: chat.name,
    });
  }

  /** After everything is there, because archiving walks the chain. */
  flags(session: SampleSession): void {
    if (session.pinned === true) this.#db.setSessionPinned(this.#id(session.key), true);
    if (session.archived === true) this.#db.setSessionArchived(this.#id(session.key), true);
  }

  #messages(sessionId: string, messages: readonly SampleMessage[], start: number): number {
    let time = start;
    for (const message of messages) {
      time += message.after ?? 5;
      this.#setClock(time);
      this.#db.appendMessage({
        sessionId,
        role: message.role,
        content: message.content ?? null,
        timestamp: time,
        ...(message.reasoning === undefined ? {} : { reasoning: message.reasoning }),
        ...(message.observed === undefined ? {} : { observed: message.observed }),
        ...(message.answers === undefined ? {} : { toolCallId: message.answers }),
        ...(message.toolName === undefined ? {} : { toolName: message.toolName }),
        ...(message.calls === undefined ? {} : { toolCalls: message.calls.map(toolCall), finishReason: 'tool_calls' }),
      });
    }
    return time;
  }

  #usage(id: string, { usage, model }: SampleSession): void {
    if (usage === undefined) return;
    const { cost } = usage;
    this.#db.updateTokenCounts(id, {
      inputTokens: usage.input,
      outputTokens: usage.output,
      cacheReadTokens: usage.cacheRead ?? 0,
      cacheWriteTokens: usage.cacheWrite ?? 0,
      reasoningTokens: usage.reasoning ?? 0,
      model,
      apiCallCount: 1,
      ...(cost === undefined ? {} : { costStatus: cost.status }),
      ...(cost?.status === 'actual' ? { actualCostUsd: cost.usd, costSource: 'provider_cost_api' } : {}),
      ...(cost?.status === 'estimated' ? { estimatedCostUsd: cost.usd, costSource: 'provider_models_api' } : {}),
    });
  }

  #marker({ edge, parent }: SampleSession): { modelConfig?: Record<string, string> } {
    if (parent === undefined || edge === undefined || edge === 'continuation') return {};
    return { modelConfig: { [edge === 'branch' ? '_branched_from' : '_delegate_from']: this.#id(parent) } };
  }

  #id(key: string): string {
    const id = this.#ids.get(key);
    if (id === undefined) throw new Error(`No sample session is called ${key}`);
    return id;
  }
}

function toolCall(call: { id: string; name: string; arguments: object }): object {
  return {
    id: call.id,
    call_id: call.id,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  };
}

/** Ids in Hermes's own form: `YYYYMMDD_HHMMSS_<6 hex>`, cron runs with the job's name. */
function sessionId({ key, source, hoursAgo }: SampleSession, now: number): string {
  const time = new Date((now - hoursAgo * HOUR) * 1000).toISOString();
  const stamp = `${time.slice(0, 10).replaceAll('-', '')}_${time.slice(11, 19).replaceAll(':', '')}`;
  if (source === 'cron') return `cron_${key.replace(/-\d+$/, '')}_${stamp}`;
  return `${stamp}_${fingerprint(key)}`;
}

/** Six hexadecimal digits that depend on the name alone (FNV-1a). */
function fingerprint(key: string): string {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 8).toString(16).padStart(6, '0');
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
