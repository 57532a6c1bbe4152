import type { AppHandlers } from '../../shared/contract/index.ts';
import type { HandlerParts } from './handler-parts.ts';
import { shownReport } from './shown-report.ts';

/** Which database is open. */
export function databaseHandlers({ databases, jobs }: HandlerParts): AppHandlers['database'] {
  return {
    state: () => databases.state(),
    choices: () => databases.choices(),
    open: ({ key }) => databases.openChoice(key),
    openDialog: () => databases.openDialog(),
    openSample: () => databases.openSample(),
    retry: () => databases.retry(),
    openCopy: () => databases.openCopy(),
    repair: async ({ jobId }, { signal }) =>
      shownReport(await jobs.run(jobId, signal, tools => databases.repair(tools))),
  };
}
