import type { Preferences } from '../../../shared/contract/app.ts';
import { useActionStore } from '../../actions/action-store.ts';
import { texts } from '../messages.ts';
import type { IconName } from '../../ui/icon.tsx';
import { whenOpen } from './command.ts';
import type { AppCommand, CommandTools } from './command.ts';
import { goToSettings } from './settings-place.ts';

const say = texts.palette;
const TEXT_STEP = 10;
const TEXT_MIN = 80;
const TEXT_MAX = 150;

/** What takes time or has to be confirmed is started in its own place, with the focus on its button. */
function inSettings(part: string, title: string, icon: IconName, button?: string): AppCommand {
  return {
    id: `settings-${part}-${button ?? 'part'}`,
    title,
    icon,
    words: 'settings maintenance database',
    isOffered: whenOpen,
    run: () => {
      goToSettings(part, button);
    },
  };
}

function preference(id: string, title: string, icon: IconName, change: Partial<Preferences>): AppCommand {
  const isNew = ({ preferences }: CommandTools): boolean =>
    JSON.stringify({ ...preferences, ...change }) !== JSON.stringify(preferences);
  return {
    id,
    title,
    icon,
    words: 'appearance settings',
    isOffered: isNew,
    run: ({ setPreferences }) => {
      setPreferences(change);
    },
  };
}

function textSize(id: string, title: string, icon: IconName, next: (size: number) => number): AppCommand {
  const sizeAfter = ({ preferences }: CommandTools): number =>
    Math.max(TEXT_MIN, Math.min(TEXT_MAX, next(preferences.textSize)));
  return {
    id,
    title,
    icon,
    words: 'appearance settings zoom font',
    isOffered: tools => sizeAfter(tools) !== tools.preferences.textSize,
    run: tools => {
      tools.setPreferences({ textSize: sizeAfter(tools) });
    },
  };
}

/** What concerns the whole file or the whole app. */
export const FILE_COMMANDS: readonly AppCommand[] = [
  {
    id: 'open-database',
    title: say.openDatabase,
    icon: 'folder',
    hint: 'Ctrl+O',
    run: ({ open }) => {
      open.dialog();
    },
  },
  {
    id: 'open-sample',
    title: say.openSample,
    icon: 'db',
    words: 'demo example',
    run: ({ open }) => {
      open.sample();
    },
  },
  {
    id: 'export-view',
    title: say.exportView,
    icon: 'export',
    isOffered: whenOpen,
    run: () => {
      useActionStore.getState().ask({ kind: 'export-view' });
    },
  },
  {
    id: 'export-all',
    title: say.exportAll,
    icon: 'export',
    words: 'save sessions database',
    isOffered: whenOpen,
    run: () => {
      useActionStore.getState().ask({ kind: 'export-all' });
    },
  },
  inSettings('maintenance', say.backUp, 'db', texts.upkeep.backUpNow),
  inSettings('maintenance', say.check, 'shield', texts.upkeep.checkDatabase),
  inSettings('maintenance', say.rebuild, 'refresh', texts.upkeep.rebuild),
  inSettings('maintenance', say.upgrade, 'arrow-down', texts.upkeep.upgradeDatabase),
  inSettings('prune', say.prune, 'trash'),
  inSettings('trash', say.trash, 'trash'),
  inSettings('passport', say.passport, 'info'),
  inSettings('appearance', say.appearance, 'settings'),
  preference('theme-system', say.themes.system, 'eye', { theme: 'system' }),
  preference('theme-light', say.themes.light, 'eye', { theme: 'light' }),
  preference('theme-dark', say.themes.dark, 'eye', { theme: 'dark' }),
  preference('density-compact', say.densities.compact, 'columns', { density: 'compact' }),
  preference('density-comfortable', say.densities.comfortable, 'columns', { density: 'comfortable' }),
  textSize('text-larger', say.larger, 'plus', size => size + TEXT_STEP),
  textSize('text-smaller', say.smaller, 'minus', size => size - TEXT_STEP),
  textSize('text-normal', say.normalSize, 'refresh', () => 100),
  preference('read-only-on', say.readOnlyOn, 'lock', { readOnly: true }),
  preference('read-only-off', say.readOnlyOff, 'lock', { readOnly: false }),
  {
    id: 'undo',
    title: say.undo,
    icon: 'undo',
    hint: 'Ctrl+Z',
    isOffered: whenOpen,
    run: ({ organise }) => void organise.undoLast(),
  },
];
