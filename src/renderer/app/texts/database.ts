import type { DatabaseFacts, LookedIn } from '../../../shared/contract/database.ts';
import { list, plural } from '../format.ts';

const FOUND: Readonly<Record<LookedIn['found'], string>> = {
  'not-set': 'not set',
  missing: 'does not exist',
  'no-folder': 'no folder',
  found: 'found',
};

const LAYOUTS: Readonly<Record<DatabaseFacts['ftsLayout'], string>> = {
  external: 'compact: the index refers to the messages',
  inline: 'inline: the index holds its own copy of the texts',
  'content-only': 'message texts only, without tool calls',
  none: 'none',
};

/** Texts about the open file: welcome, errors, banners, chooser. */
export const databaseTexts = {
  choose: 'Choose database',
  none: 'No database',
  sample: 'Sample data',
  profiles: 'Profiles',
  allProfiles: 'All profiles',
  lastUsed: (when: string) => `written ${when}`,
  profileCount: (count: number) => plural(count, '# profile', '# profiles'),
  profileFailed: (name: string, why: string) => `Profile ${name} is not in this view. ${why}`,
  chooseProfile: 'Choose one profile',
  chooseForDashboard: 'The dashboard shows one profile at a time: costs and days of several are not added up.',
  chooseForSettings:
    'Export of everything, pruning, the trash and maintenance work on one database, and all profiles are open.',
  recent: 'Recent files',
  missing: 'missing',
  openDialog: 'Open database…',
  openAnother: 'Open another…',
  openSample: 'Explore sample data',
  openCopy: 'Open a copy',
  repair: 'Repair…',
  tryAgain: 'Try again',
  tryNow: 'Try now',
  welcome: 'No Hermes database found',
  welcomeHint: 'Open one, or look around with sample data. Nothing is written until you change something.',
  lookedIn: 'Looked in',
  found: FOUND,
  sampleFact: 'Sample data',
  sampleFactText: 'About 60 invented sessions, in the app’s own folder',
  hermes: 'Hermes',
  hermesText: 'Writes the file at its first run',
  opening: 'Opening the database…',
  openingHint: 'A large file takes a moment on the first start.',
  file: 'File',
  said: 'Said',
  code: 'Code',
  locked: 'locked',
  older: (version: number | null) => `Schema ${String(version)}, older than this app writes. Readable as it is.`,
  missingColumns: (columns: readonly string[]) => `Not recorded in this file: ${list(columns)}.`,
  someMissing: (count: number) =>
    plural(
      count,
      '# thing that later versions record is not in this file.',
      '# things that later versions record are not in this file.',
    ),
  details: 'What is missing',
  newer: (version: number | null) =>
    `Schema ${String(version)}, newer than this app knows. Reading works; what it does not know is left alone.`,
  newerDetails: 'What is unknown',
  unknownSchema: 'This file names no schema version. It is read by what it holds.',
  ftsDamaged:
    'The search index is damaged; the messages themselves are read directly. Search still finds them, but slower.',
  ftsIncomplete: 'The search index does not hold every message yet. What it lacks is searched directly, and slower.',
  ftsNone: 'This file has no search index. Search reads the messages directly and is slower.',
  copy: 'A private copy of this file is open. Changes by other programs do not appear; open the file again to see them.',
  damage: (said: string) => `Only part of this file can be read: ${said}`,
  dismiss: 'Later',
  layouts: LAYOUTS,
} as const;
