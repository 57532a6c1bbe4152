import type { RepairReport } from '../../shared/contract/maintenance.ts';
import { displayPath } from '../database/open-failure.ts';

/** A report whose paths are for display. */
export function shownReport(report: RepairReport): RepairReport {
  const shown = (path: string | null) => (path === null ? null : displayPath(path));
  return { ...report, backupPath: shown(report.backupPath), salvagedPath: shown(report.salvagedPath) };
}
