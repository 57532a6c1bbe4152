/**
 * What can go wrong in this folder, as a closed set of codes. The strings are those of the application's own
 * error codes, repeated here because this folder imports nothing of the application.
 */
export type SessionDbErrorCode =
  | 'invalid-input'
  | 'not-found'
  | 'db-missing'
  | 'db-folder'
  | 'db-empty'
  | 'db-not-a-database'
  | 'db-not-hermes'
  | 'db-corrupt'
  | 'db-fts-corrupt'
  | 'db-locked'
  | 'db-no-permission'
  | 'db-read-only-folder'
  | 'db-read-only'
  | 'db-io'
  | 'db-full'
  | 'db-newer'
  | 'needs-upgrade'
  | 'compressing'
  | 'conflict'
  | 'internal';

interface ErrorDetails {
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/** An error with a code, a sentence for a person, and, where something helps, what to do. */
export class SessionDbError extends Error {
  readonly code: SessionDbErrorCode;
  readonly hint: string | undefined;

  constructor(code: SessionDbErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'SessionDbError';
    this.code = code;
    this.hint = details.hint;
  }
}

/** The file is of an older shape: it reads well, and is written only after an upgrade. */
export class NeedsUpgradeError extends SessionDbError {
  /** The number in `schema_version`; null where there is none. */
  readonly schemaVersion: number | null;

  constructor(message: string, schemaVersion: number | null) {
    super('needs-upgrade', message, { hint: 'Upgrade the database first, or open it read-only.' });
    this.name = 'NeedsUpgradeError';
    this.schemaVersion = schemaVersion;
  }
}

/** Another session has the title; spec: api §5. */
export class TitleConflictError extends SessionDbError {
  /** The session that has the title. It may be archived or a subagent's, so not visible in a list. */
  readonly holderId: string;

  constructor(title: string, holderId: string) {
    super('conflict', `Title '${title}' is already in use by session ${holderId}`, {
      hint: 'Choose another title, or rename that session.',
    });
    this.name = 'TitleConflictError';
    this.holderId = holderId;
  }
}

/** More than 100 code points are left of a title after cleaning; spec: api §5. */
export class TitleTooLongError extends SessionDbError {
  /** In code points. */
  readonly length: number;
  readonly maximum: number;

  constructor(length: number, maximum: number) {
    super('invalid-input', `Title too long (${String(length)} chars, max ${String(maximum)})`, {
      hint: 'Shorten the title.',
    });
    this.name = 'TitleTooLongError';
    this.length = length;
    this.maximum = maximum;
  }
}
