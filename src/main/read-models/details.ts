import type { z } from 'zod';
import type { ColumnValue, conversation } from '../../shared/contract/conversation.ts';
import { AppError } from '../../shared/errors.ts';
import type { LaneContext } from '../lanes/context.ts';
import { has } from '../session-db/catalog.ts';
import { atOnce } from './conversation-open-chain.ts';
import { readColumns } from './details-columns.ts';

type Input = z.output<(typeof conversation)['details']['input']>;

/** Delegations of one session that are listed. */
const MAX_DELEGATIONS = 50;

/**
 * Every column of a session's row as the file has it, then what other tables say of that session: its goal, a
 * compression lock, the delegations that it started. `system_prompt` is the prompt in force, wherever it is stored.
 * Spec: schema §3, §5, §11; compat-notes 70.
 *
 * @throws {AppError} `not-found` for an unknown session.
 */
export function sessionDetails(context: LaneContext, { sessionId }: Input): ColumnValue[] {
  return atOnce(context, () => {
    const columns = readColumns(context, { table: 'sessions', where: 'id', key: sessionId });
    if (columns === null) throw new AppError('not-found', 'There is no such session in this database.');
    return [
      ...withPrompt(context, columns),
      ...goalOf(context, sessionId),
      ...lockOf(context, sessionId),
      ...delegationsOf(context, sessionId),
    ];
  });
}

function withPrompt(context: LaneContext, columns: readonly ColumnValue[]): ColumnValue[] {
  const hash = columns.find(({ column }) => column === 'system_prompt_hash')?.value?.text;
  if (hash === undefined) return [...columns];
  const row = readColumns(context, { table: 'system_prompts', where: 'hash', key: hash });
  const prompt = row?.find(({ column }) => column === 'prompt');
  if (prompt === undefined || prompt.value === null) return [...columns];
  return columns.map(value => (value.column === 'system_prompt' ? { ...prompt, column: 'system_prompt' } : value));
}

function goalOf(context: LaneContext, sessionId: string): ColumnValue[] {
  const row = readColumns(context, { table: 'state_meta', where: 'key', key: `goal:${sessionId}` });
  const value = row?.find(({ column }) => column === 'value');
  return value === undefined ? [] : [{ ...value, column: 'goal' }];
}

function lockOf(context: LaneContext, sessionId: string): ColumnValue[] {
  const row = readColumns(context, { table: 'compression_locks', where: 'session_id', key: sessionId }) ?? [];
  return prefixed(row, 'compression_lock', ['session_id']);
}

/** `origin_session` names a routing key in some builds and a session in others. */
function delegationsOf(context: LaneContext, sessionId: string): ColumnValue[] {
  const { catalog, db } = context.store;
  const owners = ['parent_session_id', 'origin_session', 'origin_session_id'].filter(column =>
    has(catalog, 'async_delegations', column),
  );
  if (owners.length === 0 || !has(catalog, 'async_delegations', 'delegation_id')) return [];
  const ids = db
    .prepare<[{ id: string }], string>(
      `SELECT delegation_id FROM async_delegations WHERE ${owners.map(owner => `"${owner}" = @id`).join(' OR ')} ` +
        `ORDER BY rowid LIMIT ${String(MAX_DELEGATIONS)}`,
    )
    .pluck()
    .all({ id: sessionId });
  return ids.flatMap(id => {
    const row = readColumns(context, { table: 'async_delegations', where: 'delegation_id', key: id }) ?? [];
    return prefixed(row, `delegation ${id}`, ['delegation_id']);
  });
}

/** Columns of another table under its name; empty ones say nothing here. */
function prefixed(row: readonly ColumnValue[], name: string, without: readonly string[]): ColumnValue[] {
  return row
    .filter(({ column, value }) => value !== null && !without.includes(column))
    .map(value => ({ ...value, column: `${name}.${value.column}` }));
}
