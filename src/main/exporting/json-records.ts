import { CONTENT_SENTINEL, storedText } from '../session-db/content.ts';
import { dumpPythonFloat, rewritePythonJson } from '../session-db/python-json-text.ts';
import type { Store } from '../session-db/store.ts';
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
export function jsonRecords(store: Store): JsonRecords {
  const session = rowWriter(store, 'sessions', {});
  const message = rowWriter(store, 'messages', DECODERS);
  return {
    openSession: (row, lastActive) => {
      const active = lastActive === undefined ? '' : `, "last_active": ${plain(lastActive, true)}`;
      return `{${session(row)}${active}, "messages": [`;
    },
    message: row => `{${message(row)}}`,
  };
}

/** SQLite keeps every number of such a column as a float, and Python shows that it is one. */
function floatsOf({ db }: Store, table: string): ReadonlySet<string> {
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

interface ColumnWriter {
  readonly head: string;
  readonly write: (value: Stored) => string;
}

/** Members in the order of the columns. Written for speed: this runs for every value of an export. */
function rowWriter(
  store: Store,
  table: 'sessions' | 'messages',
  decoders: Readonly<Record<string, Decoder>>,
): (row: StoredRow) => string {
  const floats = floatsOf(store, table);
  const writers = (store.catalog.columns.get(table) ?? []).map((name, at): ColumnWriter => {
    const isFloat = floats.has(name);
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    return {
      head: `${at === 0 ? '' : ', '}${JSON.stringify(name)}: `,
      write: value => (decode === undefined || value === null ? plain(value, isFloat) : decode(textOf(value))),
    };
  });
  return row => {
    let text = '';
    for (const [at, { head, write }] of writers.entries()) text += head + write(row[at] ?? null);
    return text;
  };
}

function textOf(value: Stored): string {
  return typeof value === 'string' ? value : (storedText(value) ?? '');
}

function plain(value: Stored, isFloat: boolean): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return isFloat || !Number.isInteger(value) ? dumpPythonFloat(value) : String(value);
  return JSON.stringify(textOf(value));
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
