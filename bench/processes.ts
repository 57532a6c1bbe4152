import { readFileSync } from 'node:fs';

/** Clock ticks of /proc, which Linux fixes for programs. */
const TICKS_PER_SECOND = 100;

/** @throws Error where the system has no such accounts. */
export function requireProc(): void {
  if (process.platform !== 'linux') throw new Error('It is read from /proc, which only Linux has.');
}

/**
 * Memory of some processes, shared pages divided among those that share them.
 *
 * @returns megabytes (2^20 bytes) of PSS. Ended processes count nothing.
 */
export function proportionalMegabytes(pids: readonly number[]): number {
  let kilobytes = 0;
  for (const pid of pids) {
    const text = readOrNull(`/proc/${pid}/smaps_rollup`);
    kilobytes += Number(/^Pss:\s+(\d+) kB$/m.exec(text ?? '')?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

/** Processor time that some processes have used so far, in seconds; in steps of ten milliseconds each. */
export function processorSeconds(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    const stat = readOrNull(`/proc/${pid}/stat`);
    // The name in brackets may hold spaces: counted from behind it, user and system time are fields 11 and 12.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / TICKS_PER_SECOND;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null;
    throw error;
  }
}
