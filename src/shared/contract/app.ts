import { z } from 'zod';
import { command, query } from './procedure.ts';

export const Theme = z.enum(['system', 'light', 'dark']);
export const Density = z.enum(['compact', 'comfortable']);

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
