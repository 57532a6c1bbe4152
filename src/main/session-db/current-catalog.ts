import { readCatalog } from './catalog.ts';
import { schemaCookie } from './schema-cookie.ts';
import type { Store } from './store.ts';

/**
 * Reads the catalogue of a store anew where another connection has changed the schema since: a process that adds the
 * column of pins, or a Hermes that migrates. Without it a prune would not know that there are pins.
 *
 * @throws whatever SQLite says where the file cannot be read.
 */
export function keepCatalogCurrent(store: Store): void {
  if (schemaCookie(store.db) !== store.catalog.schemaCookie) store.catalog = readCatalog(store.db);
}
