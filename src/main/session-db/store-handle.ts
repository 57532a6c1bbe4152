import { keepCatalogCurrent } from './current-catalog.ts';
import { rememberFile } from './file-identity.ts';
import { openStore } from './open.ts';
import type { OpenOptions } from './open.ts';
import { defaultDatabasePath } from './paths.ts';
import type { Store } from './store.ts';
import { tryCheckpoint } from './write.ts';

/** An open store and its end. */
export class StoreHandle {
  readonly #store: Store;

  /**
   * @param path - the file; Hermes's own unless given.
   * @throws SessionDbError with a code that says what is wrong with the file.
   */
  constructor(path?: string, options: OpenOptions = {}) {
    this.#store = Object.assign(openStore(path ?? defaultDatabasePath(), options), {
      onContention: options.onContention,
    });
    rememberFile(this.#store);
  }

  /** The open store, as the file is now: another program may have changed its schema since the last call. */
  get store(): Store {
    if (this.#store.db.open) tryKeepCurrent(this.#store);
    return this.#store;
  }

  /** Closes the connection; a writer first moves its log into the file as far as no reader needs it. */
  close(): void {
    const { db, readOnly } = this.#store;
    if (!db.open) return;
    if (!readOnly) tryCheckpoint(db);
    db.close();
  }
}

/** What keeps the file from being read is what the call itself will say. */
function tryKeepCurrent(store: Store): boolean {
  try {
    keepCatalogCurrent(store);
    return true;
  } catch {
    return false;
  }
}
