import type { AppHandlers } from '../../shared/contract/index.ts';
import type { MergedViews } from './merged-views.ts';
import type { OpenProfiles } from './open-profiles.ts';
import type { ReadableProfile } from './profile-member.ts';
import type { SessionBook } from './session-book.ts';

/** Handlers about one file. */
export type FileHandlers = Omit<AppHandlers, 'app' | 'database'>;

/** What handlers over several profiles work with. */
export interface MergedParts {
  readonly profiles: OpenProfiles;
  readonly book: SessionBook;
  readonly views: MergedViews;
  /** Handlers about the file of one profile. */
  readonly handlersOf: (profile: ReadableProfile) => FileHandlers;
}
