import { app, Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';

/** What the menu can ask the application to do. */
export interface MenuActions {
  readonly openDatabase: () => void;
}

/** Sets the application menu. */
export function installMenu(actions: MenuActions): void {
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        { label: 'Open Database…', accelerator: 'CmdOrCtrl+O', click: actions.openDatabase },
        { type: 'separator' },
        process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const, { role: 'reload' } as const]),
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
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
