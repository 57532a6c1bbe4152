import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Button } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { FamilyFoot } from './family-foot.tsx';
import { toFamilyTree } from './family-tree.ts';
import css from './lineage-tab.module.css';
import { LineageTree } from './lineage-tree.tsx';

type Lineage = Awaited<ReturnType<AppClient['conversation']['lineage']>>;

/** The family of a session: compressions, branches, subagents, resets, and links that nobody can explain. */
export function LineageTab({ sessionId }: { sessionId: string }) {
  const client = useClient();
  const lineage = useQuery({
    queryKey: ['conversation', 'lineage', sessionId],
    queryFn: ({ signal }) => client.conversation.lineage({ sessionId }, { signal }),
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
  return (
    <div className={css['lineage']}>
      <LineageTree
        tree={tree}
        current={tree.indexOf.get(current) ?? -1}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={onOpen}
      />
      <FamilyFoot tree={tree} family={family} />
    </div>
  );
}
