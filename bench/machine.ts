import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import BetterSqlite3 from 'better-sqlite3';
import type { Facts } from './report/report.ts';

/** What the numbers depend on. */
export function machineFacts(electron: { readonly version: string; readonly kind: string }): Facts {
  const db = new BetterSqlite3(':memory:');
  const sqlite = String(db.prepare('SELECT sqlite_version()').pluck().get());
  db.close();
  return {
    platform: `${process.platform} ${process.arch} ${release()}`,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    /** A busy machine makes every number worse. */
    loadAtStart: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    node: process.versions.node,
    sqlite,
    electron: electron.version,
    electronKind: electron.kind,
    container: isContainer(),
  };
}

function isContainer(): boolean {
  if (process.platform !== 'linux') return false;
  return /docker|containerd|kubepods|lxc/.test(readFileSync('/proc/1/cgroup', 'utf8'));
}
