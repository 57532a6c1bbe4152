import type { AppHandlers } from '../../shared/contract/index.ts';
import { appHandlers } from './app-handlers.ts';
import { databaseHandlers } from './database-handlers.ts';
import { exportingHandlers } from './exporting-handlers.ts';
import type { HandlerParts } from './handler-parts.ts';
import { maintenanceHandlers } from './maintenance-handlers.ts';
import { navigationHandlers } from './navigation-handlers.ts';
import { organiseHandlers } from './organise-handlers.ts';
import { placeHandlers } from './place-handlers.ts';
import { readingHandlers } from './reading-handlers.ts';

/** Connects every procedure of the contract to the part that does it. */
export function createHandlers(parts: HandlerParts): AppHandlers {
  return {
    app: appHandlers(parts),
    database: databaseHandlers(parts),
    ...readingHandlers(parts),
    ...organiseHandlers(parts),
    exporting: exportingHandlers(parts),
    maintenance: maintenanceHandlers(parts),
    navigation: navigationHandlers(parts),
    reading: placeHandlers(parts),
  };
}
