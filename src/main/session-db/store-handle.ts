import { openStore } from './open.ts';
import type { OpenOptions } from './open.ts';
import { defaultDatabasePath } from './paths.ts';
import type { Store } from './store.ts';
import { tryCheckpoint } from './write.ts';

/** An open store and its end. */
export class StoreHandle {
  readonly store: Store;

  /**
   * @param path - the file; Hermes's own unless given.
   * @throws SessionDbError with a code that says what is wrong with the file.
   */
  constructor(path?: string, options: OpenOptions = {}) {
    this.store = Object.assign(openStore(path ?? defaultDatabasePath(), options), {
      onContention: options.onContention,
    });
  }

  /** Closes the connection; a writer first moves its log into the file as far as no reader needs it. */
  close(): void {
    const { db, readOnly } = this.store;
    if (!db.open) return;
    if (!readOnly) tryCheckpoint(db);
    db.close();
  }
}
