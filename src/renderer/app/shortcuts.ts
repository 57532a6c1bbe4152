import { useEffect } from 'react';
import { runKey } from './palette/command-registry.ts';
import { isMac } from './palette/key-label.ts';
import { runCommand } from './commands.ts';
import { useOverlayStore } from './overlay-store.ts';
import { useUiStore } from './ui-store.ts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** A menu that is open takes the letters itself. */
function isInMenu(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="menu"]') !== null;
}

/** A question that is open has to be answered first. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;
}

/**
 * A key with what is held down, as the commands name it: `Ctrl+Shift+F`, `Alt+ArrowLeft`, `?`. Ctrl is ⌘ on a Mac, too.
 * Of a letter that another layout writes, the key itself counts: Ctrl+K is that key on a Russian keyboard as well.
 */
export function keyOf(event: KeyboardEvent): string {
  const held = event.ctrlKey || event.metaKey;
  const parts = [held ? 'Ctrl' : '', event.altKey ? 'Alt' : '', held && event.shiftKey ? 'Shift' : ''];
  return [...parts.filter(part => part !== ''), held ? latinKey(event) : event.key].join('+');
}

function latinKey({ key, code }: KeyboardEvent): string {
  const isForeign = key.length === 1 && key > '\u007f';
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return isForeign && letter !== undefined ? letter : key.length === 1 ? key.toUpperCase() : key;
}

/** With the focus nowhere, the keys of the list lead into it. */
function leadsIntoList(event: KeyboardEvent, key: string): boolean {
  return event.target === document.body && /^(?:j|k|ArrowDown)$/.test(key) && runCommand('focus-list');
}

/** The palette is put away by the key that brought it. */
function closesPalette(key: string): boolean {
  const { shown, close } = useOverlayStore.getState();
  if (key !== 'Ctrl+K' || shown !== 'palette') return false;
  close();
  return true;
}

/** A key that a text field has a use for. */
function isWriting(key: string): boolean {
  return !key.startsWith('Ctrl+') && (isMac || !key.startsWith('Alt+'));
}

/** Does what a key asks for; true where it asks for anything. */
export function handleShortcut(event: KeyboardEvent): boolean {
  if (event.isComposing) return false;
  const key = keyOf(event);
  if (isInDialog(event.target)) return closesPalette(key);
  const isPlain = !/^(?:Ctrl|Alt)\+/.test(key);
  if (isPlain && isInMenu(event.target)) return false;
  if (isWriting(key) && isTyping(event.target)) return false;
  return runKey(key) || (isPlain && leadsIntoList(event, key));
}

/** The keys that work anywhere in the window, and the back and forward buttons of a mouse. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && handleShortcut(event)) event.preventDefault();
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
