import type { AppCommand } from './command.ts';

/** The words of a text, for comparing: in small letters, without accents. */
function wordsIn(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');
}

/** 0 where every asked word begins one of the words, 1 where each is somewhere in them, null where one is nowhere. */
function distance(asked: readonly string[], words: readonly string[]): number | null {
  if (asked.every(part => words.some(word => word.startsWith(part)))) return 0;
  return asked.every(part => words.some(word => word.includes(part))) ? 1 : null;
}

function distanceOf(asked: readonly string[], command: AppCommand): number | null {
  const title = wordsIn(command.title);
  const inTitle = distance(asked, title);
  if (inTitle !== null) return inTitle;
  const anywhere = distance(asked, [...title, ...wordsIn(command.words ?? '')]);
  return anywhere === null ? null : anywhere + 2;
}

/** The commands that hold every word of a text, in any order and case; those by whose title they are found first. */
export function matchCommands(commands: readonly AppCommand[], text: string): AppCommand[] {
  const asked = wordsIn(text);
  if (asked.length === 0) return [];
  return commands
    .flatMap(command => {
      const found = distanceOf(asked, command);
      return found === null ? [] : [{ command, found }];
    })
    .sort((a, b) => a.found - b.found)
    .map(({ command }) => command);
}
