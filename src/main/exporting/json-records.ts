import type { Database } from 'better-sqlite3';
import { CONTENT_SENTINEL } from '../session-db/content.ts';
import { dumpPythonFloat, rewritePythonJson } from '../session-db/python-json-text.ts';
import type { Stored, StoredRow } from './stored-rows.ts';

/** Writes rows as Python's `json.dumps` with `ensure_ascii=False` writes the records of Hermes. */
export interface JsonRecords {
  /** The beginning of a session's object, up to where its messages stand. */
  readonly openSession: (row: StoredRow, lastActive: Stored | undefined) => string;
  readonly message: (row: StoredRow) => string;
}

/** What follows the last message of a session. */
export const CLOSE_SESSION = ']}';

/** Makes the writer for a file: which columns hold floats is read from its tables. */
export function jsonRecords(db: Database): JsonRecords {
  const session = columnWriter(floatsOf(db, 'sessions'), {});
  const message = columnWriter(floatsOf(db, 'messages'), DECODERS);
  return {
    openSession: (row, lastActive) => {
      const active = lastActive === undefined ? [] : [`"last_active": ${plain(lastActive, true)}`];
      return `{${[...Object.entries(row).map(session), ...active].join(', ')}, "messages": [`;
    },
    message: row => `{${Object.entries(row).map(message).join(', ')}}`,
  };
}

/** SQLite keeps every number of such a column as a float, and Python shows that it is one. */
function floatsOf(db: Database, table: string): ReadonlySet<string> {
  const names = db
    .prepare<[string], string>("SELECT name FROM pragma_table_info(?) WHERE upper(type) = 'REAL'")
    .pluck();
  return new Set(names.all(table));
}

type Decoder = (stored: string) => string;

/** Decoded as `get_messages` does, from JSON text to JSON text, so that no digit and no order is lost; spec: api §2. */
const DECODERS: Readonly<Record<string, Decoder>> = {
  content: text => {
    if (!text.startsWith(CONTENT_SENTINEL)) return JSON.stringify(text);
    return rewritten(text.slice(CONTENT_SENTINEL.length)) ?? JSON.stringify(text);
  },
  tool_calls: text => (text === '' ? '""' : (rewritten(text) ?? '[]')),
  display_metadata: text => {
    const once = rewritten(text) ?? 'null';
    const twice = once.startsWith('"') ? (rewritten(unquoted(once)) ?? 'null') : once;
    return twice.startsWith('{') ? twice : 'null';
  },
};

function columnWriter(
  floats: ReadonlySet<string>,
  decoders: Readonly<Record<string, Decoder>>,
): (member: [string, Stored]) => string {
  return ([name, value]) => {
    const decode = typeof value === 'string' && Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    const text = decode === undefined ? plain(value, floats.has(name)) : decode(String(value));
    return `${JSON.stringify(name)}: ${text}`;
  };
}

function plain(value: Stored, isFloat: boolean): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null) return 'null';
  return isFloat || !Number.isInteger(value) ? dumpPythonFloat(value) : String(value);
}

/** Null where the text is not JSON. */
function rewritten(json: string): string | null {
  try {
    return rewritePythonJson(json);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function unquoted(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : '';
}
