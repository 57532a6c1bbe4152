import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import type { ExactRow, SqlValue } from './exact-rows.ts';
import {
  type CellChange,
  DIGEST_BYTES,
  END_MAGIC,
  JournalCell,
  JournalFooter,
  JournalHeader,
  JournalTable,
  MAGIC,
  RECORD,
} from './journal-format.ts';

/** Bytes at the end that do not count into the checksum, and the length of the footer before them. */
const TAIL_BYTES = 4 + DIGEST_BYTES + END_MAGIC.length;
const MAX_HEADER_BYTES = 64 * 1024 * 1024;
const BLOCK_BYTES = 1024 * 1024;

/** One thing that a journal holds. */
export type JournalRecord =
  | { readonly kind: 'row'; readonly table: JournalTable; readonly row: ExactRow }
  | { readonly kind: 'cell'; readonly cell: CellChange };

/** What a journal says of itself. */
export interface JournalSummary {
  readonly header: JournalHeader;
  readonly footer: JournalFooter;
  /** Bytes on disk. */
  readonly bytes: number;
}

/** A journal that cannot be read: cut short, changed, or of another format. */
export class JournalDamageError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'JournalDamageError';
  }
}

/** An open journal file. */
class JournalFile {
  readonly #fd: number;
  readonly size: number;
  #at = 0;

  constructor(path: string) {
    this.#fd = openSync(path, 'r');
    this.size = fstatSync(this.#fd).size;
  }

  get at(): number {
    return this.#at;
  }

  seek(position: number): void {
    if (position < 0 || position > this.size) throw new JournalDamageError('it was cut short');
    this.#at = position;
  }

  take(length: number): Buffer {
    if (length > this.size - this.#at) throw new JournalDamageError('it was cut short');
    const bytes = Buffer.allocUnsafe(length);
    for (let got = 0; got < length;) {
      const read = readSync(this.#fd, bytes, got, length - got, this.#at + got);
      if (read === 0) throw new JournalDamageError('it was cut short');
      got += read;
    }
    this.#at += length;
    return bytes;
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  close(): void {
    closeSync(this.#fd);
  }
}

function withFile<T>(path: string, use: (file: JournalFile) => T): T {
  const file = new JournalFile(path);
  try {
    return use(file);
  } finally {
    file.close();
  }
}

/** Runs a parser; what it throws about malformed JSON means that the journal is damaged. */
function parsed<T>(bytes: Buffer, schema: { parse(value: unknown): T }): T {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new JournalDamageError('what it says of itself makes no sense', error);
  }
}

function headerOf(file: JournalFile): JournalHeader {
  file.seek(0);
  if (!file.take(MAGIC.length).equals(MAGIC)) throw new JournalDamageError('it is of a format that is not known');
  const length = file.uint32();
  if (length > MAX_HEADER_BYTES) throw new JournalDamageError('what it says of itself makes no sense');
  return parsed(file.take(length), JournalHeader);
}

function footerOf(file: JournalFile): JournalFooter {
  file.seek(file.size - TAIL_BYTES);
  const length = file.uint32();
  file.seek(file.size - END_MAGIC.length);
  if (!file.take(END_MAGIC.length).equals(END_MAGIC)) throw new JournalDamageError('it was cut short');
  file.seek(file.size - TAIL_BYTES - length);
  return parsed(file.take(length), JournalFooter);
}

/**
 * Reads the header alone, which is there even in a journal that was cut short.
 *
 * @throws JournalDamageError; Node's file system errors.
 */
export function readJournalHeader(path: string): JournalHeader {
  return withFile(path, headerOf);
}

/**
 * Reads header and footer; looks at no row.
 *
 * @throws JournalDamageError where either is missing; Node's file system errors.
 */
export function readJournalSummary(path: string): JournalSummary {
  return withFile(path, file => ({ header: headerOf(file), footer: footerOf(file), bytes: file.size }));
}

/**
 * Reads the whole file once and compares its checksum.
 *
 * @throws JournalDamageError where it differs.
 */
export function verifyJournal(path: string): JournalSummary {
  const summary = readJournalSummary(path);
  withFile(path, file => {
    const digest = createHash('sha256');
    const end = file.size - DIGEST_BYTES - END_MAGIC.length;
    while (file.at < end) digest.update(file.take(Math.min(BLOCK_BYTES, end - file.at)));
    if (!digest.digest().equals(file.take(DIGEST_BYTES))) throw new JournalDamageError('its checksum is wrong');
  });
  return summary;
}

/**
 * Everything that a journal holds, in the order in which it was written. The file is closed when the loop ends.
 *
 * @throws JournalDamageError.
 */
export function* readJournal(path: string): Generator<JournalRecord> {
  const file = new JournalFile(path);
  try {
    headerOf(file);
    yield* recordsOf(new RecordStream(file));
  } finally {
    file.close();
  }
}

function* recordsOf(stream: RecordStream): Generator<JournalRecord> {
  let table: JournalTable | null = null;
  while (!stream.isAtEnd()) {
    const record = stream.take(1)[0];
    if (record === RECORD.table) table = parsed(stream.sized(), JournalTable);
    else if (record === RECORD.cell) yield { kind: 'cell', cell: readCell(stream) };
    else if (record === RECORD.row && table !== null) yield { kind: 'row', table, row: readRow(stream, table) };
    else throw new JournalDamageError('it holds a record that is not known');
  }
}

function readRow(stream: RecordStream, { columns, rowid }: JournalTable): ExactRow {
  const number = stream.take(8).readBigInt64LE();
  const kinds = stream.take(columns.length).toString('latin1');
  return { rowid: rowid === null ? null : number, kinds, values: [...kinds].map(kind => readValue(stream, kind)) };
}

function readCell(stream: RecordStream): CellChange {
  const { kinds, ...place } = parsed(stream.sized(), JournalCell);
  const [before = '', after = ''] = kinds;
  return {
    ...place,
    before: { kind: before, value: readValue(stream, before) },
    after: { kind: after, value: readValue(stream, after) },
  };
}

function readValue(stream: RecordStream, kind: string): SqlValue {
  switch (kind) {
    case 'n':
      return null;
    case 'i':
      return stream.take(8).readBigInt64LE();
    case 'r':
      return stream.take(8).readDoubleLE();
    case 't':
    case 'b':
      return stream.sized();
    default:
      throw new JournalDamageError('it holds a value of a kind that is not known');
  }
}

/** The inflated chunks as one stream of bytes; one chunk is in memory at a time. */
class RecordStream {
  readonly #file: JournalFile;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  #isLast = false;

  constructor(file: JournalFile) {
    this.#file = file;
  }

  isAtEnd(): boolean {
    if (this.#at === this.#chunk.length) this.#next();
    return this.#isLast;
  }

  take(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let got = 0; got < length;) {
      if (this.isAtEnd()) throw new JournalDamageError('it was cut short');
      const part = this.#chunk.subarray(this.#at, this.#at + length - got);
      bytes.set(part, got);
      got += part.length;
      this.#at += part.length;
    }
    return bytes;
  }

  sized(): Buffer {
    return this.take(this.take(4).readUInt32LE());
  }

  #next(): void {
    if (this.#isLast) return;
    const length = this.#file.uint32();
    this.#isLast = length === 0;
    this.#at = 0;
    this.#chunk = length === 0 ? Buffer.alloc(0) : inflated(this.#file.take(length));
  }
}

function inflated(packed: Buffer): Buffer {
  try {
    return inflateRawSync(packed);
  } catch (error) {
    throw new JournalDamageError('its rows cannot be unpacked', error);
  }
}
