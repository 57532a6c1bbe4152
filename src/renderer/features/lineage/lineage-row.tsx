import { memo } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import type { FamilyTotals, LineageNode } from '../../../shared/contract/conversation.ts';
import { compactNumber, costSign, number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { CostText } from '../../ui/cost-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import { EDGE_ICONS } from './edge-icons.ts';
import { setSizeOf } from './family-tree.ts';
import type { FamilyTree } from './family-tree.ts';
import css from './lineage-row.module.css';
import { exactSpan, nodeName, oddityOf, sumOf, timeSpan } from './lineage-words.ts';
import { RowGuides } from './row-guides.tsx';
import type { TreeRow } from './tree-rows.ts';

const DASH = '—';

export interface LineageRowProps {
  readonly tree: FamilyTree;
  readonly row: TreeRow;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly isCursor: boolean;
  readonly now: number;
  /** Figures of the session with all that hangs on it, instead of its own. */
  readonly withBranches: boolean;
  readonly onOpen: (at: number) => void;
  readonly onFold: (row: TreeRow) => void;
}

/** One session of a family, or the folded middle of a chain. */
export const LineageRow = memo(function LineageRow(props: LineageRowProps) {
  const { tree, row, isCurrent, isCursor, onOpen, onFold } = props;
  const node = tree.nodes[row.at];
  if (node === undefined) return null;
  const isMiddle = row.segments > 0;
  return (
    <div
      role="treeitem"
      className={classNames(
        css['row'],
        isCurrent && css['current'],
        (node.missing || isMiddle) && css['faint'],
        !node.missing && css['opens'],
      )}
      style={{ transform: `translateY(${String(props.top)}px)` }}
      {...placeOf(tree, row, node)}
      aria-selected={isCurrent}
      aria-current={isCurrent ? 'true' : undefined}
      tabIndex={isCursor ? 0 : -1}
      onClick={() => {
        if (isMiddle) onFold(row);
        else onOpen(row.at);
      }}
    >
      {isMiddle ? <MiddleCells {...props} node={node} /> : <SessionCells {...props} node={node} />}
    </div>
  );
});

/** What a row tells of its place, to a screen reader and to tests. */
function placeOf(tree: FamilyTree, row: TreeRow, node: LineageNode) {
  return {
    'data-session-id': node.sessionId,
    'data-edge': node.edge,
    'data-segments': row.segments > 0 ? row.segments : undefined,
    'aria-level': node.depth + 1,
    'aria-setsize': setSizeOf(tree, row.at),
    'aria-posinset': tree.inSet[row.at],
    'aria-expanded': row.expanded ?? undefined,
  };
}

type CellProps = LineageRowProps & { readonly node: LineageNode };

function SessionCells({ tree, row, node, now, withBranches, onFold }: CellProps) {
  const words = texts.conversation.lineage;
  const odd = oddityOf(node);
  return (
    <>
      <Name row={row} node={node} label={nodeName(tree, row.at)}>
        {node.live ? <span className={css['live']}>{words.live}</span> : null}
        {node.archived ? (
          <span className={css['archived']}>
            <Icon name="archive" size="tiny" />
            {words.archived}
          </span>
        ) : null}
        {odd === null ? null : (
          <span className={css['odd']} title={odd.hint}>
            {odd.word}
          </span>
        )}
        <Chevron row={row} count={(tree.ends[row.at] ?? 0) - row.at - 1} onFold={onFold} />
      </Name>
      <span className={css['edge']} title={words.edgeHints[node.edge]}>
        {words.edges[node.edge]}
      </span>
      <span className={css['time']} title={exactSpan(node)}>
        {timeSpan(node, now)}
      </span>
      {node.missing && !withBranches ? <Figures sums={null} /> : <Figures sums={withBranches ? node.branch : node} />}
      <span className={css['end']}>{node.missing ? DASH : visibleName(node.endReason ?? words.open)}</span>
    </>
  );
}

/** The middle of a long chain: what its segments, and what hangs on them, come to. */
function MiddleCells({ tree, row, node, now }: CellProps) {
  const words = texts.conversation.lineage;
  const label = words.middle(row.segments, row.beside);
  const end = row.at + row.segments + row.beside;
  const last = tree.nodes[tree.chains[row.at]?.segments.findLast(at => at < end) ?? row.at];
  return (
    <>
      <Name row={row} node={node} label={label} hint={words.middleHint} />
      <span className={css['edge']}>{words.edges.compression}</span>
      <span className={css['time']}>
        {timeSpan({ startedAt: node.startedAt, endedAt: last?.endedAt ?? null }, now)}
      </span>
      <Figures sums={sumOf(tree.nodes, row.at, end)} />
      <span className={css['end']} />
    </>
  );
}

interface NameProps {
  readonly row: TreeRow;
  readonly node: LineageNode;
  readonly label: string;
  readonly hint?: string;
  readonly children?: ReactNode;
}

function Name({ row, node, label, hint = label, children }: NameProps) {
  return (
    <span className={css['name']}>
      <RowGuides row={row} edge={node.edge} />
      <Icon name={row.segments > 0 ? 'more' : EDGE_ICONS[node.edge]} size="small" className={css[node.edge]} />
      <span className={css['label']} title={hint}>
        {label}
      </span>
      {children}
    </span>
  );
}

/** Folds and unfolds what hangs on a session, for a mouse; the keyboard has the arrow keys. */
function Chevron({ row, count, onFold }: { row: TreeRow; count: number; onFold: (row: TreeRow) => void }) {
  if (row.expanded === null) return null;
  const toggle = (event: MouseEvent): void => {
    event.stopPropagation();
    onFold(row);
  };
  return (
    <span
      className={classNames(css['chevron'], row.expanded && css['unfolded'])}
      title={texts.conversation.lineage.hanging(count)}
      aria-hidden="true"
      onClick={toggle}
    >
      <Icon name={row.expanded ? 'down' : 'right'} size="tiny" />
      {row.expanded ? null : number(count)}
    </span>
  );
}

/** Counters of some sessions; a dash for each where there are none to count. */
function Figures({ sums }: { sums: Pick<FamilyTotals, 'messages' | 'tokens' | 'cost'> | null }) {
  if (sums === null) {
    return (
      <>
        <span className={css['number']}>{DASH}</span>
        <span className={css['number']}>{DASH}</span>
        <span className={css['number']}>{DASH}</span>
      </>
    );
  }
  return (
    <>
      <span className={css['number']}>{number(sums.messages)}</span>
      <span className={css['number']} title={number(sums.tokens)}>
        {compactNumber(sums.tokens)}
      </span>
      <CostText className={css['number']} sign={costSign(sums.cost)} hint={texts.sessions.costWords(sums.cost)} />
    </>
  );
}

/** Heads of the columns. */
export function LineageColumns() {
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
