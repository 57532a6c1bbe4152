import { randomUUID } from 'node:crypto';
import { dirname, join, sep } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { WorkOptions } from '../library/library.ts';
import type { Settings } from '../settings.ts';

/** Tells this start of the app from others, whose marks of unfinished work may lie on disk. */
const RUN_ID = randomUUID();
const WRITER_IDLE_MS = 30_000;

interface WorkFolders {
  readonly userData: string;
  readonly scripts: string;
}

/**
 * What a library needs to write to a file and beside it.
 *
 * @param folders - `userData` takes the trash, backups and marks of work under way; `scripts` holds the threads.
 */
export function workOptions(path: string, settings: Settings, { userData, scripts }: WorkFolders): WorkOptions {
  const isCopy = path.startsWith(join(userData, 'copies') + sep);
  return {
    writer: join(scripts, 'writer-lane.cjs'),
    task: join(scripts, 'task-lane.cjs'),
    places: {
      runId: RUN_ID,
      trash: join(userData, 'trash'),
      marks: join(userData, 'under-way'),
      backups: join(userData, 'backups'),
      transcripts: join(dirname(path), 'sessions'),
      writerIdleMs: WRITER_IDLE_MS,
    },
    refuse: () => {
      if (settings.preferences.readOnly) {
        return new AppError('db-read-only', 'Nothing is written while the app is in read-only mode.', {
          hint: 'Turn read-only mode off in the settings.',
        });
      }
      if (!isCopy) return null;
      return new AppError(
        'db-read-only',
        'This is a private copy: what is changed in it would not reach the database.',
        {
          hint: 'Open the database itself.',
        },
      );
    },
  };
}
