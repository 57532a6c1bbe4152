import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { EdgeKind, LineageNode } from '../../../shared/contract/conversation.ts';
import { useClient } from '../../api/client-context.tsx';
import type { AppClient } from '../../../shared/contract/index.ts';
import { errorWords } from '../../api/error-text.ts';
import { costSign } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { useUiStore } from '../../app/ui-store.ts';
import { Button } from '../../ui/button.tsx';
import { CostText } from '../../ui/cost-text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useVirtualList } from '../../ui/virtual-list.tsx';
import type { ListGeometry } from '../../ui/virtual-list.tsx';
import { LineageRow } from './lineage-row.tsx';
import css from './lineage-tab.module.css';
import { parentIndex, treeMove } from './tree-cursor.ts';

const MINUTE_MS = 60_000;
const ROW_HEIGHT = 28;
const OVERSCAN = 6;

function geometryOf(count: number, rowHeight: number): ListGeometry {
  return {
    count,
    height: count * rowHeight,
    offsetOf: item => item * rowHeight,
    sizeOf: () => rowHeight,
  };
}

/** The family of a session as a tree: compressions, branches, subagents, resets, and links that nobody can explain. */
export function LineageTab({ sessionId }: { sessionId: string }) {
  const client = useClient();
  const lineage = useQuery({
    queryKey: ['conversation', 'lineage', sessionId],
    queryFn: ({ signal }) => client.conversation.lineage({ sessionId }, { signal }),
  });
  const words = texts.conversation.lineage;
  if (lineage.data !== undefined) return <Tree {...lineage.data} />;
  if (lineage.error === null) return <StateText title={words.loading} message="" role="status" />;
  return (
    <StateText
      role="alert"
      title={words.failed}
      message={errorWords(lineage.error).message}
      actions={<Button onClick={() => void lineage.refetch()}>{texts.conversation.tryAgain}</Button>}
    />
  );
}

/** For each node, how many siblings it has and which of them it is. */
function positions(nodes: readonly LineageNode[]): readonly { setSize: number; inSet: number }[] {
  const parents = nodes.map((_, at) => parentIndex(nodes, at));
  const sizes = new Map<number, number>();
  const places = parents.map(parent => {
    const place = (sizes.get(parent) ?? 0) + 1;
    sizes.set(parent, place);
    return place;
  });
  return parents.map((parent, at) => ({ setSize: sizes.get(parent) ?? 1, inSet: places[at] ?? 1 }));
}

function countEdges(nodes: readonly LineageNode[]): Partial<Record<EdgeKind, number>> {
  const counts: Partial<Record<EdgeKind, number>> = {};
  for (const { edge } of nodes) counts[edge] = (counts[edge] ?? 0) + 1;
  return counts;
}

function Tree({ nodes, current, family }: AppLineage) {
  const [withBranches, setWithBranches] = useState(false);
  const now = useNow(MINUTE_MS);
  const navigate = useUiStore(store => store.navigate);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight(scroller, nodes);
  const geometry = useMemo(() => geometryOf(nodes.length, rowHeight), [nodes.length, rowHeight]);
  const { range, reveal } = useVirtualList(scroller, geometry, { overscan: OVERSCAN });
  const places = useMemo(() => positions(nodes), [nodes]);
  const currentIndex = nodes.findIndex(node => node.sessionId === current);
  const [moved, setMoved] = useState<number | null>(null);
  const cursor = Math.max(0, Math.min(nodes.length - 1, moved ?? currentIndex));
  const wantsFocus = useRef(false);

  useEffect(() => {
    if (currentIndex > 0) reveal(currentIndex);
  }, [currentIndex, geometry, reveal]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const item = scroller.current?.querySelector('[role="treeitem"][tabindex="0"]');
    if (item instanceof HTMLElement) item.focus({ preventScroll: true });
  });

  const open = (id: string): void => navigate({ sessionId: id, messageId: null, highlight: '', tab: 'conversation' });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = nodes[cursor];
    const next = treeMove(nodes, cursor, event.key);
    if (event.key === 'Enter' && node !== undefined && !node.missing) open(node.sessionId);
    else if (next !== null) {
      wantsFocus.current = true;
      reveal(next);
      setMoved(next);
    } else return;
    event.preventDefault();
  };

  const visible = nodes.slice(range.first, range.last + 1);
  return (
    <div className={css['lineage']}>
      <Columns />
      <div ref={scroller} className={css['scroll']}>
        <div
          role="tree"
          aria-label={texts.conversation.lineage.tree}
          className={css['tree']}
          style={{ height: geometry.height, paddingTop: geometry.offsetOf(range.first) }}
          onKeyDown={onKeyDown}
        >
          {visible.map((node, offset) => {
            const at = range.first + offset;
            return (
              <LineageRow
                key={`${node.sessionId} ${at}`}
                node={node}
                position={places[at] ?? { setSize: 1, inSet: 1 }}
                isCurrent={at === currentIndex}
                isCursor={at === cursor}
                now={now}
                withBranches={withBranches}
                onOpen={id => {
                  if (!node.missing) open(id);
                }}
              />
            );
          })}
        </div>
      </div>
      <FamilyFoot
        words={texts.conversation.lineage.family(nodes.length, countEdges(nodes))}
        family={family}
        withBranches={withBranches}
        onBranches={setWithBranches}
      />
    </div>
  );
}

type AppLineage = Awaited<ReturnType<AppClient['conversation']['lineage']>>;

/** What the whole family comes to, and whether the rows show themselves alone or with all that hangs on them. */
function FamilyFoot(props: {
  words: string;
  family: AppLineage['family'];
  withBranches: boolean;
  onBranches: (on: boolean) => void;
}) {
  const { words, family, withBranches, onBranches } = props;
  const say = texts.conversation.lineage;
  return (
    <div className={css['family']}>
      <span>{words}</span>
      <span className={css['sums']} data-family-tokens={family.tokens} data-family-messages={family.messages}>
        {say.familySums(family.messages, family.tokens)}{' '}
        <CostText sign={costSign(family.cost)} hint={texts.sessions.costWords(family.cost)} />
      </span>
      <Segmented
        label={say.figures}
        value={withBranches ? 'branch' : 'own'}
        items={[
          { value: 'own', label: say.own },
          { value: 'branch', label: say.withBranches },
        ]}
        onValue={value => {
          onBranches(value === 'branch');
        }}
      />
    </div>
  );
}

function Columns() {
  const { columns } = texts.conversation.lineage;
  return (
    <div className={css['head']} aria-hidden="true">
      <span>{columns.session}</span>
      <span className={css['edge']}>{columns.edge}</span>
      <span className={css['time']}>{columns.time}</span>
      <span className={css['number']}>{columns.messages}</span>
      <span className={css['number']}>{columns.tokens}</span>
      <span className={css['number']}>{columns.cost}</span>
      <span className={css['end']}>{columns.end}</span>
    </div>
  );
}

/** Height of a row in pixels at the present text size and density. */
function useRowHeight(scroller: { readonly current: HTMLElement | null }, nodes: readonly LineageNode[]): number {
  const [height, setHeight] = useState(ROW_HEIGHT);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = (): void => {
      const measured = element.querySelector('[role="treeitem"]')?.getBoundingClientRect().height ?? 0;
      if (measured > 0) setHeight(old => (Math.abs(old - measured) > 0.5 ? measured : old));
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, [scroller, nodes]);
  return height;
}
