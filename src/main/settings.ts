import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { Preferences } from '../shared/contract/app.ts';
import { errnoOf } from './errno.ts';
import { log } from './log.ts';

/** Where the window was, in screen coordinates. */
export const WindowBounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean().default(false),
});
export type WindowBounds = z.infer<typeof WindowBounds>;

const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  density: 'compact',
  textSize: 100,
  navWidth: 196,
  listWidth: 456,
  readOnly: false,
  list: {
    scope: 'people',
    sort: 'activity',
    groups: { people: 'day', automation: 'job', all: 'day' },
    showArchived: false,
    showChildren: false,
  },
  reader: { rewound: false, compacted: true, observed: true, bookkeeping: false, events: true, wrap: true },
};

/** Some of the preferences. */
export type PreferencesChange = { readonly [K in keyof Preferences]?: Preferences[K] | undefined };

/** How many files the chooser remembers. */
const RECENT_LIMIT = 8;

const SettingsFile = z.object({
  preferences: Preferences.partial().default({}),
  window: WindowBounds.nullable().default(null),
  lastDatabase: z.string().nullable().default(null),
  recentDatabases: z.array(z.string()).default([]),
});
type SettingsFile = z.infer<typeof SettingsFile>;

/** What the app remembers between starts, in one small JSON file of the user-data folder. */
export class Settings {
  readonly #path: string;
  #file: SettingsFile;

  /** @param path - the JSON file; it need not exist. An unreadable one is set aside, never overwritten. */
  constructor(path: string) {
    this.#path = path;
    this.#file = readSettings(path);
  }

  get preferences(): Preferences {
    return merged(this.#file.preferences, DEFAULT_PREFERENCES);
  }

  get window(): WindowBounds | null {
    return this.#file.window;
  }

  get lastDatabase(): string | null {
    return this.#file.lastDatabase;
  }

  get recentDatabases(): readonly string[] {
    return this.#file.recentDatabases;
  }

  /** Changes some preferences and answers all of them. */
  setPreferences(change: PreferencesChange): Preferences {
    this.#write({ preferences: merged(change, this.preferences) });
    return this.preferences;
  }

  setWindow(window: WindowBounds): void {
    this.#write({ window });
  }

  /** Remembers a file that was opened, the newest first. */
  rememberDatabase(path: string): void {
    const others = this.#file.recentDatabases.filter(recent => recent !== path);
    this.#write({ lastDatabase: path, recentDatabases: [path, ...others].slice(0, RECENT_LIMIT) });
  }

  /** A failure to remember must not stop the app: it is logged, and the setting holds until the app quits. */
  #write(change: Partial<SettingsFile>): void {
    this.#file = { ...this.#file, ...change };
    const temporary = `${this.#path}.new`;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(temporary, `${JSON.stringify(this.#file, null, 2)}\n`);
      renameSync(temporary, this.#path);
    } catch (error) {
      log.error('The settings could not be saved', error);
    }
  }
}

function readSettings(path: string): SettingsFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') log.error('The settings could not be read', error);
    return SettingsFile.parse({});
  }
  try {
    return SettingsFile.parse(JSON.parse(text));
  } catch (error) {
    log.error('The settings file is damaged; it was set aside and the defaults are used', error);
    setAside(path);
    return SettingsFile.parse({});
  }
}

function setAside(path: string): void {
  try {
    renameSync(path, `${path}.damaged`);
  } catch (error) {
    log.error('The damaged settings file could not be set aside', error);
  }
}

/** What is set in a change, and the rest as it was. */
function merged(change: PreferencesChange, base: Preferences): Preferences {
  return {
    theme: change.theme ?? base.theme,
    density: change.density ?? base.density,
    textSize: change.textSize ?? base.textSize,
    navWidth: change.navWidth ?? base.navWidth,
    listWidth: change.listWidth ?? base.listWidth,
    readOnly: change.readOnly ?? base.readOnly,
    list: change.list ?? base.list,
    reader: change.reader ?? base.reader,
  };
}
