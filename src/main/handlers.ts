import { app, clipboard } from 'electron';
import type { AppHandlers } from '../shared/contract/index.ts';
import { AppError } from '../shared/errors.ts';
import type { DatabaseManager } from './database/database-manager.ts';
import type { Settings } from './settings.ts';
import { openOutside } from './window/security.ts';

/** What the handlers work with. */
export interface HandlerParts {
  readonly settings: Settings;
  readonly databases: DatabaseManager;
  /** Called after a preference changed. */
  readonly onPreferences: () => void;
  readonly locale: string;
}

/** Connects every procedure of the contract to the part that does it. */
export function createHandlers({ settings, databases, onPreferences, locale }: HandlerParts): AppHandlers {
  return {
    app: {
      info: () => ({
        version: app.getVersion(),
        platform: process.platform,
        locale,
        preferences: settings.preferences,
      }),
      setPreferences: change => {
        const preferences = settings.setPreferences(change);
        onPreferences();
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
    },
    database: {
      state: () => databases.state(),
      choices: () => databases.choices(),
      open: ({ key }) => databases.openChoice(key),
      openDialog: () => databases.openDialog(),
      openSample: () => databases.openSample(),
      retry: () => databases.retry(),
      openCopy: () => databases.openCopy(),
    },
    sessions: {
      view: (input, { signal }) => databases.library.read('sessionsView', input, signal),
      page: (input, { signal }) => databases.library.read('sessionsPage', input, signal),
    },
    conversation: {
      open: (input, { signal }) => databases.library.read('conversationOpen', input, signal),
      locate: (input, { signal }) => databases.library.read('conversationLocate', input, signal),
      bodies: (input, { signal }) => databases.library.read('conversationBodies', input, signal),
      text: (input, { signal }) => databases.library.read('messageText', input, signal),
      copyMessage: async ({ messageId }, { signal }) => {
        const text = await databases.library.read('wholeMessageText', { messageId }, signal);
        await clipboard.writeText(text);
        return { length: text.length };
      },
      details: (input, { signal }) => databases.library.read('sessionDetails', input, signal),
      lineage: (input, { signal }) => databases.library.read('lineageFamily', input, signal),
    },
    search: {
      prepare: (_input, { signal }) => databases.library.search('prepareSearch', {}, signal),
      titles: (input, { signal }) => databases.library.read('titleSearch', input, signal),
      messages: (input, { signal }) => databases.library.search('searchMessages', input, signal),
    },
    usage: {
      totals: (input, { signal }) => databases.library.read('usageTotals', input, signal),
      dashboard: notThere,
      session: notThere,
    },
    organise: {
      rename: notThere,
      setPinned: notThere,
      setArchived: notThere,
      deletionPlan: notThere,
      delete: notThere,
      undo: notThere,
      idsOfView: notThere,
    },
    trash: {
      list: notThere,
      restore: notThere,
      deletePermanently: notThere,
      empty: notThere,
      interruptions: notThere,
      dismissInterruptions: notThere,
    },
    prune: { plan: notThere, run: notThere },
    exporting: { run: notThere },
    maintenance: {
      backUp: notThere,
      check: notThere,
      rebuildIndex: notThere,
      upgradePlan: notThere,
      upgrade: notThere,
      repair: notThere,
    },
  };
}

function notThere(): never {
  throw new AppError('internal', 'This part of the app is not there yet.');
}
