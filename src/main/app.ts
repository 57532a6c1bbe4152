import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { app, BrowserWindow, nativeTheme } from 'electron';
import type { MenuCommand } from '../shared/bridge.ts';
import { contract } from '../shared/contract/index.ts';
import type { AskedTarget } from '../shared/session-link.ts';
import { AskedPlace } from './asked-place.ts';
import { ChangeAnnouncer } from './database/change-announcer.ts';
import { findHermesPlaces } from './database/hermes-places.ts';
import { DatabaseManager } from './database/database-manager.ts';
import { workOptions } from './database/work-options.ts';
import { nativeDialogs } from './dialogs.ts';
import { Disposables } from './disposables.ts';
import { createHandlers } from './handlers/create-handlers.ts';
import { announce } from './ipc/push.ts';
import { serveContract } from './ipc/router.ts';
import { Jobs } from './jobs/jobs.ts';
import { QuitGuard } from './jobs/quit-guard.ts';
import type { LaunchOptions } from './launch-options.ts';
import { Library } from './library/library.ts';
import { log } from './log.ts';
import { ReadingPlaces } from './reading-places.ts';
import { Settings } from './settings.ts';
import { serveAppPages } from './window/app-protocol.ts';
import { createMainWindow } from './window/main-window.ts';
import { installMenu } from './window/menu.ts';
import { captureWindow } from './window/screenshot.ts';
import { hardenSession, isTrustedFrame } from './window/security.ts';

/** The running application, before and after Electron is ready. */
export interface Application {
  /** Shows the window. Call once, when Electron is ready. */
  readonly openWindow: () => BrowserWindow;
  /**
   * Brings the window to the front, making one where there is none; opens a file where one is named, and goes where a
   * link or the command line of a second start leads. Before Electron is ready it only remembers that.
   */
  readonly focusWindow: (asked?: { readonly db?: string | null; readonly target?: AskedTarget | null }) => void;
  /** Call when the app is about to quit: holds it up while something is being done. */
  readonly beforeQuit: (event: { preventDefault(): void }) => void;
  /** Ends threads and closes files. */
  readonly dispose: () => Promise<void>;
}

/** Builds every part and connects them; nothing else knows all of them. Opening the database starts at once. */
export function createApplication(options: LaunchOptions): Application {
  const disposables = new Disposables();
  const userData = app.getPath('userData');
  const settings = new Settings(join(userData, 'settings.json'));
  const places = keptPlaces(userData, disposables);
  const jobs = new Jobs(progress => {
    announce({ topic: 'progress', progress });
  });
  const quitGuard = new QuitGuard({
    jobs,
    askToWait: nativeDialogs.askToWaitAndQuit,
    quit: () => {
      app.quit();
    },
  });
  const databases = createDatabases(settings, userData, disposables);
  const askedPlace = new AskedPlace(options.target, () => {
    announce({ topic: 'target' });
  });
  void databases.start(options.db, options.problem);

  const openWindow = () => createWatchedWindow(settings, databases, quitGuard);

  return {
    openWindow: () => {
      hardenSession();
      serveAppPages(join(import.meta.dirname, '../renderer'));
      applyTheme(settings);
      installMenu({ openDatabase: () => void databases.openDialog(), run: runInWindow });
      const handlers = createHandlers({
        settings,
        databases,
        askedPlace,
        jobs,
        places,
        dialogs: nativeDialogs,
        locale: options.lang ?? app.getLocale(),
        onPreferences: () => {
          applyTheme(settings);
          announce({ topic: 'preferences' });
        },
      });
      disposables.add(serveContract(contract, handlers, { isTrusted: isTrustedFrame }));
      const window = openWindow();
      if (options.screenshot !== null) void renderAndQuit(window, options.screenshot);
      return window;
    },
    focusWindow: ({ db = null, target = null } = {}) => {
      // A session is looked up in the file that comes with it, not in the one that is still open.
      const opened = db === null ? Promise.resolve() : databases.openFile(db);
      if (target !== null) void opened.finally(() => askedPlace.ask(target));
      if (!app.isReady()) return;
      const window = BrowserWindow.getAllWindows()[0] ?? openWindow();
      if (window.isMinimized()) window.restore();
      window.focus();
    },
    beforeQuit: event => {
      quitGuard.onEnding(event);
    },
    dispose: () => disposables.dispose(),
  };
}

function runInWindow(command: MenuCommand): void {
  announce({ topic: 'menu', command });
}

/** A window whose being seen decides how often the file is looked at, and whose end waits for what is being done. */
function createWatchedWindow(settings: Settings, databases: DatabaseManager, quitGuard: QuitGuard) {
  const window = createMainWindow({
    preload: join(import.meta.dirname, '../preload/index.cjs'),
    settings,
  });
  const watch = () => {
    databases.opened?.setVisible(window.isVisible() && !window.isMinimized());
  };
  window.on('show', watch).on('hide', watch).on('minimize', watch).on('restore', watch);
  window.on('close', event => {
    quitGuard.onEnding(event);
  });
  return window;
}

function createDatabases(settings: Settings, userData: string, disposables: Disposables): DatabaseManager {
  const changes = new ChangeAnnouncer({
    announce: () => {
      announce({ topic: 'data' });
    },
    isPending: async () => (await databases.opened?.isPending()) ?? false,
  });
  const work = (path: string) => workOptions(path, settings, { userData, scripts: import.meta.dirname });
  const databases: DatabaseManager = new DatabaseManager({
    settings,
    places: findHermesPlaces(),
    samplePath: join(userData, 'sample', 'state.db'),
    copiesFolder: join(userData, 'copies'),
    openLibrary: path =>
      Library.open({
        path,
        entries: {
          reader: join(import.meta.dirname, 'reader-lane.cjs'),
          search: join(import.meta.dirname, 'search-lane.cjs'),
        },
        work: work(path),
        listener: {
          onChange: () => {
            changes.changed();
          },
          onTrouble: error => void databases.trouble(path, error),
        },
      }),
    repairFile: (path, { signal, onProgress }) => Library.repairFile(path, work(path), signal, onProgress),
    createSample: runSampleThread,
    chooseFile: nativeDialogs.chooseDatabase,
    onState: () => {
      announce({ topic: 'database' });
    },
  });
  disposables.add(() => databases.dispose());
  disposables.add(() => {
    changes.dispose();
  });
  return databases;
}

/** Where reading stopped, written at the latest when the app quits. */
function keptPlaces(userData: string, disposables: Disposables): ReadingPlaces {
  const places = new ReadingPlaces(join(userData, 'reading-places.json'));
  disposables.add(() => {
    places.flush();
  });
  return places;
}

function applyTheme(settings: Settings): void {
  nativeTheme.themeSource = settings.preferences.theme;
}

/** Makes the sample database on a thread of its own, because every write of it waits for the disk. */
function runSampleThread(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'sample-data.cjs'), { workerData: { path } });
    worker.once('error', reject);
    worker.once('exit', code => {
      if (code === 0) resolve();
      else reject(new Error(`The sample could not be made (exit code ${String(code)}).`));
    });
  });
}

async function renderAndQuit(window: BrowserWindow, path: string): Promise<void> {
  try {
    await captureWindow(window, path);
    process.stdout.write(`${path}\n`);
    app.quit();
  } catch (error) {
    log.error('No screenshot could be taken', error);
    app.exit(1);
  }
}
