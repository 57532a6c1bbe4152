import type { Database } from 'better-sqlite3';

/**
 * A change of the schema that a writable open has to make. It is planned by reading alone, so that a file that lacks
 * nothing is never locked and never written.
 */
export interface SchemaStep {
  /** What it does, for the upgrade screen, such as `add the column sessions.pinned`. */
  readonly name: string;
  /** True where rows are written rightly without it; such a step alone is no reason to refuse a writer. */
  readonly mayWait?: boolean;
  /** Runs inside the caller's transaction. */
  readonly run: (db: Database) => void;
}
