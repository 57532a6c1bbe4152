import type { z } from 'zod';
import type { ColumnValue } from '../../shared/contract/conversation.ts';
import type { delegation, SessionText } from '../../shared/contract/delegation.ts';
import { AppError } from '../../shared/errors.ts';
import type { LaneContext } from '../lanes/context.ts';
import { has, liveColumn } from '../session-db/catalog.ts';
import { wellFormed } from '../session-db/python-text.ts';
import { headSql, headText, WHOLE_TEXT_BYTES } from './body-text.ts';
import { readColumns } from './details-columns.ts';

type Input<P extends keyof typeof delegation> = z.output<(typeof delegation)[P]['input']>;

/**
 * Every column of a message row as the file has it; long ones only as far as a view takes them.
 *
 * @throws {AppError} `not-found` where the row is gone.
 */
export function messageColumns(context: LaneContext, { messageId }: Input<'messageColumns'>): ColumnValue[] {
  const columns = readColumns(context, { table: 'messages', where: 'id', key: messageId });
  if (columns === null) throw new AppError('not-found', 'This message is not in the database any more.');
  return columns;
}

/**
 * A stretch of a long text of a session. Of a text longer than 8 MiB only so much can be asked for.
 *
 * @throws {AppError} `not-found` for an unknown session.
 */
export function sessionText(
  context: LaneContext,
  { sessionId, text, offset, length }: Input<'sessionText'>,
): { text: string; done: boolean } {
  const whole = wellFormed(storedSessionText(context, sessionId, text));
  const end = offset + length;
  return { text: whole.slice(offset, end), done: end >= whole.length };
}

function storedSessionText(context: LaneContext, sessionId: string, text: SessionText): string {
  if (text === 'goal') {
    return readText(context, { table: 'state_meta', column: 'value', where: 'key', key: `goal:${sessionId}` }) ?? '';
  }
  const own = { table: 'sessions', column: text, where: 'id', key: sessionId };
  if (text === 'system_prompt') return promptByHash(context, sessionId) ?? readText(context, own) ?? '';
  return readText(context, own) ?? '';
}

/** The prompt that several sessions share stands apart; spec: schema §11. */
function promptByHash(context: LaneContext, sessionId: string): string | null {
  const hash = readText(context, { table: 'sessions', column: 'system_prompt_hash', where: 'id', key: sessionId });
  if (hash === null || hash === '') return null;
  return readText(context, { table: 'system_prompts', column: 'prompt', where: 'hash', key: hash });
}

/** Null for NULL, for a row that is not there, and where the file lacks the column. */
function readText(
  context: LaneContext,
  place: { readonly table: string; readonly column: string; readonly where: string; readonly key: string },
): string | null {
  const { catalog, db } = context.store;
  const { table, where, key } = place;
  if (!has(catalog, table, where)) return null;
  const column = liveColumn(catalog, table, place.column, 't');
  const found = db
    .prepare<[string], { bytes: number | null; value: unknown }>(
      `SELECT octet_length(${column}) AS bytes, ${headSql(column, WHOLE_TEXT_BYTES, WHOLE_TEXT_BYTES)} AS value ` +
        `FROM "${table}" t WHERE t."${where}" = ? LIMIT 1`,
    )
    .get(key);
  return found === undefined ? null : headText(found.value, found.bytes, WHOLE_TEXT_BYTES);
}
