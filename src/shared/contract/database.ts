import { z } from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { RepairReport } from './maintenance.ts';
import { command, query } from './procedure.ts';

/** A database that the chooser offers. `key` is opaque; paths are for display only. */
export const DatabaseChoice = z.object({
  key: z.string(),
  /** `all-profiles` is every profile as one; it is offered where there are at least two. */
  kind: z.enum(['profile', 'recent', 'sample', 'all-profiles']),
  /** Profile name, file name, or empty for the sample and for all profiles. */
  name: z.string(),
  path: z.string(),
  exists: z.boolean(),
  current: z.boolean(),
  /** Bytes of the file and its write-ahead log, and when either was last written, in seconds; null where unknown. */
  sizeBytes: z.number().nullable(),
  lastUsed: z.number().nullable(),
});
export type DatabaseChoice = z.infer<typeof DatabaseChoice>;

/** A place that was looked at when no database was found. */
export const LookedIn = z.object({ path: z.string(), found: z.enum(['not-set', 'missing', 'no-folder', 'found']) });
export type LookedIn = z.infer<typeof LookedIn>;

/** The error screen: what, where, why, and which ways out there are. */
export const OpenFailure = z.object({
  code: z.enum(ERROR_CODES),
  path: z.string(),
  /** What is wrong, one sentence. */
  message: z.string(),
  /** What to do, one sentence. */
  hint: z.string(),
  /** What SQLite or the system said, for a report; no content. */
  said: z.string().nullable(),
  /** True where trying again may help: locked, missing, no permission. */
  canRetry: z.boolean(),
  /** True where a private copy can be opened instead. */
  canOpenCopy: z.boolean(),
  /** True where the repair may help: the file is damaged, and it is not a private copy. */
  canRepair: z.boolean(),
});
export type OpenFailure = z.infer<typeof OpenFailure>;

/** A profile in a view over several. */
export const MergedProfile = z.object({
  /** Its name, which rows carry as `profile`. */
  key: z.string(),
  path: z.string(),
  /** For `database.open`: this profile alone. */
  choice: z.string(),
  /** As in {@link DatabaseFacts}; null where it could not be opened. */
  schemaVersion: z.number().nullable(),
  sessions: z.number().nullable(),
  /** Why it is not in the view; null where it is. */
  failure: OpenFailure.nullable(),
});
export type MergedProfile = z.infer<typeof MergedProfile>;

/** Facts about the open file, each read from the live catalogue. */
export const DatabaseFacts = z.object({
  path: z.string(),
  /** File name, without its folder. */
  name: z.string(),
  /** Profile name where the path belongs to one; null for any other file. */
  profile: z.string().nullable(),
  /** Null where `schema_version` is missing or empty. */
  schemaVersion: z.number().nullable(),
  /** How `schemaVersion` compares to the version this app writes. */
  age: z.enum(['older', 'current', 'newer', 'unknown']),
  /** Layout of `messages_fts`. */
  ftsLayout: z.enum(['external', 'inline', 'content-only', 'none']),
  /** True where the full-text index is known not to hold every message. */
  ftsIncomplete: z.boolean(),
  /** Message of the failed probe where the full-text index cannot be read. */
  ftsDamaged: z.string().nullable(),
  journalMode: z.string(),
  /** Bytes of the file and of its write-ahead log. */
  sizeBytes: z.number(),
  walBytes: z.number(),
  /** Rows of `sessions`, conversations among them, rows of `messages`; null while they are being counted. */
  sessions: z.number().nullable(),
  conversations: z.number().nullable(),
  /** Tables and columns of this file that this app does not know, such as `sessions.mood`. */
  unknownObjects: z.array(z.string()),
  /** Columns that this app would use and the file lacks, such as `sessions.pinned`. */
  missingColumns: z.array(z.string()),
  /** A private copy of the real file is open, because the real one could not be opened in place. */
  isCopy: z.boolean(),
  /** Why only part of the file can be read, where that is so. */
  damage: z.string().nullable(),
  /** The profiles of a view over several, in the order of the chooser; absent where one file is open. */
  merged: z.array(MergedProfile).optional(),
});
export type DatabaseFacts = z.infer<typeof DatabaseFacts>;

/** Which screen the window shows. */
export const DatabaseState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('welcome'), lookedIn: z.array(LookedIn) }),
  z.object({ kind: z.literal('opening'), path: z.string() }),
  z.object({ kind: z.literal('open'), facts: DatabaseFacts }),
  z.object({ kind: z.literal('failed'), failure: OpenFailure }),
]);
export type DatabaseState = z.infer<typeof DatabaseState>;

export const database = {
  state: query({ input: z.object({}), output: DatabaseState }),
  choices: query({ input: z.object({}), output: z.array(DatabaseChoice) }),
  /** Opens one of the `choices`. */
  open: command({ input: z.object({ key: z.string() }), output: DatabaseState }),
  /** Asks for a file in a native dialog and opens it; unchanged state where the user cancels. */
  openDialog: command({ input: z.object({}), output: DatabaseState }),
  /** Makes the sample database in the user-data folder where it is not there yet, and opens it. */
  openSample: command({ input: z.object({}), output: DatabaseState }),
  /** Opens the last file again. */
  retry: command({ input: z.object({}), output: DatabaseState }),
  /** Copies the last file and its write-ahead log into a private folder and opens the copy. */
  openCopy: command({ input: z.object({}), output: DatabaseState }),
  /** Repairs the last file, which could not be opened. It is not opened afterwards: `retry` does that. */
  repair: command({ input: z.object({ jobId: z.string() }), output: RepairReport }),
};
