import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { CSSProperties } from 'react';
import type { LineageNode } from '../../../shared/contract/conversation.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { sameLineage, unpackLineage } from '../../../shared/lineage-table.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Button } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { FamilyFoot } from './family-foot.tsx';
import { toFamilyTree } from './family-tree.ts';
import { LineageBar } from './lineage-bar.tsx';
import { LineageMap } from './lineage-map.tsx';
import { useLineageStore } from './lineage-store.ts';
import css from './lineage-tab.module.css';
import { LineageTree } from './lineage-tree.tsx';
import { layoutMap } from './map-layout.ts';

type Lineage = Awaited<ReturnType<AppClient['conversation']['lineage']>> & { readonly nodes: readonly LineageNode[] };

function isLineage(data: unknown): data is Lineage {
  return typeof data === 'object' && data !== null && 'table' in data;
}

function isSame(old: Lineage, now: Lineage): boolean {
  return (
    old.current === now.current && old.family.sessions === now.family.sessions && sameLineage(old.table, now.table)
  );
}

/** The family of a session: compressions, branches, subagents, resets, and links that nobody can explain. */
export function LineageTab({ sessionId }: { sessionId: string }) {
  const client = useClient();
  const lineage = useQuery({
    queryKey: ['conversation', 'lineage', sessionId],
    queryFn: async ({ signal }) => {
      const { table, ...rest } = await client.conversation.lineage({ sessionId }, { signal });
      return { ...rest, table, nodes: unpackLineage(table) };
    },
    // A change elsewhere in the file leaves the picture alone. Totals follow from what the table holds.
    structuralSharing: (old, now) => (isLineage(old) && isLineage(now) && isSame(old, now) ? old : now),
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

function Family({ nodes, current, family }: Lineage) {
  const tree = useMemo(() => toFamilyTree(nodes), [nodes]);
  const { view, size } = useLineageStore();
  const layout = useMemo(() => layoutMap(tree, at => tree.nodes[at]?.[size] ?? 0), [tree, size]);
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
      {view === 'tree' ? null : (
        <div className={css['map']} style={view === 'both' ? heightBeside(layout.height) : WHOLE}>
          <LineageMap {...shared} layout={layout} />
        </div>
      )}
      {view === 'map' ? null : <LineageTree {...shared} />}
      <FamilyFoot tree={tree} family={family} />
    </div>
  );
}

const WHOLE: CSSProperties = { flex: 1 };
const MARGINS = 56;

/** Above the tree the map is as high as it has to be, and less than half of the tab. */
function heightBeside(height: number): CSSProperties {
  return { flex: '0 1 auto', height: `min(calc(${String(Math.ceil(height) + MARGINS)} * var(--u)), 46%)` };
}
