import { resolve } from 'node:path';
import { chromiumArgs, resolveElectron } from '../../scripts/electron-runtime.mjs';

const EMPTY_WINDOW = resolve(import.meta.dirname, '../empty-window');
const APP = resolve(import.meta.dirname, '../..');

/** A window that can be started. */
export type Kind = { readonly kind: 'empty' } | { readonly kind: 'app'; readonly db: string };

/** Executable and arguments for a window with a profile of its own. */
export async function startCommand(window: Kind, userDataDir: string): Promise<{ exe: string; args: string[] }> {
  const { exe } = await resolveElectron();
  const words = window.kind === 'app' ? [APP, '--db', window.db] : [EMPTY_WINDOW];
  const display = process.platform === 'linux' ? ['--disable-gpu'] : [];
  return {
    exe,
    args: [...chromiumArgs(exe), ...display, '--lang=en', `--user-data-dir=${userDataDir}`, ...words],
  };
}

/** The environment of a window: nothing that leads to somebody's own database or changes what Electron is. */
export function startEnvironment(home: string): NodeJS.ProcessEnv {
  const { HERMES_HOME: _, ELECTRON_RUN_AS_NODE: _node, ...env } = process.env;
  return { ...env, HOME: home, LANGUAGE: 'en' };
}
