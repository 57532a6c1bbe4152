import { SessionDbError } from '../errors.ts';
import { SCHEMA_VERSION } from '../schema.ts';
import type { Store } from '../store.ts';

/** True for files of a later schema, whose indexes may have a layout that we do not know. */
export function isNewerFile(store: Store): boolean {
  return (store.catalog.schemaVersion ?? 0) > SCHEMA_VERSION;
}

/**
 * Refuses to rebuild, replace or compact what belongs to a later version; spec: migrations §9.
 *
 * @throws SessionDbError `db-newer`, or `db-read-only` on a read-only store.
 */
export function assertIndexWork(store: Store): void {
  if (isNewerFile(store)) {
    throw new SessionDbError('db-newer', `${store.path} was made by a newer Hermes; its storage is left as it is.`, {
      hint: 'Use the Hermes that made it for this.',
    });
  }
  if (store.readOnly) {
    throw new SessionDbError('db-read-only', `${store.path} is open for reading only.`, {
      hint: 'Open it writable to change it.',
    });
  }
}
