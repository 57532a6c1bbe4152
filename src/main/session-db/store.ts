import type { Database } from 'better-sqlite3';
import type { Catalog } from './catalog.ts';
import type { Upgrade } from './migrate/upgrade.ts';

/** An open database with what every operation needs to know of it. */
export interface Store {
  readonly db: Database;
  readonly path: string;
  readonly readOnly: boolean;
  /** True where a writer was asked for and the file is too new to be written without insisting. */
  readonly isBeyondWriting?: boolean;
  /** Why the tokenizer that was asked for is not loaded; null or absent where nothing failed. */
  readonly tokenizerFailure?: string | null;
  /** Bytes of a database up to which a write that fails at a damaged search index rebuilds it, once, and runs again. */
  readonly healIndexUpTo?: number | undefined;
  /** What the open that made this store changed; null where the file lacked nothing. */
  readonly upgrade?: Upgrade | null;
  /** Folder for backups where the file's own cannot take them. */
  readonly backupFolder?: string | undefined;
  /** Replaced by the owner of the connection when another program changed the schema. */
  catalog: Catalog;
  /** The clock, in Unix seconds. */
  readonly now: () => number;
  /** Told each time another program had the write lock and another attempt follows. */
  readonly onContention?: ((attempt: number) => void) | undefined;
}
