import { app, Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../shared/bridge.ts';

/** What the menu can ask the application to do. */
export interface MenuActions {
  readonly openDatabase: () => void;
  /** Runs a command of the window. */
  readonly run: (command: MenuCommand) => void;
}

/** Sets the application menu. */
export function installMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions)));
}

function menuTemplate({ openDatabase, run }: MenuActions): MenuItemConstructorOptions[] {
  const isMac = process.platform === 'darwin';
  // The window itself answers to these keys; the menu shows them.
  const entry = (label: string, command: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    id: command,
    label,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    click: () => {
      run(command);
    },
  });
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        { label: 'Open Database…', accelerator: 'CmdOrCtrl+O', click: openDatabase },
        entry('Export Everything…', 'export-all'),
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        entry('Command Palette…', 'palette', 'CmdOrCtrl+K'),
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const, { role: 'reload' } as const]),
      ],
    },
    {
      label: 'Go',
      submenu: [
        entry('Back', 'back', isMac ? 'Cmd+[' : 'Alt+Left'),
        entry('Forward', 'forward', isMac ? 'Cmd+]' : 'Alt+Right'),
        { type: 'separator' },
        entry('Sessions', 'go-sessions', 'CmdOrCtrl+1'),
        entry('Search', 'go-search', 'CmdOrCtrl+2'),
        entry('Dashboard', 'go-dashboard', 'CmdOrCtrl+3'),
        entry('Settings', 'go-settings', 'CmdOrCtrl+4'),
        { type: 'separator' },
        entry('Find in Conversation', 'find', 'CmdOrCtrl+F'),
        entry('Search Messages', 'search-messages', 'CmdOrCtrl+Shift+F'),
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [entry('Keyboard Shortcuts', 'shortcuts')] },
  ];
}

/** The context menu of text: what can be done with the selection or the field under the pointer. */
export function attachEditMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, parameters) => {
    const { editFlags, isEditable, selectionText } = parameters;
    const items: MenuItemConstructorOptions[] = isEditable
      ? [
          { role: 'cut', enabled: editFlags.canCut },
          { role: 'copy', enabled: editFlags.canCopy },
          { role: 'paste', enabled: editFlags.canPaste },
          { role: 'selectAll', enabled: editFlags.canSelectAll },
        ]
      : [{ role: 'copy', enabled: selectionText !== '' }];
    if (isEditable || selectionText !== '') Menu.buildFromTemplate(items).popup({ window });
  });
}
