import type { BackupResult, FileHolder, HealthReport, UpgradePlan } from '../../shared/contract/maintenance.ts';
import type { TaskContext } from '../lanes/context.ts';
import { backUpFile } from '../session-db/backup.ts';
import { planUpgrade } from '../session-db/migrate/plan.ts';
import { checkHealth, type HealthDepth } from '../session-db/repair/health.ts';
import { holdersOf } from '../session-db/repair/holders.ts';
import { jobWatchOf } from './job-watch-of.ts';
import { underMark } from './maintenance-mark.ts';

type None = Readonly<Record<string, never>>;

/**
 * Makes a verified backup beside the file, or in the app's own folder where that cannot be.
 *
 * @throws see `backUpFile`; `cancelled`. Nothing is left then.
 */
export function backUp(context: TaskContext, _input: None): BackupResult {
  const { path, catalog } = context.store;
  return underMark({ ...context, path }, 'backup', () =>
    backUpFile({ path, version: catalog.schemaVersion, folders: [context.places.backups], ...jobWatchOf(context) }),
  );
}

/** Says what is sound in the file; reads only. */
export function checkDatabase(context: TaskContext, { depth }: { readonly depth: HealthDepth }): HealthReport {
  const report = checkHealth(context.store, { depth, ...jobWatchOf(context) });
  return { ...report, findings: [...report.findings] };
}

/** What an upgrade would change; reads only. */
export function upgradePlan({ store }: TaskContext, _input: None): UpgradePlan {
  const plan = planUpgrade(store);
  return { ...plan, changes: [...plan.changes] };
}

/** Who has the file open, this app among them; null where the system does not tell. */
export function fileHolders({ store }: TaskContext, _input: None): FileHolder[] | null {
  const holders = holdersOf(store.path);
  return holders === null ? null : holders.map(holder => ({ ...holder, own: holder.pid === process.pid }));
}
