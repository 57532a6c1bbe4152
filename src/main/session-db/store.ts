import type { Database } from 'better-sqlite3';
import type { Catalog } from './catalog.ts';

/** An open database with what every operation needs to know of it. */
export interface Store {
  readonly db: Database;
  readonly path: string;
  readonly readOnly: boolean;
  /** Replaced by the owner of the connection when another program changed the schema. */
  catalog: Catalog;
  /** The clock, in Unix seconds. */
  readonly now: () => number;
}
