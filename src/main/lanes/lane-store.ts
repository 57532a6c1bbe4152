import type { Database } from 'better-sqlite3';
import { AppError } from '../../shared/errors.ts';
import { catalogOf, openStore } from '../session-db/open.ts';
import type { Store } from '../session-db/store.ts';
import { identify, wasSwapped, type FileIdentity } from './file-identity.ts';

interface OpenStore {
  readonly store: Store;
  identity: FileIdentity;
  schemaCookie: number;
}

/**
 * The one read-only connection of a lane, opened at the first use and again where another file was put in its place.
 * Its catalogue follows the schema of the file.
 */
export class LaneStore {
  readonly #path: string;
  readonly #prepare: (db: Database) => void;
  #open: OpenStore | null = null;
  /** How often a file was opened; part of the stamp, because `data_version` counts per connection. */
  #generation = 0;

  /** @param prepare - run on every new connection before anything else uses it. */
  constructor(path: string, prepare: (db: Database) => void) {
    this.#path = path;
    this.#prepare = prepare;
  }

  /**
   * The store, current as of now.
   *
   * @throws AppError `db-missing` where the file is gone; otherwise what opening the file throws, also where another
   * program took away the tables.
   */
  use(): Store {
    const identity = identify(this.#path);
    if (identity === null) {
      this.close();
      throw new AppError('db-missing', 'The database file is not there any more.', {
        hint: 'Put it back or choose another database.',
      });
    }
    if (this.#open !== null && wasSwapped(this.#open.identity, identity)) this.close();
    const open = this.#open ?? this.#openFile(identity);
    open.identity = identity;
    this.#refreshCatalog(open);
    return open.store;
  }

  /** The store as it was used last, without a look at the file; null while none is open. */
  get opened(): Store | null {
    return this.#open?.store ?? null;
  }

  /** A text that changes when another connection committed, or another file was opened. */
  stamp(): string {
    const { db } = this.use();
    return `${String(this.#generation)}.${String(db.pragma('data_version', { simple: true }))}`;
  }

  /** Closes the connection; the next use opens a new one. */
  close(): void {
    const open = this.#open;
    this.#open = null;
    open?.store.db.close();
  }

  #openFile(identity: FileIdentity): OpenStore {
    const store = openStore(this.#path, { readOnly: true });
    try {
      this.#prepare(store.db);
      this.#open = { store, identity, schemaCookie: readSchemaCookie(store.db) };
      this.#generation += 1;
      return this.#open;
    } catch (error) {
      store.db.close();
      throw error;
    }
  }

  #refreshCatalog(open: OpenStore): void {
    const cookie = readSchemaCookie(open.store.db);
    if (cookie === open.schemaCookie) return;
    open.store.catalog = catalogOf(open.store.db, this.#path);
    open.schemaCookie = cookie;
  }
}

/** A number that changes with the schema of the file. */
export function readSchemaCookie(db: Database): number {
  return Number(db.pragma('schema_version', { simple: true }));
}
