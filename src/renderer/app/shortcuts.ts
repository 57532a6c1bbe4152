import { useEffect } from 'react';
import { runCommand } from './commands.ts';
import { useUiStore } from './ui-store.ts';
import type { Screen } from './ui-store.ts';

const SCREENS: Readonly<Record<string, Screen>> = { 1: 'sessions', 2: 'search', 3: 'dashboard', 4: 'settings' };

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** A menu or dialog that is open takes the letters itself. */
function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="menu"], [role="dialog"]') !== null;
}

function withModifier(event: KeyboardEvent): boolean {
  const { navigate, place } = useUiStore.getState();
  const screen = SCREENS[event.key];
  const nothingOpen = place.screen !== 'sessions' || place.sessionId === null;
  if (event.key === 'f' && nothingOpen) return runCommand('focus-search');
  if (event.shiftKey && event.key.toLowerCase() === 'f') return runCommand('focus-search');
  if (event.shiftKey || screen === undefined) return false;
  navigate({ screen });
  return true;
}

function withAlt(event: KeyboardEvent): boolean {
  const { back, forward } = useUiStore.getState();
  if (event.key === 'ArrowLeft') back();
  else if (event.key === 'ArrowRight') forward();
  else return false;
  return true;
}

function plain(event: KeyboardEvent): boolean {
  if (isTyping(event.target) || isInPopup(event.target)) return false;
  if (event.key === '/')
    return useUiStore.getState().place.screen === 'search' ? runCommand('focus-search') : runCommand('focus-filter');
  const nowhere = event.target === document.body;
  return nowhere && (event.key === 'j' || event.key === 'k' || event.key === 'ArrowDown') && runCommand('focus-list');
}

/** Does what a key asks for; true where it asks for anything. */
export function handleShortcut(event: KeyboardEvent): boolean {
  if (event.isComposing) return false;
  if ((event.ctrlKey || event.metaKey) && !event.altKey) return withModifier(event);
  if (event.altKey) return !event.ctrlKey && !event.shiftKey && withAlt(event);
  return plain(event);
}

/** The keys that work anywhere in the window, and the back and forward buttons of a mouse. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (handleShortcut(event)) event.preventDefault();
    };
    const onMouse = (event: MouseEvent): void => {
      if (event.button === 3) useUiStore.getState().back();
      if (event.button === 4) useUiStore.getState().forward();
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('mouseup', onMouse);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('mouseup', onMouse);
    };
  }, []);
}
