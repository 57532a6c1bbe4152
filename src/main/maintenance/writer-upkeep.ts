import type { RepairReport } from '../../shared/contract/maintenance.ts';
import type { WriterContext } from '../lanes/context.ts';
import { rebuildFts } from '../session-db/fts/upkeep.ts';
import { repair } from '../session-db/repair/repair.ts';
import { SCHEMA_VERSION } from '../session-db/schema.ts';
import { SessionDB } from '../session-db/session-db.ts';
import { jobWatchOf } from './job-watch-of.ts';
import { underMark } from './maintenance-mark.ts';

type None = Readonly<Record<string, never>>;

/** Indexes every message anew, in one step that cannot be stopped half-way and says so before it begins. */
export function rebuildIndex(context: WriterContext, _input: None): { readonly indexes: number } {
  const { store } = context.db;
  context.checkCancelled();
  context.progress('rebuilding', 0, 0, false);
  return { indexes: underMark(context, 'rebuild', () => rebuildFts(store)) };
}

/** What an upgrade did. */
export interface UpgradeOutcome {
  readonly from: number | null;
  readonly to: number;
  /** Empty where nothing was changed, so that no backup was needed. */
  readonly backupPath: string;
}

/**
 * Brings an older file to the current schema, after a verified backup. It can be stopped until the backup is made.
 *
 * @throws see `bringUpToDate`; `cancelled`: then nothing was changed.
 */
export function upgrade(context: WriterContext, _input: None): UpgradeOutcome {
  const { path, places, onContention } = context;
  context.release();
  context.progress('upgrading', 0, 0, true);
  return underMark(context, 'upgrade', () => {
    const db = new SessionDB(path, {
      olderFile: 'migrate',
      backupFolder: places.backups,
      onContention,
      watch: jobWatchOf(context),
    });
    try {
      const { upgrade: made, catalog } = db.store;
      // What is no number stays where it is stored; the tables are those of the current schema all the same.
      const to = made?.to ?? catalog.schemaVersion ?? SCHEMA_VERSION;
      return { from: made?.from ?? to, to, backupPath: made?.backup?.path ?? '' };
    } finally {
      db.close();
    }
  });
}

/**
 * Repairs a damaged file after a raw copy of it. Call it while no other connection of the app is open.
 *
 * @throws see `repair`.
 */
export function repairDatabase(context: WriterContext, _input: None): RepairReport {
  context.release();
  return underMark(context, 'repair', () =>
    repair(context.path, { folders: [context.places.backups], ...jobWatchOf(context) }),
  );
}
