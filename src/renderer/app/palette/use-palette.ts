import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { texts } from '../messages.ts';
import { useUiStore } from '../ui-store.ts';
import { rescueFocus } from '../../ui/focus-return.ts';
import type { AppCommand, CommandTools } from './command.ts';
import { COMMANDS } from './command-registry.ts';
import { matchCommands } from './match-commands.ts';
import { paletteGroups } from './palette-groups.ts';
import type { PaletteGroup, PaletteItem } from './palette-groups.ts';
import { useFoundSessions, useRecentSessions } from './use-found-sessions.ts';

/** The palette as it is drawn. */
export interface PaletteState {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly groups: readonly PaletteGroup[];
  readonly count: number;
  /** Place of the row that Enter chooses; -1 where there is none. */
  readonly active: number;
  readonly moveTo: (index: number) => void;
  readonly choose: (item: PaletteItem) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** What is typed is still being looked up; the sessions shown are those of an earlier text. */
  readonly isLooking: boolean;
  readonly moreSessions: number;
  readonly error: Error | null;
}

const PAGE = 8;
/** Beside sessions, commands are few, so that both are seen; alone there may be more. */
const MOST_COMMANDS = 10;

/**
 * What is typed, what that finds, and which row is the active one.
 *
 * @param onChosen - gets what is to happen once the palette is gone.
 */
export function usePalette(tools: CommandTools, onChosen: (act: () => void) => void): PaletteState {
  const [text, setText] = useState('');
  const [moved, setMoved] = useState<string | null>(null);
  /** Enter was pressed before the answer was there. */
  const [awaited, setAwaited] = useState(false);
  const { groups, isLooking, moreSessions, error } = useContent(text, tools);
  const items = useMemo(() => groups.flatMap(group => group.items), [groups]);
  const active = Math.max(
    items.length === 0 ? -1 : 0,
    items.findIndex(item => item.key === moved),
  );

  const choose = (item: PaletteItem): void => {
    onChosen(() => {
      act(item, tools);
    });
  };
  const moveTo = (index: number): void => {
    setAwaited(false);
    setMoved(items[index]?.key ?? null);
  };
  const enter = (): void => {
    const item = items[active];
    // What was picked by hand is meant; what stands first may be of an older text.
    if (isLooking && moved === null) setAwaited(true);
    else if (item !== undefined) choose(item);
  };
  const onAnswered = useEffectEvent(enter);
  useEffect(() => {
    if (awaited && !isLooking) onAnswered();
  }, [awaited, isLooking]);

  return {
    text,
    type: value => {
      setText(value);
      setMoved(null);
      setAwaited(false);
    },
    groups,
    count: items.length,
    active,
    moveTo,
    choose,
    onKeyDown: event => {
      const target = targetOf(event.key, active, items.length);
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter') enter();
      else if (target !== null) moveTo(target);
      else return;
      event.preventDefault();
    },
    isLooking,
    moreSessions,
    error,
  };
}

function useContent(text: string, tools: CommandTools) {
  const isTyped = text.trim() !== '';
  const found = useFoundSessions(text, tools.isOpen);
  const recent = useRecentSessions(tools.isOpen && !isTyped);
  const words = texts.palette.groups;
  const groups = paletteGroups({
    text: text.trim(),
    sessions: isTyped ? found.found : recent.sessions,
    sessionsTitle: isTyped ? words.sessions : recent.wereOpened ? words.recent : words.latest,
    commands: offered(text, tools),
    isSearchable: tools.isOpen,
  });
  const { isLooking, error } = found;
  return { groups, isLooking, error, moreSessions: isTyped ? found.total - found.found.length : 0 };
}

function offered(text: string, tools: CommandTools): AppCommand[] {
  const now = COMMANDS.filter(command => command.id !== 'palette' && command.isOffered?.(tools) !== false);
  return text.trim() === '' ? now : matchCommands(now, text).slice(0, MOST_COMMANDS);
}

function targetOf(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count;
    case 'ArrowUp':
      return (active - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, active + PAGE);
    case 'PageUp':
      return Math.max(0, active - PAGE);
    default:
      return null;
  }
}

function act(item: PaletteItem, tools: CommandTools): void {
  const { navigate, place } = useUiStore.getState();
  switch (item.kind) {
    case 'session':
      navigate({
        screen: 'sessions',
        sessionId: item.found.sessionId,
        messageId: null,
        highlight: '',
        tab: 'conversation',
      });
      // What had the focus may have been part of the conversation that was open.
      rescueFocus();
      break;
    case 'search':
      navigate({ screen: 'search', searchText: item.text }, { replace: place.screen === 'search' });
      break;
    case 'command':
      item.command.run(tools);
      break;
  }
}
