import type { Store } from '../session-db/store.ts';
import { sqliteFailure } from '../session-db/sqlite-errors.ts';
import { placeFor, quoted } from './exact-rows.ts';
import type { CellChange, KindedValue } from './journal-format.ts';
import { conflict } from './restore-checks.ts';

/** Whether rows that are not there any more are passed over, or stand in the way. */
export type MissingRows = 'skip' | 'refuse';

/**
 * Sets changed values back, inside a transaction of the caller, where they are still what was left. One that is back
 * already counts as set.
 *
 * @throws SessionDbError `conflict` where one was changed again since; where a title that goes back has another holder.
 */
export function putCellsBack(store: Store, cells: readonly CellChange[], missing: MissingRows): void {
  const due = cells.filter(cell => isDue(store, cell, missing));
  // A title may go from one row to another, and no two rows can have it meanwhile.
  for (const cell of due) {
    if (cell.column === 'title' && cell.after.value !== null) setCell(store, cell, { kind: 'n', value: null });
  }
  for (const cell of due) setCell(store, cell, cell.before);
}

function isDue({ db }: Store, { table, id, column, before, after }: CellChange, missing: MissingRows): boolean {
  const is = ({ kind }: KindedValue) => `${quoted(column)} IS ${placeFor(kind)} AND typeof(${quoted(column)}) LIKE ?`;
  const sql = `SELECT ${is(after)} AS isLeft, ${is(before)} AS isBack FROM ${quoted(table)} WHERE id = ?`;
  const found = db
    .prepare<unknown[], { isLeft: number; isBack: number }>(sql)
    .get(after.value, `${after.kind}%`, before.value, `${before.kind}%`, id);
  if (found === undefined) {
    if (missing === 'skip') return false;
    throw conflict(`Session ${id} is not there any more.`);
  }
  if (found.isBack === 1) return false;
  if (found.isLeft === 1) return true;
  throw conflict(`The ${wordFor(column)} of session ${id} was changed again since.`);
}

function setCell({ db }: Store, { table, id, column }: CellChange, { kind, value }: KindedValue): void {
  const sql = `UPDATE ${quoted(table)} SET ${quoted(column)} = ${placeFor(kind)} WHERE id = ?`;
  try {
    db.prepare(sql).run(value, id);
  } catch (error) {
    if (sqliteFailure(error)?.family !== 'CONSTRAINT') throw error;
    throw conflict(`The old ${wordFor(column)} of session ${id} is in use by another session now.`, error);
  }
}

function wordFor(column: string): string {
  const words: Readonly<Record<string, string>> = {
    parent_session_id: 'parent',
    pinned: 'pin',
    archived: 'archived state',
    message_count: 'number of messages',
    tool_call_count: 'number of tool calls',
  };
  return words[column] ?? column.replaceAll('_', ' ');
}
