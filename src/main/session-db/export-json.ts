import { messageValue, plainValue, rowWriter } from './export-json-values.ts';
import type { ExactRow, RowWriter } from './export-json-values.ts';
import { idsByLastActivity, liveMessageIds, messageSql, readGuarded, sessionSql } from './export-rows.ts';
import type { ExportLimits, UnreadableText } from './export-rows.ts';
import { getCompressionLineage } from './lineage.ts';
import type { CompressionLineageOptions } from './lineage.ts';
import { liveCondition } from './message-rows.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';

/** What a file of an export holds, one record each: stored sessions, whole conversations, or everything. */
export type ExportTarget =
  | { readonly kind: 'sessions'; readonly ids: readonly string[] }
  | ({ readonly kind: 'lineages'; readonly ids: readonly string[] } & CompressionLineageOptions)
  | { readonly kind: 'all'; readonly source?: string | null };

/** How an export is written. */
export interface ExportJsonOptions extends ExportLimits {
  /** `lines` (default): one record a line, as Hermes writes `.jsonl`. `list`: one JSON list. `one`: the only record. */
  readonly layout?: 'lines' | 'list' | 'one';
  /** Told after each message that is counted, and after each record; may throw to stop the export there. */
  readonly onMessage?: () => void;
  readonly onRecord?: () => void;
}

/** What was written. */
export interface ExportSummary {
  /** Records. */
  readonly records: number;
  /** Messages, those of a conversation once. */
  readonly messages: number;
  /** Ids that were asked for and are not in the file. */
  readonly missing: string[];
  /** Texts that were too large to be read; the file has null in their place. */
  readonly unreadable: UnreadableText[];
}

/** Messages that are read at once, and bytes of one that comes with others: they are in memory together. */
const TOGETHER = 200;
const ORDINARY_BYTES = 64 * 1024;

/** Least characters of a piece that is handed out, so that a file is not written word by word. */
const PIECE = 64 * 1024;

/**
 * Writes an export as text, piece by piece, in bounded memory and with nothing open between two pieces. The text is
 * byte for byte what Hermes's own export writes, `json.dumps(record, ensure_ascii=False)`: the record of
 * {@link exportSession}, {@link exportSessionLineage} or {@link exportAll}. Where Hermes fails we do not: bytes come as
 * text, half a surrogate pair as an escape, and a text that is too large as null, which the summary names; spec: api
 * §9.
 *
 * @returns through the generator's return value what was written.
 */
export function* exportJson(
  store: Store,
  target: ExportTarget,
  options: ExportJsonOptions = {},
): Generator<string, ExportSummary, undefined> {
  const writer = new JsonExport(store, options);
  yield* gathered(writer.write(target));
  return writer.summary;
}

/** Small pieces are joined to larger ones. */
function* gathered(pieces: Iterable<string>): Generator<string, void, undefined> {
  let waiting = '';
  for (const piece of pieces) {
    waiting += piece;
    if (waiting.length < PIECE) continue;
    yield waiting;
    waiting = '';
  }
  if (waiting !== '') yield waiting;
}

type Pieces = Generator<string, void, undefined>;

interface SessionReader {
  readonly columns: readonly string[];
  readonly row: (id: string) => ExactRow | undefined;
  readonly write: RowWriter;
}

/** A text is not taken apart into its characters. */
function whole(members: ReturnType<RowWriter>): Iterable<string> {
  return typeof members === 'string' ? [members] : members;
}

function* slices(ids: Iterable<number>): Generator<readonly number[], void, undefined> {
  let slice: number[] = [];
  for (const id of ids) {
    slice.push(id);
    if (slice.length < TOGETHER) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

/** Finds rows by their ids, which have to be asked for in the order of the rows. */
function inOrder(rows: readonly ExactRow[], place: number): (id: number) => ExactRow | undefined {
  let next = 0;
  return id => {
    const row = rows[next];
    if (row === undefined || Number(row[place]) !== id) return undefined;
    next += 1;
    return row;
  };
}

class JsonExport {
  readonly #store: Store;
  readonly #options: ExportJsonOptions;
  readonly #unreadable: UnreadableText[] = [];
  readonly #missing: string[] = [];
  readonly #idsOf: (sessionId: string) => Generator<number, void, undefined>;
  readonly #readMessage: (id: number, onTooLarge: (column: string, bytes: number) => void) => ExactRow | undefined;
  readonly #readOrdinary: (ids: readonly number[]) => (id: number) => ExactRow | undefined;
  readonly #writeMessage: RowWriter;
  #records = 0;
  #messages = 0;

  constructor(store: Store, options: ExportJsonOptions) {
    this.#store = store;
    this.#options = options;
    this.#idsOf = liveMessageIds(store);
    const sql = messageSql(store, options);
    this.#writeMessage = rowWriter(sql.columns, messageValue);
    const statements = {
      small: store.db.prepare<[number, number], unknown[]>(sql.small).raw().safeIntegers(),
      large: store.db.prepare<[number], unknown[]>(sql.large).raw().safeIntegers(),
      sizes: store.db.prepare<[number], Record<string, number | null>>(sql.sizes),
    };
    const together = store.db.prepare<[string, number], unknown[]>(sql.together).raw().safeIntegers();
    const place = sql.columns.indexOf('id');
    this.#readOrdinary = ids => inOrder(together.all(JSON.stringify(ids), Math.min(ORDINARY_BYTES, sql.limit)), place);
    this.#readMessage = (id, onTooLarge) => readGuarded(statements, id, sql.limit, onTooLarge);
  }

  get summary(): ExportSummary {
    return {
      records: this.#records,
      messages: this.#messages,
      missing: this.#missing,
      unreadable: this.#unreadable,
    };
  }

  *write(target: ExportTarget): Pieces {
    const layout = this.#options.layout ?? 'lines';
    if (layout === 'list') yield '[';
    for (const record of this.#recordsOf(target)) {
      if (layout === 'list' && this.#records > 0) yield ', ';
      this.#records += 1;
      yield* record;
      this.#options.onRecord?.();
      if (layout === 'lines') yield '\n';
    }
    if (layout === 'list') yield ']';
  }

  *#recordsOf(target: ExportTarget): Generator<Pieces, void, undefined> {
    switch (target.kind) {
      case 'sessions':
        yield* this.#sessions(target.ids.map(wellFormed), false);
        break;
      case 'all':
        yield* this.#sessions(idsByLastActivity(this.#store, target.source), true);
        break;
      case 'lineages':
        yield* this.#lineages(target.ids.map(wellFormed), target);
    }
  }

  *#sessions(ids: readonly string[], withActivity: boolean): Generator<Pieces, void, undefined> {
    const read = this.#sessionReader(withActivity);
    for (const id of ids) {
      const row = read.row(id);
      if (row !== undefined) yield this.#session(id, read.write(row));
      else if (!withActivity) this.#missing.push(id);
    }
  }

  *#session(id: string, members: ReturnType<RowWriter>): Pieces {
    yield '{';
    yield* whole(members);
    yield ', "messages": [';
    yield* this.#messagesOf([id], true);
    yield ']}';
  }

  *#lineages(ids: readonly string[], options: CompressionLineageOptions): Generator<Pieces, void, undefined> {
    const read = this.#sessionReader(false);
    for (const id of ids) {
      const segments = getCompressionLineage(this.#store, id, options);
      const last = segments.at(-1);
      const row = last === undefined ? undefined : read.row(last);
      if (row === undefined) this.#missing.push(id);
      else yield this.#lineage(row, segments, read);
    }
  }

  /** The last segment's row, all messages, then every segment with its own; the number of messages is that of all. */
  *#lineage(row: ExactRow, ids: readonly string[], read: SessionReader): Pieces {
    const count = read.columns.indexOf('message_count');
    yield '{';
    yield* whole(read.write(count < 0 ? row : row.with(count, this.#countMessages(ids))));
    yield ', "messages": [';
    yield* this.#messagesOf(ids, true);
    yield '], "segments": [';
    const written: string[] = [];
    for (const id of ids) {
      const segment = read.row(id);
      if (segment === undefined) continue;
      yield `${written.length === 0 ? '' : ', '}{`;
      yield* whole(read.write(segment));
      yield ', "messages": [';
      yield* this.#messagesOf([id], false);
      yield ']}';
      written.push(id);
    }
    yield `], "lineage_session_ids": [${written.map(id => JSON.stringify(id)).join(', ')}]}`;
  }

  /** @param counts - false where the messages are in the file already. */
  *#messagesOf(ids: readonly string[], counts: boolean): Pieces {
    let separator = '';
    for (const sessionId of ids) {
      for (const row of this.#rowsOf(sessionId, counts)) {
        const members = this.#writeMessage(row);
        if (typeof members === 'string') yield `${separator}{${members}}`;
        else {
          yield `${separator}{`;
          yield* members;
          yield '}';
        }
        separator = ', ';
        if (counts) this.#count();
      }
    }
  }

  /** Most messages are short and read together; the others one by one. */
  *#rowsOf(sessionId: string, counts: boolean): Generator<ExactRow, void, undefined> {
    for (const ids of slices(this.#idsOf(sessionId))) {
      const ordinary = this.#readOrdinary(ids);
      for (const id of ids) {
        const row =
          ordinary(id) ??
          this.#readMessage(id, (column, bytes) => {
            if (counts) this.#tell({ session_id: sessionId, message_id: id, column, bytes });
          });
        if (row !== undefined) yield row;
      }
    }
  }

  #count(): void {
    this.#messages += 1;
    this.#options.onMessage?.();
  }

  #countMessages(ids: readonly string[]): bigint {
    const count = this.#store.db
      .prepare<[string], number>(
        `SELECT COUNT(*) FROM messages m WHERE m.session_id = ? AND ${liveCondition(this.#store.catalog)}`,
      )
      .pluck();
    return BigInt(ids.reduce((sum, id) => sum + (count.get(id) ?? 0), 0));
  }

  #sessionReader(withActivity: boolean): SessionReader {
    const sql = sessionSql(this.#store, this.#options, withActivity);
    const { db } = this.#store;
    const statements = {
      small: db.prepare<[string, number], unknown[]>(sql.small).raw().safeIntegers(),
      large: db.prepare<[string], unknown[]>(sql.large).raw().safeIntegers(),
      sizes: db.prepare<[string], Record<string, number | null>>(sql.sizes),
    };
    return {
      columns: sql.columns,
      row: id =>
        readGuarded(statements, id, sql.limit, (column, bytes) => {
          this.#tell({ session_id: id, message_id: null, column, bytes });
        }),
      write: rowWriter(sql.columns, plainValue),
    };
  }

  #tell(text: UnreadableText): void {
    this.#unreadable.push(text);
    this.#options.onUnreadable?.(text);
  }
}
