import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

/** A kind of file in a dialog. */
export interface FileKind {
  readonly name: string;
  /** Without the dot. */
  readonly extension: string;
}

/** The native dialogs of the app, each on its window. */
export interface NativeDialogs {
  /** Asks for a database; null where the dialog is closed. */
  readonly chooseDatabase: () => Promise<string | null>;
  /**
   * Asks for a place for a new file; null where the dialog is closed.
   *
   * @param suggestion - a file name without a folder.
   */
  readonly chooseTarget: (title: string, suggestion: string, kind: FileKind) => Promise<string | null>;
  /** True where the system's own dialog has asked before it answers with a file that is there already. */
  readonly asksToReplace: boolean;
  /** Asks whether an existing file may be replaced. */
  readonly askToReplace: (name: string) => Promise<boolean>;
  /** Says that something cannot be stopped half-way, and asks whether to quit when it has ended. */
  readonly askToWaitAndQuit: () => Promise<boolean>;
}

/** The dialogs of the operating system. */
export const nativeDialogs: NativeDialogs = {
  chooseDatabase: async () => {
    const result = await dialog.showOpenDialog({
      title: 'Open a Hermes database',
      filters: [
        { name: 'Databases', extensions: ['db', 'sqlite', 'sqlite3'] },
        { name: 'All files', extensions: ['*'] },
      ],
      properties: ['openFile', 'showHiddenFiles'],
    });
    return result.canceled ? null : (result.filePaths[0] ?? null);
  },
  chooseTarget: async (title, suggestion, kind) => {
    const options = {
      title,
      defaultPath: suggestion,
      filters: [{ name: kind.name, extensions: [kind.extension] }],
    };
    const window = frontWindow();
    const result = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options));
    return result.canceled || result.filePath === '' ? null : result.filePath;
  },
  asksToReplace: process.platform === 'darwin' || process.platform === 'win32',
  askToReplace: async name =>
    (await ask({
      type: 'warning',
      message: `Replace “${name}”?`,
      detail: 'A file of this name exists in that folder. Replacing it removes what it holds now.',
      buttons: ['Replace', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    })) === 0,
  askToWaitAndQuit: async () =>
    (await ask({
      type: 'warning',
      message: 'The database is being worked on.',
      detail: 'This step cannot be stopped half-way. The app can quit by itself as soon as it is done.',
      buttons: ['Keep open', 'Quit when done'],
      defaultId: 0,
      cancelId: 0,
    })) === 1,
};

async function ask(options: MessageBoxOptions): Promise<number> {
  const window = frontWindow();
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response;
}

function frontWindow() {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? null;
}
