import type { ColumnValue } from '../../shared/contract/conversation.ts';
import type { AppHandlers } from '../../shared/contract/index.ts';
import { openProjectFolder } from '../window/project-folder.ts';
import type { FileHandlerParts } from './handler-parts.ts';

/** Columns that name the folder of a session's project, the better one first (spec: api, workspace_key). */
const FOLDER_COLUMNS = ['git_repo_root', 'cwd'];

/** What leads into the window from outside, and out of it to the session's files. */
export function navigationHandlers({ askedPlace, databases }: FileHandlerParts): AppHandlers['navigation'] {
  return {
    takeTarget: async ({ openPath }) => {
      const target = await askedPlace.take(async () => {
        const state = await databases.state();
        return state.kind === 'open' && state.facts.path === openPath;
      });
      return target?.kind === 'session' ? databases.locate(target) : target;
    },
    openElsewhere: async ({ choice, target }) => {
      await databases.openChoice(choice);
      askedPlace.ask({ kind: 'session', ...target });
      return {};
    },
    openProject: async ({ sessionId }, { signal }) => {
      const columns = await databases.library.read('sessionDetails', { sessionId }, signal);
      await openProjectFolder(FOLDER_COLUMNS.flatMap(name => wholeText(columns, name)));
      return {};
    },
  };
}

function wholeText(columns: readonly ColumnValue[], name: string): string[] {
  const value = columns.find(({ column }) => column === name)?.value ?? null;
  return value === null || value.clipped || value.text.trim() === '' ? [] : [value.text];
}
