import type { Database } from 'better-sqlite3';
import { AppError } from '../../shared/errors.ts';
import { readCatalog } from '../session-db/catalog.ts';
import { SessionDbError } from '../session-db/errors.ts';
import { openStore } from '../session-db/open.ts';
import { SessionDB } from '../session-db/session-db.ts';
import { identify, wasSwapped, type FileIdentity } from './file-identity.ts';
import { readSchemaCookie } from './lane-store.ts';

interface OpenWriter {
  readonly db: SessionDB;
  identity: FileIdentity;
  schemaCookie: number;
}

/** How a {@link WriterStore} opens its connection. */
export interface WriterStoreOptions {
  readonly path: string;
  /** Folder for backups where the file's own cannot take them. */
  readonly backupFolder: string;
  /** Milliseconds without use after which the connection is closed. */
  readonly idleMs: number;
  /** Run on every new connection before anything else uses it. */
  readonly prepare: (db: Database) => void;
  /** Called when an attempt to get the write lock failed and another follows. */
  readonly onContention: () => void;
}

/**
 * The one writable connection of the app: opened at the first write, closed when none follows for a while. It is never
 * opened on a file that would first have to be upgraded.
 */
export class WriterStore {
  readonly #options: WriterStoreOptions;
  #open: OpenWriter | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WriterStoreOptions) {
    this.#options = options;
  }

  /**
   * The writable database, current as of now.
   *
   * @throws AppError `db-missing` where the file is gone; otherwise what opening it throws.
   */
  use(): SessionDB {
    const identity = identify(this.#options.path);
    if (identity === null) {
      this.close();
      throw new AppError('db-missing', 'The database file is not there any more.', {
        hint: 'Put it back or choose another database.',
      });
    }
    if (this.#open !== null && wasSwapped(this.#open.identity, identity)) this.close();
    const open = this.#open ?? this.#openFile(identity);
    open.identity = identity;
    const cookie = readSchemaCookie(open.db.store.db);
    if (cookie !== open.schemaCookie) {
      open.db.store.catalog = readCatalog(open.db.store.db);
      open.schemaCookie = cookie;
    }
    return open.db;
  }

  /** Starts the time after which the connection is closed; call at the end of every request. */
  rest(): void {
    clearTimeout(this.#timer);
    if (this.#open === null) return;
    this.#timer = setTimeout(() => {
      this.close();
    }, this.#options.idleMs);
  }

  /** Closes the connection; the next use opens a new one. */
  close(): void {
    clearTimeout(this.#timer);
    const open = this.#open;
    this.#open = null;
    open?.db.close();
  }

  #openFile(identity: FileIdentity): OpenWriter {
    const { path, backupFolder, prepare, onContention } = this.#options;
    assertStillThere(path);
    const db = new SessionDB(path, { olderFile: 'refuse', backupFolder, onContention });
    try {
      prepare(db.store.db);
      this.#open = { db, identity, schemaCookie: readSchemaCookie(db.store.db) };
      return this.#open;
    } catch (error) {
      db.close();
      throw error;
    }
  }
}

/**
 * A writable open makes a database where there is nothing yet. Here something was there, and a file that lost it must
 * not be taken for a new one.
 */
function assertStillThere(path: string): void {
  try {
    openStore(path, { readOnly: true }).db.close();
  } catch (error) {
    // Other failures are for the writer itself: it can roll back what a reader cannot.
    if (error instanceof SessionDbError && (error.code === 'db-empty' || error.code === 'db-not-hermes')) throw error;
  }
}
