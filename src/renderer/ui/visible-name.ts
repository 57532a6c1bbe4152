import { visibleText } from './visible-text.ts';

/** Characters of a name that are shown: far more than any line holds, far fewer than a hostile file may store. */
const NAME_LENGTH = 300;

/**
 * A title, source, model or folder as it can be shown on one line: what {@link visibleText} makes of it, cut where it is
 * absurdly long. A megabyte in one line would hold up the window for a second each time it is laid out.
 */
export function visibleName(text: string): string {
  if (text.length <= NAME_LENGTH) return visibleText(text);
  return `${visibleText(text.slice(0, NAME_LENGTH))}…`;
}
