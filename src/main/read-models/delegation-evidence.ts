import type { LaneContext } from '../lanes/context.ts';
import { has, liveColumn } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import { headSql, headText } from './body-text.ts';
import { knownTime } from './skeleton-rows.ts';
import { delegatedTasks } from './delegation-tasks.ts';
import { readToolCalls } from './tool-calls.ts';

/** Bytes of a text in which ids and tasks are looked for. */
const LOOKED_AT = 256 * 1024;
const DELEGATION_ID = /\bdeleg_[0-9a-z]{4,64}\b/g;
const MAX_DELEGATIONS = 50;

/** What is known of a call that may have started subagents. */
export interface DelegatingCall {
  readonly sessionId: string;
  /** Seconds; null where a time is not known. */
  readonly calledAt: number | null;
  readonly answeredAt: number | null;
  readonly tasks: readonly string[];
  /** Everything in which the id of a subagent may stand: the answer, and what is recorded of the delegation. */
  readonly texts: readonly string[];
}

interface Row {
  readonly sessionId: string;
  readonly timestamp: number | null;
  readonly calls: string;
  readonly content: string;
}

/** Null where the message, or the call in it, is not there. */
export function readDelegatingCall(
  context: LaneContext,
  asked: { readonly messageId: number; readonly call: number; readonly resultId: number | null },
): DelegatingCall | null {
  const message = readRow(context, asked.messageId);
  const call = readToolCalls(message?.calls ?? null).calls[asked.call];
  if (message === null || call === undefined) return null;
  const result = asked.resultId === null ? null : readRow(context, asked.resultId);
  const answer = result?.sessionId === message.sessionId ? result : null;
  return {
    sessionId: message.sessionId,
    calledAt: message.timestamp,
    answeredAt: answer === null ? null : answer.timestamp,
    tasks: delegatedTasks(call.arguments),
    texts: answer === null ? [] : [answer.content, ...delegationTexts(context, delegationIds(answer.content))],
  };
}

function delegationIds(text: string): string[] {
  return [...new Set(text.match(DELEGATION_ID))].slice(0, MAX_DELEGATIONS);
}

function readRow(context: LaneContext, id: number): Row | null {
  const { db, catalog } = context.store;
  const column = (name: string) => liveColumn(catalog, 'messages', name, 'm');
  const head = (name: string, as: string) =>
    `${headSql(column(name), LOOKED_AT, LOOKED_AT)} AS ${as}, octet_length(${column(name)}) AS ${as}Bytes`;
  const row = db
    .prepare<[number], Record<'session' | 'time' | 'calls' | 'callsBytes' | 'content' | 'contentBytes', unknown>>(
      `SELECT m.session_id AS session, m.timestamp AS time, ${head('tool_calls', 'calls')}, ` +
        `${head('content', 'content')} FROM messages m WHERE m.id = ?`,
    )
    .get(id);
  if (row === undefined) return null;
  return {
    sessionId: storedText(row.session) ?? '',
    timestamp: knownTime(row.time),
    calls: textOf(row.calls, row.callsBytes),
    content: textOf(row.content, row.contentBytes),
  };
}

function textOf(value: unknown, bytes: unknown): string {
  return headText(value, typeof bytes === 'number' ? bytes : null, LOOKED_AT) ?? '';
}

/** What the file records of asynchronous delegations; spec: schema §5. */
function delegationTexts(context: LaneContext, ids: readonly string[]): string[] {
  const { db, catalog } = context.store;
  if (ids.length === 0 || !has(catalog, 'async_delegations', 'delegation_id')) return [];
  const columns = ['event_json', 'result_json', 'task_json'].filter(name => has(catalog, 'async_delegations', name));
  if (columns.length === 0) return [];
  const statement = db
    .prepare<[string], unknown[]>(
      `SELECT ${columns.map(name => headSql(`d."${name}"`, LOOKED_AT, LOOKED_AT)).join(', ')} ` +
        'FROM async_delegations d WHERE d.delegation_id = ?',
    )
    .raw();
  return ids.flatMap(id => (statement.get(id) ?? []).map(value => storedText(value) ?? ''));
}
