import * as backup from './backup.ts';
import * as backfill from './fts/backfill.ts';
import * as storage from './fts/optimize-storage.ts';
import * as upkeep from './fts/upkeep.ts';
import type { HealthReport } from './repair/findings.ts';
import * as health from './repair/health.ts';
import { SessionRemovals } from './session-removals.ts';

/** The upkeep of the file. Each method is the function of the same name on this object's store. */
export class SessionMaintenance extends SessionRemovals {
  /** {@inheritDoc storage.optimizeFtsStorage} */
  optimizeFtsStorage(options?: storage.OptimizeFtsStorageOptions): storage.FtsStorageResult {
    return storage.optimizeFtsStorage(this.store, options);
  }

  /** {@inheritDoc storage.ftsStorageSteps} */
  ftsStorageSteps(options?: {
    readonly vacuum?: boolean;
  }): Generator<storage.FtsStorageStep, storage.FtsStorageResult, undefined> {
    return storage.ftsStorageSteps(this.store, options);
  }

  /** {@inheritDoc backfill.ftsRebuildStep} */
  ftsRebuildStep(): boolean {
    return backfill.ftsRebuildStep(this.store);
  }

  /** {@inheritDoc backfill.ftsCjkRebuildStep} */
  ftsCjkRebuildStep(): boolean {
    return backfill.ftsCjkRebuildStep(this.store);
  }

  /** {@inheritDoc upkeep.optimizeFts} */
  optimizeFts(): number {
    return upkeep.optimizeFts(this.store);
  }

  /** {@inheritDoc upkeep.rebuildFts} */
  rebuildFts(): number {
    return upkeep.rebuildFts(this.store);
  }

  /** {@inheritDoc upkeep.vacuum} */
  vacuum(): number {
    return upkeep.vacuum(this.store);
  }

  /** {@inheritDoc upkeep.checkpoint} */
  checkpoint(mode?: 'passive' | 'truncate'): upkeep.CheckpointResult | null {
    return upkeep.checkpoint(this.store, mode);
  }

  /** Backs this object's file up, under its own schema number and clock; see {@link backup.backUpFile}. */
  backUp(options: Omit<backup.BackupOptions, 'path' | 'version' | 'now'> = {}): backup.Backup {
    const { path, catalog, now } = this.store;
    return backup.backUpFile({ ...options, path, version: catalog.schemaVersion, now });
  }

  /** {@inheritDoc health.checkHealth} */
  checkHealth(options: health.HealthOptions): HealthReport {
    return health.checkHealth(this.store, options);
  }
}
