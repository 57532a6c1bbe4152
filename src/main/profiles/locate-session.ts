import type { z } from 'zod';
import type { LocatedTarget } from '../../shared/contract/navigation.ts';
import { sessionAddress } from '../../shared/session-address.ts';
import { nonsense, type SessionTarget } from '../../shared/session-link.ts';
import { choiceKey, type ProfileDatabase } from '../database/choices.ts';
import { warnOf } from '../database/warn-of.ts';
import type { Library } from '../library/library.ts';
import { parseAddress } from './session-addresses.ts';

type Located = z.output<typeof LocatedTarget>;

/** A file that is open. */
interface OpenedFile {
  readonly library: Library;
  /** Name of the profile that has it; null for any other file. */
  readonly profile: string | null;
}

/** Where a session may be. */
export interface Whereabouts {
  /** In the order of the chooser. */
  readonly open: readonly OpenedFile[];
  /** Profiles that are not open. */
  readonly others: readonly ProfileDatabase[];
}

/**
 * Finds the session that is asked for from outside by its id, by its address or by the beginning of its id: in what is
 * open, else in the profiles that are not. One that is nowhere stays as it was asked for.
 */
export async function locateSession(asked: SessionTarget, { open, others }: Whereabouts): Promise<Located> {
  const { messageId } = asked;
  const names = [...open.map(({ profile }) => profile), ...others.map(({ name }) => name)];
  const address = parseAddress(asked.sessionId, new Set(names.filter(name => name !== null)));
  const text = address?.id ?? asked.sessionId;
  const isMeant = (name: string | null) => address === null || name === address.profile;

  const opened = open.filter(({ profile }) => isMeant(profile));
  const here = await namedIn(opened, text, file => file.library.read('sessionsNamed', { text }));
  if (here.length > 1) return severalBegin(text);
  const [known] = here;
  if (known !== undefined) {
    const sessionId = address === null || open.length === 1 ? known.id : sessionAddress(address.profile, known.id);
    return { kind: 'session', sessionId, messageId };
  }
  const closed = others.filter(({ name }) => isMeant(name));
  const there = await namedIn(closed, text, ({ path }) => lookInto(open, { path, text }));
  if (there.length > 1) return severalBegin(text);
  const [found] = there;
  if (found === undefined) return { kind: 'session', ...asked };
  const { name, path } = found.file;
  return { kind: 'elsewhere', sessionId: found.id, messageId, profile: name, choice: choiceKey('profile', path) };
}

/** The sessions of some files that a text names: the very id in the first file that has it, else all that begin so. */
async function namedIn<T>(
  files: readonly T[],
  text: string,
  ask: (file: T) => Promise<string[]>,
): Promise<{ readonly file: T; readonly id: string }[]> {
  const found = new Map<string, { file: T; id: string }>();
  for (const file of files) {
    // What cannot be read does not keep the others from being looked through.
    const ids = await ask(file).catch((error: unknown) => {
      warnOf('A session could not be looked for in one of the profiles', error);
      return [];
    });
    for (const id of ids) found.set(id, found.get(id) ?? { file, id });
  }
  const exact = found.get(text);
  return exact === undefined ? [...found.values()] : [exact];
}

/** Another file is looked into by the reader of one that is open. */
function lookInto([reader]: readonly OpenedFile[], input: { path: string; text: string }): Promise<string[]> {
  return reader === undefined ? Promise.resolve([]) : reader.library.read('sessionsNamedIn', input);
}

function severalBegin(text: string): Located {
  return nonsense(`Several sessions begin with “${text}”: write more of the id.`);
}
