const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Delete: 'Del',
  Escape: 'Esc',
};

const ON_MAC: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' };

/** True on a Mac, where ⌘ stands for Ctrl and Alt moves by words. */
export const isMac = navigator.platform.startsWith('Mac');

/** A key as it is written on this machine: `Ctrl+Shift+F`, on a Mac `⌘⇧F`. */
export function keyLabel(key: string): string {
  const names = key.split('+').map(part => (isMac ? ON_MAC[part] : undefined) ?? NAMES[part] ?? part);
  return names.join(isMac ? '' : '+');
}
