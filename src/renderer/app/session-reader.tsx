import { useMemo } from 'react';
import { ClientContext, useClient } from '../api/client-context.tsx';
import { clientOfSession } from '../api/client-of-session.ts';
import { DetailsTab } from '../features/details/details-tab.tsx';
import { UsageTab } from '../features/details/usage-tab.tsx';
import { Reader } from '../features/conversation/reader.tsx';
import type { ReaderPanels, ReaderProps } from '../features/conversation/reader.tsx';
import { LineageTab } from '../features/lineage/lineage-tab.tsx';

const PANELS: ReaderPanels = {
  lineage: row => <LineageTab sessionId={row.rootId} />,
  usage: row => <UsageTab sessionId={row.id} />,
  details: sessionIds => <DetailsTab sessionIds={sessionIds} />,
};

/** The reader with everything in its tabs. */
export function SessionReader(props: Omit<ReaderProps, 'panels'>) {
  const client = useClient();
  const own = useMemo(() => clientOfSession(client, props.sessionId), [client, props.sessionId]);
  return (
    <ClientContext value={own}>
      <Reader {...props} panels={PANELS} />
    </ClientContext>
  );
}
