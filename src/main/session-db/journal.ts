import type { Database } from 'better-sqlite3';

/**
 * Settings of a connection that may write. None of them changes the file; the journal mode of an existing file is
 * never touched; spec: concurrency §1.3.
 */
export function prepareWriter(db: Database): void {
  db.pragma('foreign_keys = ON');
  db.pragma('synchronous = FULL');
  if (process.platform === 'darwin') db.pragma('checkpoint_fullfsync = 1');
}

/**
 * True where a SQLite of this version may create WAL files: 3.7.0 to 3.51.2 can corrupt them when the log is reset,
 * except 3.50.7 and 3.44.6 and their successors in the same line; spec: concurrency §2.
 */
export function isWalSafe(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major !== 3) return major > 3;
  if (minor === 50) return patch >= 7;
  if (minor === 44) return patch >= 6;
  return minor > 51 || (minor === 51 && patch >= 3);
}

/** Switches a file that was just created, and holds nothing yet, to WAL where that is safe. */
export function chooseJournalOfNewFile(db: Database): void {
  const version: unknown = db.prepare('SELECT sqlite_version()').pluck().get();
  if (isWalSafe(String(version))) db.pragma('journal_mode = WAL');
}
