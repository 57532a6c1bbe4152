import { memo } from 'react';
import type { EdgeKind, LineageNode } from '../../../shared/contract/conversation.ts';
import { clock, compactNumber, costSign, number, shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { CostText } from '../../ui/cost-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import css from './lineage-tab.module.css';

const ICONS: Readonly<Record<EdgeKind, IconName>> = {
  root: 'root',
  compression: 'chain',
  branch: 'branch',
  delegate: 'subagent',
  reset: 'reset',
  unknown: 'question',
};

/** Deeper nodes are not moved further to the right. */
const MOST_INDENT = 12;
const DASH = '—';

interface LineageRowProps {
  readonly node: LineageNode;
  readonly position: { readonly setSize: number; readonly inSet: number };
  readonly isCurrent: boolean;
  readonly isCursor: boolean;
  readonly now: number;
  /** Figures of the session with all that hangs on it, instead of its own. */
  readonly withBranches: boolean;
  readonly onOpen: (sessionId: string) => void;
}

function timeSpan({ startedAt, endedAt, lastActive }: LineageNode, now: number): string {
  if (startedAt === null) return DASH;
  const end = endedAt ?? lastActive;
  const start = `${shortDay(startedAt, now)} ${clock(startedAt)}`;
  if (end === null) return start;
  const sameDay = shortDay(end, now) === shortDay(startedAt, now);
  return `${start}–${sameDay ? '' : `${shortDay(end, now)} `}${clock(end)}`;
}

/** One session of a family. */
export const LineageRow = memo(function LineageRow({
  node,
  position,
  isCurrent,
  isCursor,
  now,
  withBranches,
  onOpen,
}: LineageRowProps) {
  const words = texts.conversation.lineage;
  return (
    <div
      role="treeitem"
      className={classNames(css['row'], isCurrent && css['current'], node.missing && css['missing'])}
      data-session-id={node.sessionId}
      data-edge={node.edge}
      aria-level={node.depth + 1}
      aria-setsize={position.setSize}
      aria-posinset={position.inSet}
      aria-selected={isCurrent}
      aria-current={isCurrent ? 'true' : undefined}
      tabIndex={isCursor ? 0 : -1}
      onClick={() => onOpen(node.sessionId)}
    >
      <span
        className={css['name']}
        style={{ paddingLeft: `calc(${Math.min(node.depth, MOST_INDENT)} * 20 * var(--u))` }}
      >
        <span className={css[node.edge]}>
          <Icon name={ICONS[node.edge]} size="small" />
        </span>
        <span className={css['label']}>{visibleName(node.label)}</span>
        {node.live ? <span className={css['live']}>{texts.conversation.live}</span> : null}
      </span>
      <span className={css['edge']}>{words.edges[node.edge]}</span>
      <span className={css['time']}>{timeSpan(node, now)}</span>
      <Figures node={node} withBranches={withBranches} />
    </div>
  );
});

/** Counters of a session, or of it and all that hangs on it; a dash for each where the session itself is gone. */
function Figures({ node, withBranches }: { node: LineageNode; withBranches: boolean }) {
  const words = texts.conversation.lineage;
  if (node.missing && !withBranches) {
    return (
      <>
        <span className={css['number']}>{DASH}</span>
        <span className={css['number']}>{DASH}</span>
        <span className={css['number']}>{DASH}</span>
        <span className={css['end']}>{words.missing}</span>
      </>
    );
  }
  const { messages, tokens, cost } = withBranches ? node.branch : node;
  return (
    <>
      <span className={css['number']}>{number(messages)}</span>
      <span className={css['number']} title={number(tokens)}>
        {compactNumber(tokens)}
      </span>
      <CostText className={css['number']} sign={costSign(cost)} hint={texts.sessions.costWords(cost)} />
      <span className={css['end']}>{visibleName(node.endReason ?? words.open)}</span>
    </>
  );
}
