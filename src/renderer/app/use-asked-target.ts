import { useEffect } from 'react';
import type { AppClient } from '../../shared/contract/index.ts';
import { reportFailure } from '../actions/report-failure.ts';
import { showToast } from '../actions/toasts.ts';
import { useClient } from '../api/client-context.tsx';
import { useAskedStore } from './asked-store.ts';
import { texts } from './messages.ts';
import { visibleName } from '../ui/visible-name.ts';
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
        if (target !== null) follow(client, target);
      })
      .catch(reportFailure);
  }, [client, openPath, times]);
}

type Taken = NonNullable<Awaited<ReturnType<AppClient['navigation']['takeTarget']>>>;

function follow(client: AppClient, target: Taken): void {
  if (target.kind === 'nonsense') {
    showToast({ icon: 'alert', tone: 'danger', message: `${texts.palette.linkFailed}: ${target.problem}` });
    return;
  }
  const { sessionId, messageId } = target;
  if (target.kind === 'elsewhere') {
    offerElsewhere(client, target);
    return;
  }
  const place = { screen: 'sessions', sessionId, messageId, highlight: '', tab: 'conversation' } as const;
  useOverlayStore.getState().close();
  useUiStore.getState().navigate(place, { again: true });
}

/** It is not in what is open but in a profile: the way there is offered, because it closes what is being looked at. */
function offerElsewhere(client: AppClient, target: Extract<Taken, { kind: 'elsewhere' }>): void {
  const { profile, choice, sessionId, messageId } = target;
  const name = visibleName(profile);
  showToast({
    icon: 'profile',
    message: texts.palette.inProfile(name),
    lasting: true,
    action: {
      label: texts.palette.openProfile(name),
      run: () => {
        client.navigation.openElsewhere({ choice, target: { sessionId, messageId } }).catch(reportFailure);
      },
    },
  });
}
