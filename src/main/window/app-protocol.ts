import { readFile } from 'node:fs/promises';
import { basename, extname, join, normalize, sep } from 'node:path';
import { protocol } from 'electron';
import { errnoOf } from '../errno.ts';
import { APP_ORIGIN, CONTENT_SECURITY_POLICY, DIAGRAM_POLICY } from './security.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** The page that is shown in a frame. */
const DIAGRAM_PAGE = 'diagram.html';

/** Makes `app:` a standard, secure scheme. Must run before the application is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, codeCache: true },
    },
  ]);
}

/**
 * Serves the built pages under {@link APP_ORIGIN}, with the policy on every answer. Nothing outside the folder is
 * reachable.
 *
 * @param root - absolute path of the folder that holds `index.html`.
 */
export function serveAppPages(root: string): void {
  protocol.handle('app', async request => {
    const path = pagePath(root, request.url);
    if (path === null) return new Response('Not found', { status: 404 });
    try {
      return new Response(new Uint8Array(await readFile(path)), { headers: headersFor(path) });
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return new Response('Not found', { status: 404 });
      throw error;
    }
  });
}

function headersFor(path: string): Record<string, string> {
  return {
    'content-type': MEDIA_TYPES[extname(path)] ?? 'application/octet-stream',
    'content-security-policy': basename(path) === DIAGRAM_PAGE ? DIAGRAM_POLICY : CONTENT_SECURITY_POLICY,
    // The frame of a diagram has an origin of its own and loads our scripts; they hold nothing secret.
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  };
}

/** File behind an address, or null where it would lie outside the folder. */
function pagePath(root: string, address: string): string | null {
  const url = new URL(address);
  if (`${url.protocol}//${url.host}` !== APP_ORIGIN) return null;
  const path = normalize(join(root, decodeURIComponent(url.pathname)));
  return path.startsWith(root + sep) ? path : null;
}
