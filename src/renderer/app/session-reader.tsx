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
  return <Reader {...props} panels={PANELS} />;
}
