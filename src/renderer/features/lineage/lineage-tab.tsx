import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { CSSProperties } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Button } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { FamilyFoot } from './family-foot.tsx';
import { mapOf, readFamily } from './family-data.ts';
import type { FamilyData } from './family-data.ts';
import { LineageBar } from './lineage-bar.tsx';
import { LineageMap } from './lineage-map.tsx';
import type { LineageMapProps } from './lineage-map.tsx';
import { useLineageStore } from './lineage-store.ts';
import css from './lineage-tab.module.css';
import { LineageTree } from './lineage-tree.tsx';

/** The family of a session: compressions, branches, subagents, resets, and links that nobody can explain. */
export function LineageTab({ sessionId }: { sessionId: string }) {
  const client = useClient();
  const lineage = useQuery({
    queryKey: ['conversation', 'lineage', sessionId],
    queryFn: async ({ signal, client: queries, queryKey }) => {
      const answer = await client.conversation.lineage({ sessionId }, { signal });
      const { view, size } = useLineageStore.getState();
      const before = queries.getQueryData<FamilyData>(queryKey);
      return readFamily(answer, { before, size: view === 'tree' ? null : size, signal });
    },
    structuralSharing: false,
  });
  const words = texts.conversation.lineage;
  if (lineage.data !== undefined) return <Family {...lineage.data} />;
  if (lineage.error === null) return <StateText title={words.loading} message="" role="status" />;
  return (
    <StateText
      role="alert"
      title={words.failed}
      message={errorWords(lineage.error).message}
      actions={<Button onClick={() => void lineage.refetch()}>{words.tryAgain}</Button>}
    />
  );
}

function Family({ tree, current, family }: FamilyData) {
  const { nodes } = tree;
  const { view, size } = useLineageStore();
  const navigate = useUiStore(store => store.navigate);
  const [cursor, setCursor] = useState(current);
  const onOpen = useCallback(
    (at: number): void => {
      const node = nodes[at];
      if (node === undefined || node.missing) return;
      navigate({ sessionId: node.sessionId, messageId: null, highlight: '', tab: 'conversation' });
    },
    [nodes, navigate],
  );
  const shared = { tree, current: tree.indexOf.get(current) ?? -1, cursor, onCursor: setCursor, onOpen };
  return (
    <div className={css['lineage']}>
      <LineageBar nodes={nodes} />
      {view === 'tree' ? null : <MapPane {...shared} layout={mapOf(tree, size)} isWhole={view === 'map'} />}
      {view === 'map' ? null : <LineageTree {...shared} />}
      <FamilyFoot tree={tree} family={family} />
    </div>
  );
}

function MapPane({ isWhole, ...map }: LineageMapProps & { readonly isWhole: boolean }) {
  return (
    <div className={css['map']} style={isWhole ? WHOLE : heightBeside(map.layout.height)}>
      <LineageMap {...map} />
    </div>
  );
}

const WHOLE: CSSProperties = { flex: 1 };
const MARGINS = 56;

/** Above the tree the map is as high as it has to be, and less than half of the tab. */
function heightBeside(height: number): CSSProperties {
  return { flex: '0 1 auto', height: `min(calc(${String(Math.ceil(height) + MARGINS)} * var(--u)), 46%)` };
}
