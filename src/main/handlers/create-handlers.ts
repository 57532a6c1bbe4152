import type { AppHandlers } from '../../shared/contract/index.ts';
import type { FileAtHand } from '../database/open-file.ts';
import { forProfiles } from '../profiles/for-profiles.ts';
import { appHandlers } from './app-handlers.ts';
import { databaseHandlers } from './database-handlers.ts';
import { delegationHandlers } from './delegation-handlers.ts';
import { exportingHandlers } from './exporting-handlers.ts';
import type { FileHandlerParts, HandlerParts } from './handler-parts.ts';
import { maintenanceHandlers } from './maintenance-handlers.ts';
import { navigationHandlers } from './navigation-handlers.ts';
import { organiseHandlers } from './organise-handlers.ts';
import { placeHandlers } from './place-handlers.ts';
import { readingHandlers } from './reading-handlers.ts';

/** Connects every procedure of the contract to the part that does it. */
export function createHandlers(parts: HandlerParts): AppHandlers {
  const handlers = { app: appHandlers(parts), database: databaseHandlers(parts), ...fileHandlers(parts) };
  const { databases } = parts;
  const whole: WholeState = {
    state: () => databases.state(),
    locate: target => databases.locate(target),
    openChoice: key => databases.openChoice(key),
  };
  return forProfiles(handlers, databases, file => fileHandlers({ ...parts, databases: withState(file, whole) }));
}

function fileHandlers(parts: FileHandlerParts): Omit<AppHandlers, 'app' | 'database'> {
  return {
    ...readingHandlers(parts),
    delegation: delegationHandlers(parts),
    ...organiseHandlers(parts),
    exporting: exportingHandlers(parts),
    maintenance: maintenanceHandlers(parts),
    navigation: navigationHandlers(parts),
    reading: placeHandlers(parts),
  };
}

type WholeState = Omit<FileHandlerParts['databases'], keyof FileAtHand>;

/** One file of several: the state is that of all. */
function withState(file: FileAtHand, whole: WholeState): FileHandlerParts['databases'] {
  return {
    library: file.library,
    lookAfresh: work => file.lookAfresh(work),
    interruptions: () => file.interruptions(),
    dismissInterruptions: () => {
      file.dismissInterruptions();
    },
    ...whole,
  };
}
