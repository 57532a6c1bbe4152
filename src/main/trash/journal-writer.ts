import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { ExactRow, SqlValue, TableShape } from './exact-rows.ts';
import { type CellChange, END_MAGIC, type JournalFooter, type JournalHeader, MAGIC, RECORD } from './journal-format.ts';

/** Bytes that are compressed at a time; memory stays at a few of these, however long the journal. */
const CHUNK_BYTES = 1024 * 1024;
/** Deletion waits for the compression, under the file's write lock: fast is better than small. */
const LEVEL = 3;

/** Writes one journal: see journal-format.ts for its form. */
export class JournalWriter {
  readonly #fd: number;
  readonly #digest: Hash = createHash('sha256');
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #filled = 0;
  #table: string | null = null;
  #rows: Record<string, number> = {};
  #used = new Map<string, Set<string>>();
  #maxRowid = new Map<string, bigint>();
  #cells = 0;
  #isOpen = true;

  /**
   * Creates the file; there must be none.
   *
   * @throws Node's file system errors.
   */
  constructor(path: string, header: JournalHeader) {
    this.#fd = openSync(path, 'wx', 0o600);
    this.#write(MAGIC);
    this.#writeSized(Buffer.from(JSON.stringify(header), 'utf8'));
  }

  /**
   * Adds a row.
   *
   * @param mode - `row` for one that goes, `needed` for one that others refer to and that may stay.
   */
  row(shape: TableShape, row: ExactRow, mode: 'row' | 'needed' = 'row'): void {
    const key = `${mode} ${shape.table}`;
    if (this.#table !== key) {
      this.#table = key;
      this.#byte(RECORD.table);
      this.#sized(Buffer.from(JSON.stringify({ ...shape, mode }), 'utf8'));
    }
    this.#byte(RECORD.row);
    this.#int64(row.rowid ?? 0n);
    this.#put(Buffer.from(row.kinds, 'latin1'));
    row.values.forEach(value => {
      this.#value(value);
    });
    if (mode === 'row') this.#note(shape, row);
  }

  /** Adds a value that is changed in a row that stays. */
  cell({ table, id, column, before, after }: CellChange): void {
    this.#byte(RECORD.cell);
    this.#sized(Buffer.from(JSON.stringify({ table, id, column, kinds: before.kind + after.kind }), 'utf8'));
    this.#value(before.value);
    this.#value(after.value);
    this.#cells += 1;
  }

  /**
   * Writes the end with the checksum, and waits until all of it is on the disk.
   *
   * @returns what the end says.
   */
  finish(): JournalFooter {
    this.#flush();
    const footer: JournalFooter = {
      rows: this.#rows,
      cells: this.#cells,
      used: Object.fromEntries([...this.#used].map(([table, columns]) => [table, [...columns]])),
      maxRowid: Object.fromEntries([...this.#maxRowid].map(([table, rowid]) => [table, String(rowid)])),
    };
    const text = Buffer.from(JSON.stringify(footer), 'utf8');
    this.#writeSized(Buffer.alloc(0));
    this.#write(text);
    this.#write(uint32(text.length));
    const digest = this.#digest.copy().digest();
    this.#write(digest);
    this.#write(END_MAGIC);
    fsyncSync(this.#fd);
    this.close();
    return footer;
  }

  /** Closes the file as it is; after {@link finish} it is closed already. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#fd);
  }

  #note({ table, columns }: TableShape, { kinds, rowid }: ExactRow): void {
    this.#rows[table] = (this.#rows[table] ?? 0) + 1;
    const used = this.#used.get(table) ?? new Set<string>();
    this.#used.set(table, used);
    if (used.size < columns.length) columns.forEach((column, at) => kinds[at] !== 'n' && used.add(column));
    if (rowid !== null && rowid > (this.#maxRowid.get(table) ?? 0n)) this.#maxRowid.set(table, rowid);
  }

  #value(value: SqlValue): void {
    if (typeof value === 'bigint') this.#int64(value);
    else if (typeof value === 'number') this.#double(value);
    else if (value !== null) this.#sized(value);
  }

  #byte(byte: number): void {
    this.#put(Uint8Array.of(byte));
  }

  #int64(value: bigint): void {
    const bytes = Buffer.allocUnsafe(8);
    bytes.writeBigInt64LE(value);
    this.#put(bytes);
  }

  #double(value: number): void {
    const bytes = Buffer.allocUnsafe(8);
    bytes.writeDoubleLE(value);
    this.#put(bytes);
  }

  #sized(bytes: Uint8Array): void {
    this.#put(uint32(bytes.length));
    this.#put(bytes);
  }

  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + CHUNK_BYTES - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === CHUNK_BYTES) this.#flush();
    }
  }

  #flush(): void {
    if (this.#filled === 0) return;
    const packed = deflateRawSync(this.#chunk.subarray(0, this.#filled), { level: LEVEL });
    this.#filled = 0;
    this.#writeSized(packed);
  }

  #writeSized(bytes: Uint8Array): void {
    this.#write(uint32(bytes.length));
    this.#write(bytes);
  }

  #write(bytes: Uint8Array): void {
    this.#digest.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(this.#fd, bytes, at, bytes.length - at);
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
