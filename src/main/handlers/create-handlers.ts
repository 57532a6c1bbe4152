import type { AppHandlers } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { appHandlers } from './app-handlers.ts';
import { databaseHandlers } from './database-handlers.ts';
import { exportingHandlers } from './exporting-handlers.ts';
import type { HandlerParts } from './handler-parts.ts';
import { readingHandlers } from './reading-handlers.ts';

/** Connects every procedure of the contract to the part that does it. */
export function createHandlers(parts: HandlerParts): AppHandlers {
  return {
    app: appHandlers(parts),
    database: databaseHandlers(parts),
    ...readingHandlers(parts),
    organise: {
      rename: notThere,
      setPinned: notThere,
      setArchived: notThere,
      deletionPlan: notThere,
      delete: notThere,
      undo: notThere,
      idsOfView: notThere,
    },
    trash: {
      list: notThere,
      restore: notThere,
      deletePermanently: notThere,
      empty: notThere,
      interruptions: notThere,
      dismissInterruptions: notThere,
    },
    prune: { plan: notThere, run: notThere },
    exporting: exportingHandlers(parts),
    maintenance: {
      backUp: notThere,
      check: notThere,
      rebuildIndex: notThere,
      upgradePlan: notThere,
      upgrade: notThere,
      repair: notThere,
    },
  };
}

function notThere(): never {
  throw new AppError('internal', 'This part of the app is not there yet.');
}
