import { allColumns } from './session-row.ts';
import type { ActiveSessionRow, ListedSessionRow, SessionRow } from './session-row.ts';
import * as lineage from './lineage.ts';
import * as listing from './listing.ts';
import { openStore } from './open.ts';
import type { OpenOptions } from './open.ts';
import { defaultDatabasePath } from './paths.ts';
import type { Store } from './store.ts';

/**
 * A session database of Hermes Agent, opened on this thread. Methods are Hermes's own in camelCase, synchronous, and
 * return rows with the database's column names. Where a rule of ours differs from Hermes's by policy, an option says
 * so; its default is ours.
 */
export class SessionDB {
  readonly store: Store;

  /**
   * @param path - the file; Hermes's own unless given.
   * @throws SessionDbError with a code that says what is wrong with the file.
   */
  constructor(path?: string, options: OpenOptions = {}) {
    this.store = openStore(path ?? defaultDatabasePath(), options);
  }

  /** The session as it is stored, every live column; null for an unknown id. */
  getSession(id: string): SessionRow | null {
    const columns = allColumns(this.store.catalog, 's');
    const row = this.store.db.prepare<[string], SessionRow>(`SELECT ${columns} FROM sessions s WHERE s.id = ?`).get(id);
    return row ?? null;
  }

  /** {@inheritDoc listing.listSessions} */
  listSessions(options?: listing.ListSessionsOptions): ListedSessionRow[] {
    return listing.listSessions(this.store, options);
  }

  /** {@inheritDoc listing.searchSessions} */
  searchSessions(options?: listing.SearchSessionsOptions): ActiveSessionRow[] {
    return listing.searchSessions(this.store, options);
  }

  /** {@inheritDoc lineage.getCompressionTip} */
  getCompressionTip(id: string, options?: lineage.LineageOptions): string {
    return lineage.getCompressionTip(this.store, id, options);
  }

  /** Closes the connection. A second call does nothing. */
  close(): void {
    this.store.db.close();
  }
}
