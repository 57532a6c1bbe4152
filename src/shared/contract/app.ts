import { z } from 'zod';
import { command, query } from './procedure.ts';
import { SessionGrouping, SessionScope, SessionSort } from './sessions.ts';

export const Theme = z.enum(['system', 'light', 'dark']);
export const Density = z.enum(['compact', 'comfortable']);

/** The choice of view of the session list. What was filtered is not kept: nothing may be hidden by a forgotten choice. */
export const ListPreferences = z.object({
  scope: SessionScope,
  sort: SessionSort,
  /** Grouping, for each scope. */
  groups: z.object({ people: SessionGrouping, automation: SessionGrouping, all: SessionGrouping }),
  showArchived: z.boolean(),
  showChildren: z.boolean(),
});
export type ListPreferences = z.infer<typeof ListPreferences>;

/** What the reader of conversations shows beside the ordinary rows. */
export const ReaderPreferences = z.object({
  rewound: z.boolean(),
  compacted: z.boolean(),
  observed: z.boolean(),
  bookkeeping: z.boolean(),
  events: z.boolean(),
  /** Long lines of code and output are broken. */
  wrap: z.boolean(),
});
export type ReaderPreferences = z.infer<typeof ReaderPreferences>;

/** What the window remembers between starts. Sizes in CSS pixels. */
export const Preferences = z.object({
  theme: Theme,
  density: Density,
  /** Percent, 80 to 150. */
  textSize: z.number().int().min(80).max(150),
  navWidth: z.number().int().min(44).max(400),
  listWidth: z.number().int().min(300).max(640),
  /** Nothing is written to any database while this is on. */
  readOnly: z.boolean(),
  list: ListPreferences,
  reader: ReaderPreferences,
});
export type Preferences = z.infer<typeof Preferences>;

export const app = {
  /** What the window needs before it can draw anything: cheap, never touches a database. */
  info: query({
    input: z.object({}),
    output: z.object({
      version: z.string(),
      platform: z.string(),
      /** BCP 47 tag of the texts, numbers and dates. */
      locale: z.string(),
      preferences: Preferences,
    }),
  }),
  setPreferences: command({ input: Preferences.partial(), output: Preferences }),
  /** Opens an http, https or mailto address in the system's browser; refuses every other kind. */
  openLink: command({ input: z.object({ url: z.string().max(8192) }), output: z.object({}) }),
  /** Puts a short text on the clipboard: an id, a link, a code block. */
  copyText: command({ input: z.object({ text: z.string().max(4_000_000) }), output: z.object({}) }),
};
