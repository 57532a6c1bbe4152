import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';

/** A process that has a file open. */
export interface Holder {
  readonly pid: number;
  /** The system's short name of the program; null where it does not say. */
  readonly name: string | null;
}

/**
 * The processes that have a database or its side files open, this one included.
 *
 * @returns null where the system does not tell (anything but Linux). Processes of other users are seen only by the
 * superuser.
 */
export function holdersOf(path: string): readonly Holder[] | null {
  if (process.platform !== 'linux') return null;
  const real = realpathSync(path);
  const files = new Set(['', '-wal', '-shm', '-journal'].map(side => real + side));
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && opened(name).some(file => files.has(file)))
    .map(pid => ({ pid: Number(pid), name: nameOf(pid) }));
}

/** A process may end, or close a file, while it is looked at; what cannot be seen is not there. */
function opened(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  return unless(() => readdirSync(folder), []).map(descriptor =>
    unless(() => readlinkSync(`${folder}/${descriptor}`), ''),
  );
}

function nameOf(pid: string): string | null {
  return unless(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), null);
}

function unless<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
