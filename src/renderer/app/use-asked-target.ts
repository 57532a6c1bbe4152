import { useEffect } from 'react';
import type { AskedTarget } from '../../shared/session-link.ts';
import { reportFailure } from '../actions/report-failure.ts';
import { showToast } from '../actions/toasts.ts';
import { useClient } from '../api/client-context.tsx';
import { useAskedStore } from './asked-store.ts';
import { texts } from './messages.ts';
import { useOverlayStore } from './overlay-store.ts';
import { useUiStore } from './ui-store.ts';

/**
 * Goes where a link or the command line asks, at the start and while the window is open.
 *
 * @param openPath - the file that is shown; null for none.
 */
export function useAskedTarget(openPath: string | null): void {
  const client = useClient();
  const times = useAskedStore(store => store.times);
  useEffect(() => {
    client.navigation
      .takeTarget({ openPath })
      .then(target => {
        if (target !== null) follow(target);
      })
      .catch(reportFailure);
  }, [client, openPath, times]);
}

function follow(target: AskedTarget): void {
  if (target.kind === 'nonsense') {
    showToast({ icon: 'alert', tone: 'danger', message: `${texts.palette.linkFailed}: ${target.problem}` });
    return;
  }
  const { sessionId, messageId } = target;
  const place = { screen: 'sessions', sessionId, messageId, highlight: '', tab: 'conversation' } as const;
  useOverlayStore.getState().close();
  useUiStore.getState().navigate(place, { again: true });
}
