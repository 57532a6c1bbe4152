import { z } from 'zod';
import { command } from './procedure.ts';

const SessionTarget = z.object({ kind: z.literal('session'), sessionId: z.string(), messageId: z.number().nullable() });
const Nonsense = z.object({ kind: z.literal('nonsense'), problem: z.string() });

/** What a link or the command line leads to, or why it leads nowhere; see `AskedTarget`. */
export const Target = z.discriminatedUnion('kind', [SessionTarget, Nonsense]);

/** Where that is; a session that is nowhere stays as it was asked for. */
export const LocatedTarget = z.discriminatedUnion('kind', [
  SessionTarget,
  Nonsense,
  /** In a profile that is not open; `choice` is its key among the databases that can be opened. */
  z.object({
    kind: z.literal('elsewhere'),
    sessionId: z.string(),
    messageId: z.number().nullable(),
    profile: z.string(),
    choice: z.string(),
  }),
]);

export const navigation = {
  /**
   * Takes what was asked for by a link or on the command line, once; null where nothing was. Announced as `target`.
   *
   * `openPath` is the file that the window shows, null for none: a session is handed over only to a window that shows
   * the file that is open, so that it is not lost while another one is being opened.
   */
  takeTarget: command({ input: z.object({ openPath: z.string().nullable() }), output: LocatedTarget.nullable() }),
  /** Opens another database, and goes to a session in it; announced as `target` once it can be taken. */
  openElsewhere: command({
    input: z.object({
      choice: z.string(),
      target: z.object({ sessionId: z.string().max(1000), messageId: z.number().nullable() }),
    }),
    output: z.object({}),
  }),
  /**
   * Opens the project folder of a session in the system's file manager: the root of its repository, else its working
   * folder. Fails with `not-found` where the session names none, or it is not there.
   */
  openProject: command({ input: z.object({ sessionId: z.string().max(1000) }), output: z.object({}) }),
};
