import type { EdgeKind, FamilyTotals, LineageNode } from '../../../shared/contract/conversation.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import css from './family-foot.module.css';
import type { FamilyTree } from './family-tree.ts';
import { useLineageStore } from './lineage-store.ts';

/** What the whole family comes to, and whether the rows show themselves alone or with all that hangs on them. */
export function FamilyFoot({ tree, family }: { tree: FamilyTree; family: FamilyTotals }) {
  const { withBranches, choose, unrolled, unroll } = useLineageStore();
  const say = texts.conversation.lineage;
  const known = tree.nodes.filter(node => !node.missing);
  const isCut = known.length < family.sessions;
  const long = tree.nodes.filter((node, at) => unrolled.has(node.sessionId) && tree.chains[at]?.segments[0] === at);
  const segments = long.reduce(
    (sum, node) => sum + (tree.chains[tree.indexOf.get(node.sessionId) ?? -1]?.segments.length ?? 0),
    0,
  );
  return (
    <div className={css['family']}>
      <span>
        {say.family(family.sessions, isCut ? {} : countEdges(known), tree.nodes.length - known.length)}
        {isCut ? `. ${say.cutOff(known.length)}` : ''}
      </span>
      <span className={css['sums']} data-family-tokens={family.tokens} data-family-messages={family.messages}>
        {say.familySums(family.messages, family.tokens, texts.sessions.costWords(family.cost))}
      </span>
      {long.length === 0 ? null : (
        <Button small onClick={() => long.forEach(node => unroll(node.sessionId, false))}>
          {say.foldChains(segments)}
        </Button>
      )}
      <Segmented
        label={say.figures}
        value={withBranches ? 'branch' : 'own'}
        items={[
          { value: 'own', label: say.own },
          { value: 'branch', label: say.withBranches },
        ]}
        onValue={value => {
          choose({ withBranches: value === 'branch' });
        }}
      />
    </div>
  );
}

function countEdges(nodes: readonly LineageNode[]): Partial<Record<EdgeKind, number>> {
  const counts: Partial<Record<EdgeKind, number>> = {};
  for (const { edge } of nodes) counts[edge] = (counts[edge] ?? 0) + 1;
  return counts;
}
