import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import type { AppInfo } from '../window.tsx';
import { useClient } from '../../api/client-context.tsx';
import { useOrganise } from '../../actions/use-organise.ts';
import { useUiStore } from '../ui-store.ts';
import { useSetPreferences } from '../use-preferences.ts';
import { useOpenActions } from '../../features/database/queries.ts';
import { useSessionViewStore } from '../../features/sessions/view-store.ts';
import type { CommandTools } from './command.ts';
import { provideTools } from './command-registry.ts';

/**
 * What the commands work with now; keys and the native menu reach them through it as well.
 *
 * @param isLooking - the palette is shown: only then is the conversation that is open looked up.
 */
export function useCommandTools(info: AppInfo, isOpen: boolean, isLooking: boolean): CommandTools {
  const tools: CommandTools = {
    client: useClient(),
    platform: info.platform,
    preferences: info.preferences,
    setPreferences: useSetPreferences(),
    open: useOpenActions(),
    organise: useOrganise(),
    isOpen,
    readOnly: info.preferences.readOnly,
    row: useOpenRow(isOpen && isLooking),
  };
  const latest = useRef(tools);
  useEffect(() => {
    latest.current = tools;
  });
  useEffect(() => provideTools(() => latest.current), []);
  return tools;
}

/** The row of the conversation that is open; null where none is, or it is not known yet. */
function useOpenRow(enabled: boolean): ConversationRow | null {
  const client = useClient();
  const sessionId = useUiStore(store => store.place.sessionId);
  const { data } = useQuery({
    queryKey: ['sessions', 'row', sessionId],
    queryFn: async ({ signal }) => {
      const { view } = useSessionViewStore.getState();
      const { found } = await client.sessions.where({ text: sessionId ?? '', view, limit: 1 }, { signal });
      return found.find(one => one.sessionId === sessionId)?.row ?? null;
    },
    enabled: enabled && sessionId !== null,
  });
  return enabled && sessionId !== null ? (data ?? null) : null;
}
