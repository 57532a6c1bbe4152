import { readFileSync, readdirSync } from 'node:fs';

/** A running process, as Linux tells of it. */
interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
}

/**
 * @param ancestor - a process id.
 * @returns ids of all that it started, directly or not; empty on systems without /proc.
 */
export function descendantsOf(ancestor: number): number[] {
  const all = runningProcesses();
  const found = [ancestor];
  for (const pid of found) found.push(...all.filter(one => one.parent === pid).map(one => one.pid));
  return found.slice(1);
}

/** @returns those of the given processes that still run; ended ones that nobody has asked for yet do not count. */
export function stillRunning(pids: readonly number[]): number[] {
  const alive = new Set(runningProcesses().map(one => one.pid));
  return pids.filter(pid => alive.has(pid));
}

function runningProcesses(): RunningProcess[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => readProcess(Number(name)));
}

function readProcess(pid: number): RunningProcess[] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It ended between the listing and now.
    return [];
  }
  // The second field is the program's name in brackets, which may hold spaces and brackets.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? [] : [{ pid, parent: Number(parent) }];
}
