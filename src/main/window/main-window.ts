import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Settings } from '../settings.ts';
import { fitBounds, MINIMUM_SIZE } from './bounds.ts';
import { attachEditMenu } from './menu.ts';
import { APP_ORIGIN, developmentUrl, hardenContents } from './security.ts';

/** What a window is made from. */
export interface WindowOptions {
  readonly preload: string;
  readonly settings: Settings;
}

/** Colours of the empty window, so that nothing flashes before the page is painted; the page's own surfaces. */
const BACKGROUND = { light: '#FFFFFF', dark: '#1D1E22' } as const;
/** How long bounds must stay still before they are saved, in milliseconds. */
const SAVE_BOUNDS_AFTER = 400;

/** Makes the window and starts loading the page. */
export function createMainWindow(options: WindowOptions): BrowserWindow {
  const { settings } = options;
  const bounds = fitBounds(settings.window, workAreas());
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    title: 'Hermes Sessions',
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    autoHideMenuBar: true,
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (settings.window?.maximized === true) window.maximize();
  hardenContents(window.webContents);
  attachEditMenu(window);
  rememberBounds(window, settings);
  void window.loadURL(developmentUrl() ?? `${APP_ORIGIN}/index.html`);
  return window;
}

function workAreas(): Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(display => display.id !== primary.id);
  return [primary, ...others].map(display => display.workArea);
}

function rememberBounds(window: BrowserWindow, settings: Settings): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    if (!window.isDestroyed()) settings.setWindow({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_BOUNDS_AFTER);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('close', save);
  window.on('closed', () => {
    clearTimeout(timer);
  });
}
