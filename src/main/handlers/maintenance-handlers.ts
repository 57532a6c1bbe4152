import type { AppHandlers } from '../../shared/contract/index.ts';
import { displayPath } from '../database/open-failure.ts';
import type { FileHandlerParts } from './handler-parts.ts';
import { shownReport } from './shown-report.ts';

/** Upkeep of the open file. What changes it as a whole is followed by a fresh look at it. */
export function maintenanceHandlers({ databases, jobs }: FileHandlerParts): AppHandlers['maintenance'] {
  return {
    backUp: async ({ jobId }, { signal }) => {
      const made = await jobs.run(jobId, signal, tools =>
        databases.library.task('backUp', {}, tools.signal, tools.onProgress),
      );
      return { ...made, path: displayPath(made.path) };
    },
    check: ({ jobId, depth }, { signal }) =>
      jobs.run(jobId, signal, tools =>
        databases.library.task('checkDatabase', { depth }, tools.signal, tools.onProgress),
      ),
    rebuildIndex: ({ jobId }, { signal }) =>
      databases.lookAfresh(library =>
        jobs.run(jobId, signal, tools => library.write('rebuildIndex', {}, tools.signal, tools.onProgress)),
      ),
    upgradePlan: (_input, { signal }) => databases.library.task('upgradePlan', {}, signal),
    upgrade: async ({ jobId }, { signal }) => {
      const made = await databases.lookAfresh(library =>
        jobs.run(jobId, signal, tools => library.write('upgrade', {}, tools.signal, tools.onProgress)),
      );
      return { ...made, backupPath: displayPath(made.backupPath) };
    },
    holders: (_input, { signal }) => databases.library.task('fileHolders', {}, signal),
    repair: async ({ jobId }, { signal }) => {
      const report = await databases.lookAfresh(library =>
        jobs.run(jobId, signal, tools => library.writeAlone('repairDatabase', {}, tools.signal, tools.onProgress)),
      );
      return shownReport(report);
    },
  };
}
