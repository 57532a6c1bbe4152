import { app, clipboard } from 'electron';
import type { AppHandlers } from '../../shared/contract/index.ts';
import { openOutside } from '../window/security.ts';
import type { HandlerParts } from './handler-parts.ts';

/** Preferences, links and the clipboard. */
export function appHandlers({ settings, databases, onPreferences, locale }: HandlerParts): AppHandlers['app'] {
  return {
    info: () => ({
      version: app.getVersion(),
      platform: process.platform,
      locale,
      preferences: settings.preferences,
    }),
    setPreferences: async change => {
      const preferences = settings.setPreferences(change);
      onPreferences();
      // From the answer on nothing of ours may touch the file, not even a checkpoint at close.
      if (preferences.readOnly) await databases.opened?.stopWriting();
      return preferences;
    },
    openLink: async ({ url }) => {
      await openOutside(url);
      return {};
    },
    copyText: async ({ text }) => {
      await clipboard.writeText(text);
      return {};
    },
  };
}
