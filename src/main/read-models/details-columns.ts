import type { ColumnValue } from '../../shared/contract/conversation.ts';
import type { LaneContext } from '../lanes/context.ts';
import { headSql, headText } from './body-text.ts';
import { clipText, decodeHead } from './clip.ts';
import { knownTime } from './skeleton-rows.ts';

/** Longest value that is shown at once, in bytes. */
const VALUE_BYTES = 16 * 1024;
/** Columns that hold times, by their names; spec: schema §3, §5, §11. */
const TIME_COLUMN = /(?:_at|_until|_seen|^timestamp)$/;

/** Which row of which table. */
export interface RowChoice {
  readonly table: string;
  /** Column that holds `key`; both are compared as they are stored. */
  readonly where: string;
  readonly key: string | number;
}

/**
 * Every column of the first row that matches, in stored order, unknown ones included.
 *
 * @returns null where no row matches or the file lacks the table.
 */
export function readColumns(context: LaneContext, choice: RowChoice): ColumnValue[] | null {
  const { catalog, db } = context.store;
  const columns = catalog.columns.get(choice.table);
  if (columns?.includes(choice.where) !== true) return null;
  const values = db
    .prepare<[string | number], unknown[]>(
      `SELECT ${columns.flatMap(column => valueSql(quoted(column))).join(', ')} ` +
        `FROM ${quoted(choice.table)} WHERE ${quoted(choice.where)} = ? LIMIT 1`,
    )
    .raw()
    .get(choice.key);
  if (values === undefined) return null;
  return columns.map((column, index) => {
    const [type, bytes, value] = values.slice(index * 3, index * 3 + 3);
    return columnValue(column, String(type), typeof bytes === 'number' ? bytes : 0, value);
  });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Whole numbers travel as text: JavaScript has no room for all 64 bits. */
function valueSql(column: string): string[] {
  return [
    `typeof(${column})`,
    `octet_length(${column})`,
    `CASE typeof(${column}) WHEN 'integer' THEN CAST(${column} AS TEXT) WHEN 'real' THEN ${column} ` +
      `ELSE ${headSql(column, VALUE_BYTES, VALUE_BYTES + 4)} END`,
  ];
}

function columnValue(column: string, type: string, bytes: number, value: unknown): ColumnValue {
  switch (type) {
    case 'integer':
    case 'real': {
      const text = String(value);
      const time = TIME_COLUMN.test(column) ? knownTime(Number(value)) : null;
      return { column, type, value: { text, bytes: text.length, clipped: false }, time };
    }
    case 'text':
      return {
        column,
        type,
        value: clipText(headText(value, bytes, VALUE_BYTES) ?? '', VALUE_BYTES, bytes),
        time: null,
      };
    case 'blob':
      return { column, type, value: clipText(blobText(value, bytes), VALUE_BYTES, bytes), time: null };
    default:
      return { column, type: 'null', value: null, time: null };
  }
}

/** Bytes that are text are shown as it; others in hexadecimal, as SQL writes them. */
function blobText(value: unknown, bytes: number): string {
  if (!(value instanceof Uint8Array)) return '';
  const text = bytes > value.length ? decodeHead(value) : Buffer.from(value).toString('utf8');
  return text.includes('\uFFFD') ? `x'${Buffer.from(value).toString('hex')}'` : text;
}
