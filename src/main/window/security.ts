import { app, session, shell, type WebContents, type WebFrameMain } from 'electron';
import { AppError } from '../../shared/errors.ts';
import { SESSION_SCHEME } from '../../shared/session-link.ts';

/** Scheme and host of the application's own pages. */
export const APP_ORIGIN = 'app://sessions';

/**
 * Policy of our pages. Scripts come from the package alone; styles may stand in the markup, because libraries set
 * positions there; images may be data URLs, because conversations hold them; nothing else is loaded.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Policy of the page that draws a diagram in a frame: its own scripts, the styles that a drawing brings with it, and
 * nothing else. `sandbox` makes its origin opaque, whoever opens the page.
 */
export const DIAGRAM_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

const LEAVING_SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** Address of the development server, where one runs us; null in a build. */
export function developmentUrl(): string | null {
  const url = process.env['ELECTRON_RENDERER_URL'];
  return app.isPackaged || url === undefined || url === '' ? null : url;
}

/** True for addresses of our own pages. */
export function isOwnUrl(url: string): boolean {
  const development = developmentUrl();
  return url.startsWith(`${APP_ORIGIN}/`) || (development !== null && url.startsWith(development));
}

/** True where a frame is the top frame of its window and shows our own page. */
export function isTrustedFrame(frame: WebFrameMain | null): boolean {
  return frame?.parent === null && isOwnUrl(frame.url);
}

/** Denies what no page of ours needs: permissions, every request that leaves the package. Call once, when ready. */
export function hardenSession(): void {
  const current = session.defaultSession;
  current.setPermissionRequestHandler((_contents, _permission, decide) => {
    decide(false);
  });
  current.setPermissionCheckHandler(() => false);
  current.webRequest.onBeforeRequest((details, decide) => {
    decide({ cancel: !isAllowedRequest(details.url) });
  });
}

/** Extensions of the developer tools and data URLs stay inside the process. */
function isAllowedRequest(url: string): boolean {
  if (isOwnUrl(url) || url.startsWith('data:') || url.startsWith('blob:') || url.startsWith('devtools:')) return true;
  const development = developmentUrl();
  return development !== null && new URL(url).host === new URL(development).host;
}

/** Keeps a page where it is: no navigation, no new windows, no embedded views. */
export function hardenContents(contents: WebContents): void {
  contents.on('will-navigate', event => {
    event.preventDefault();
  });
  contents.on('will-frame-navigate', event => {
    if (!isOwnUrl(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', event => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/**
 * Opens an address in the system's browser or mail program.
 *
 * @throws AppError `invalid-input` for anything but http, https and mailto.
 */
export async function openOutside(url: string): Promise<void> {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !LEAVING_SCHEMES.has(parsed.protocol)) {
    throw new AppError('invalid-input', 'Only web and mail addresses can be opened.', {
      hint: 'Copy the address and open it yourself if you trust it.',
    });
  }
  await shell.openExternal(parsed.href);
}

/**
 * Makes links to sessions lead here, for an installed app only. On Linux the package's desktop entry says so instead.
 * The link comes after `--`, where nothing in it is taken for a switch.
 */
export function registerLinks(): void {
  if (!app.isPackaged || process.platform === 'linux') return;
  app.setAsDefaultProtocolClient(SESSION_SCHEME, process.execPath, ['--']);
}

/** No connection of ours leaves the machine; Chromium's own background services are told so as well. */
export function disableNetworkServices(): void {
  for (const name of ['disable-background-networking', 'disable-component-update', 'disable-sync', 'no-pings']) {
    app.commandLine.appendSwitch(name);
  }
  app.commandLine.appendSwitch('dns-prefetch-disable');
}
