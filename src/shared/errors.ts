/**
 * Everything that can go wrong and reach a person, as a closed set of codes.
 * Codes cross process borders; prose does not decide anything.
 */
export const ERROR_CODES = [
  'invalid-input',
  'not-found',
  'cancelled',
  'no-database',
  'choose-profile',
  'db-missing',
  'db-folder',
  'db-empty',
  'db-not-a-database',
  'db-not-hermes',
  'db-corrupt',
  'db-fts-corrupt',
  'db-locked',
  'db-no-permission',
  'db-read-only-folder',
  'db-read-only',
  'db-io',
  'db-full',
  'db-newer',
  'needs-upgrade',
  'compressing',
  'conflict',
  'file-exists',
  'lane-crashed',
  'internal',
] as const;

/** One of {@link ERROR_CODES}. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** An error in the form in which it crosses threads and IPC. */
export interface WireError {
  readonly code: ErrorCode;
  /** What is wrong, one sentence, for a person. Never holds conversation text. */
  readonly message: string;
  /** What to do about it, one sentence; absent where nothing helps. */
  readonly hint?: string | undefined;
}

/** What a call over IPC or to a lane comes back as: failures are values. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };

/** An error with a code that a caller can act on. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.hint = options.hint;
  }

  /** The form that crosses a border. */
  toWire(): WireError {
    return { code: this.code, message: this.message, ...(this.hint === undefined ? {} : { hint: this.hint }) };
  }

  /** The other way round, on the far side of the border. */
  static fromWire(wire: WireError): AppError {
    return new AppError(wire.code, wire.message, { hint: wire.hint });
  }
}
