import { statSync } from 'node:fs';

/** What tells a file from another one put in its place. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
  readonly size: bigint;
}

/** The file that lies at a path now; null where there is none. */
export function identify(path: string): FileIdentity | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : { device: stats.dev, inode: stats.ino, size: stats.size };
}

/** A smaller file under the same inode was cut or written over; reopening is cheap where it was only a VACUUM. */
export function wasSwapped(before: FileIdentity, now: FileIdentity): boolean {
  return before.device !== now.device || before.inode !== now.inode || now.size < before.size;
}
