import { texts } from '../messages.ts';
import { COMMANDS } from '../palette/command-registry.ts';

/** What a key does; several keys that do the same stand beside each other, and so do pairs such as up and down. */
export interface BoundKeys {
  readonly keys: readonly string[];
  readonly does: string;
}

/** The keys of one part of the window. */
export interface KeyGroup {
  readonly title: string;
  readonly bound: readonly BoundKeys[];
}

const say = texts.palette.keys;
const titles = texts.palette.keyGroups;

function bound(does: string, ...keys: readonly string[]): BoundKeys {
  return { keys, does };
}

/** Keys with Ctrl that are bound elsewhere, in the native menu or by undo, work everywhere as well. */
function windowKeys(): BoundKeys[] {
  return COMMANDS.flatMap(({ title, keys, hint }) => {
    if (keys !== undefined) return [{ keys, does: title }];
    return hint?.startsWith('Ctrl+') === true ? [{ keys: [hint], does: title }] : [];
  });
}

/** Every key that is bound: those of the commands, and those of each part while the focus is in it. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  { title: titles.window, bound: windowKeys() },
  {
    title: titles.conversation,
    bound: [
      bound(say.nextMessage, 'J', 'K'),
      bound(say.nextPrompt, 'N', 'P'),
      bound(say.nextSegment, ']', '['),
      bound(say.firstLast, 'Home', 'End'),
      bound(say.leaveConversation, 'Escape'),
    ],
  },
  {
    title: titles.results,
    bound: [
      bound(say.nextHit, 'ArrowDown', 'ArrowUp', 'J', 'K'),
      bound(say.openHit, 'Enter'),
      bound(say.backToSearch, 'Escape'),
    ],
  },
  {
    title: titles.list,
    bound: [
      bound(say.nextRow, 'ArrowDown', 'ArrowUp', 'J', 'K'),
      bound(say.page, 'PageDown', 'PageUp'),
      bound(say.ends, 'Home', 'End'),
      bound(say.openRow, 'Enter'),
      bound(say.fold, 'ArrowRight', 'ArrowLeft'),
      bound(say.pinRow, 'P'),
      bound(say.archiveRow, 'E'),
      bound(say.renameRow, 'F2'),
      bound(say.deleteRow, 'Delete'),
      bound(say.rowMenu, 'Shift+F10'),
      bound(say.pick, 'Shift+ArrowDown', 'Ctrl+Space'),
      bound(say.pickAll, 'Ctrl+A'),
      bound(say.letGo, 'Escape'),
    ],
  },
  {
    title: titles.lineage,
    bound: [
      bound(say.nextNode, 'ArrowDown', 'ArrowUp'),
      bound(say.fold, 'ArrowRight', 'ArrowLeft'),
      bound(say.openNode, 'Enter'),
    ],
  },
];
