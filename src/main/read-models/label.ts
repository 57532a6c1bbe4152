import { firstCodePoints } from '../session-db/python-text.ts';
import type { Session } from './edges.ts';

/** Characters of a name that is made of the first words. */
const LABEL_LENGTH = 60;

const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** What a name is made of: a title, the opening words, and the session that has neither. */
export interface LabelParts {
  readonly title: string | null;
  readonly preview: string;
  readonly session: Session;
}

/** False for no title, and for one of blanks and of characters that nobody sees. */
export function isName(title: string | null): title is string {
  return title !== null && VISIBLE.test(title);
}

/** What to show as a name: the title, else the first words, else source and id. Never empty. */
export function labelOf({ title, preview, session }: LabelParts): string {
  if (isName(title)) return title;
  if (preview !== '') return firstWords(preview);
  return session.source === '' ? session.id : `${session.source} · ${session.id}`;
}

/** Cuts between words where the text has words, anywhere where it has none (Chinese, Japanese). */
function firstWords(text: string): string {
  const cut = firstCodePoints(text, LABEL_LENGTH);
  if (cut.length === text.length) return text;
  const space = cut.lastIndexOf(' ');
  const words = space > LABEL_LENGTH / 2 ? cut.slice(0, space) : cut;
  return `${words.replace(/[\s…]+$/u, '')}…`;
}
