import { Palette } from './palette/palette.tsx';
import { useCommandTools } from './palette/use-command-tools.ts';
import { ShortcutsSheet } from './shortcuts-sheet/shortcuts-sheet.tsx';
import { useOverlayStore } from './overlay-store.ts';
import type { AppInfo } from './window.tsx';

/** What lies over the whole window; and what the commands of keys and menus work with, whether it is shown or not. */
export function Overlays({ info, isOpen }: { info: AppInfo; isOpen: boolean }) {
  const shown = useOverlayStore(store => store.shown);
  const tools = useCommandTools(info, isOpen, shown === 'palette');
  return (
    <>
      {shown === 'palette' ? <Palette tools={tools} /> : null}
      {shown === 'shortcuts' ? <ShortcutsSheet /> : null}
    </>
  );
}
