import type { Backup } from '../backup.ts';

/** What an open changed in a file. */
export interface Upgrade {
  /** The schema number before; null where there was none. */
  readonly from: number | null;
  /** The number now. */
  readonly to: number | null;
  /** In words. */
  readonly changes: readonly string[];
  /** Null where only marks were set, which needs none. */
  readonly backup: Backup | null;
}
