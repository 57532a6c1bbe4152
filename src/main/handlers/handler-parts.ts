import type { AskedPlace } from '../asked-place.ts';
import type { DatabaseManager } from '../database/database-manager.ts';
import type { FileAtHand } from '../database/open-file.ts';
import type { NativeDialogs } from '../dialogs.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { ReadingPlaces } from '../reading-places.ts';
import type { Settings } from '../settings.ts';

/** What handlers work with that are about one file. */
export interface FileHandlerParts extends Omit<HandlerParts, 'databases'> {
  readonly databases: FileAtHand & Pick<DatabaseManager, 'state' | 'locate' | 'openChoice'>;
}

/** What the handlers work with. */
export interface HandlerParts {
  readonly settings: Settings;
  readonly databases: DatabaseManager;
  readonly askedPlace: AskedPlace;
  readonly jobs: Jobs;
  readonly places: ReadingPlaces;
  readonly dialogs: NativeDialogs;
  /** Called after a preference changed. */
  readonly onPreferences: () => void;
  readonly locale: string;
}
