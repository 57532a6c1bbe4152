import { BrowserWindow } from 'electron';
import { CHANGED_CHANNEL, type ChangedEvent } from '../../shared/bridge.ts';

/** Tells every window that something it may be showing has changed. */
export function announce(event: ChangedEvent): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(CHANGED_CHANNEL, event);
  }
}
