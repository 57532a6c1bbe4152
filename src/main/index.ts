import { accessSync, constants } from 'node:fs';
import { app } from 'electron';
import { z } from 'zod';
import { Target } from '../shared/contract/navigation.ts';
import { parseSessionLink } from '../shared/session-link.ts';
import { createApplication } from './app.ts';
import { parseLaunchOptions } from './launch-options.ts';
import { log } from './log.ts';
import { registerAppScheme } from './window/app-protocol.ts';
import { disableNetworkServices, registerLinks } from './window/security.ts';

const options = parseLaunchOptions(process.argv.slice(1), process.cwd());
if (options.userDataDir !== null) app.setPath('userData', options.userDataDir);
disableNetworkServices();
registerAppScheme();

const Told = z.object({ db: z.string().nullable(), target: Target.nullable() });

// A second start brings the running window forward and opens its file or its session there. A picture is taken by a process of its own.
if (
  options.screenshot === null &&
  !app.requestSingleInstanceLock({ db: options.db, target: options.target }) &&
  canHoldLock(app.getPath('userData'))
) {
  app.quit();
} else {
  run();
}

/** What a second start asks for. Chromium rearranges command lines, so it is told beside them. */
function toldBy(told: unknown): z.output<typeof Told> {
  return Told.safeParse(told).data ?? { db: null, target: null };
}

/** Where the profile's folder cannot be written nobody gets the lock: then that says nothing of another window. */
function canHoldLock(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function run(): void {
  const application = createApplication(options);
  let disposed = false;

  app.on('second-instance', (_event, _argv, _cwd, told) => {
    application.focusWindow(toldBy(told));
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    application.focusWindow({ target: parseSessionLink(url) });
  });
  app.on('activate', () => {
    application.focusWindow();
  });
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('before-quit', event => {
    application.beforeQuit(event);
  });
  app.on('will-quit', event => {
    if (disposed) return;
    event.preventDefault();
    disposed = true;
    application
      .dispose()
      .catch((error: unknown) => {
        log.error('The application did not shut down cleanly', error);
      })
      .finally(() => {
        // Not before this event is over: until then Electron takes the application to be quitting, and ignores the call.
        setImmediate(() => {
          app.quit();
        });
      });
  });
  void app.whenReady().then(() => {
    application.openWindow();
    registerLinks();
  });
}
