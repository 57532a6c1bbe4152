import { isAnswered, runCommand } from '../commands.ts';
import { texts } from '../messages.ts';
import { useOverlayStore } from '../overlay-store.ts';
import { useUiStore } from '../ui-store.ts';
import type { Screen, SessionTab } from '../ui-store.ts';
import type { IconName } from '../../ui/icon.tsx';
import { whenOpen } from './command.ts';
import type { AppCommand } from './command.ts';

const say = texts.palette;

function goTo(screen: Screen, key: string): AppCommand {
  return {
    id: `go-${screen}`,
    title: say.goTo[screen],
    icon: screen,
    keys: [key],
    words: 'go to screen open',
    isOffered: whenOpen,
    run: () => {
      useUiStore.getState().navigate({ screen });
    },
  };
}

function showTab(tab: SessionTab, icon: IconName): AppCommand {
  return {
    id: `tab-${tab}`,
    title: say.tabs[tab],
    icon,
    words: 'tab of this session',
    isOffered: ({ isOpen }) => isOpen && useUiStore.getState().place.sessionId !== null,
    run: () => {
      useUiStore.getState().navigate({ screen: 'sessions', tab });
    },
  };
}

function isReading(): boolean {
  const { place } = useUiStore.getState();
  return place.screen === 'sessions' && place.sessionId !== null;
}

/** Where the window goes, and what lies over it. */
export const WINDOW_COMMANDS: readonly AppCommand[] = [
  goTo('sessions', 'Ctrl+1'),
  goTo('search', 'Ctrl+2'),
  goTo('dashboard', 'Ctrl+3'),
  goTo('settings', 'Ctrl+4'),
  {
    id: 'back',
    title: say.back,
    icon: 'back',
    keys: ['Alt+ArrowLeft'],
    isOffered: () => useUiStore.getState().canGoBack,
    run: () => {
      useUiStore.getState().back();
    },
  },
  {
    id: 'forward',
    title: say.forward,
    icon: 'fwd',
    keys: ['Alt+ArrowRight'],
    isOffered: () => useUiStore.getState().canGoForward,
    run: () => {
      useUiStore.getState().forward();
    },
  },
  {
    id: 'search-messages',
    title: say.focusSearch,
    icon: 'search',
    keys: ['Ctrl+Shift+F'],
    words: 'full text find everywhere',
    isOffered: whenOpen,
    run: () => {
      runCommand('focus-search');
    },
  },
  {
    id: 'find',
    title: say.find,
    icon: 'search',
    keys: ['Ctrl+F'],
    isOffered: ({ isOpen }) => isOpen && (!isReading() || isAnswered('find')),
    // With no conversation on screen there is only one thing to find in: every message.
    run: () => {
      runCommand(isReading() ? 'find' : 'focus-search');
    },
  },
  showTab('conversation', 'prompts'),
  showTab('lineage', 'chain'),
  showTab('usage', 'dashboard'),
  showTab('details', 'info'),
  {
    id: 'palette',
    title: say.title,
    icon: 'command',
    keys: ['Ctrl+K'],
    run: () => {
      useOverlayStore.getState().show('palette');
    },
  },
  {
    id: 'shortcuts',
    title: say.shortcuts,
    icon: 'info',
    keys: ['?'],
    words: 'help keys keyboard map',
    run: () => {
      useOverlayStore.getState().show('shortcuts');
    },
  },
];
