import type { CSSProperties } from 'react';
import type { FamilyTotals } from '../../../shared/contract/conversation.ts';
import { costSign, fullTime } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { CostText } from '../../ui/cost-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import { EDGE_ICONS } from './edge-icons.ts';
import type { FamilyTree } from './family-tree.ts';
import { exactSpan, nodeName, oddityOf } from './lineage-words.ts';
import css from './map-card.module.css';
import type { Box } from './map-layout.ts';
import type { Frame, MapView } from './map-view.ts';

const WIDTH = 300;
const GAP = 8;

export interface MapCardProps {
  readonly tree: FamilyTree;
  readonly at: number;
  readonly isCurrent: boolean;
  readonly box: Box;
  readonly view: MapView;
  readonly frame: Frame;
}

/** What is known of one session of the map. */
export function MapCard({ tree, at, isCurrent, box, view, frame }: MapCardProps) {
  const node = tree.nodes[at];
  if (node === undefined) return null;
  const words = texts.conversation.lineage;
  const odd = oddityOf(node);
  const marks = [isCurrent && words.here, node.live && words.live, node.archived && words.archived, odd?.hint];
  return (
    <div className={css['card']} style={placeOf(box, view, frame)} data-map-card={node.sessionId}>
      <strong className={css['title']}>{nodeName(tree, at)}</strong>
      <span className={css['edge']}>
        <Icon name={EDGE_ICONS[node.edge]} size="small" />
        {[words.edges[node.edge], ...marks].filter(mark => typeof mark === 'string').join(' · ')}
      </span>
      {node.missing ? null : (
        <>
          <span>{exactSpan(node)}</span>
          <span>{node.endReason === null ? words.notEnded : words.endedBy(visibleName(node.endReason))}</span>
          <Sums label={words.cardOwn} sums={node} />
        </>
      )}
      {node.branch.sessions > 1 ? <Sums label={words.cardBranch(node.branch.sessions)} sums={node.branch} /> : null}
    </div>
  );
}

function Sums({ label, sums }: { label: string; sums: Pick<FamilyTotals, 'messages' | 'tokens' | 'cost'> }) {
  const words = texts.conversation.lineage;
  return (
    <span className={css['sums']}>
      <span className={css['label']}>{label}</span>
      <span>
        {words.cardMessages(sums.messages)} · {words.cardTokens(sums.tokens)} ·{' '}
        <CostText sign={costSign(sums.cost)} hint={texts.sessions.costWords(sums.cost)} />{' '}
        {texts.sessions.costWords(sums.cost)}
      </span>
    </span>
  );
}

/** The same for a screen reader, in one sentence. */
export function cardWords(tree: FamilyTree, at: number, isCurrent: boolean): string {
  const node = tree.nodes[at];
  if (node === undefined) return '';
  const words = texts.conversation.lineage;
  const parts = [nodeName(tree, at), words.edges[node.edge]];
  if (isCurrent) parts.push(words.here);
  if (node.live) parts.push(words.live);
  if (node.archived) parts.push(words.archived);
  const odd = oddityOf(node);
  if (odd !== null) parts.push(odd.hint);
  if (!node.missing) {
    if (node.startedAt !== null) parts.push(words.started(fullTime(node.startedAt)));
    parts.push(node.endReason === null ? words.notEnded : words.endedBy(visibleName(node.endReason)));
    parts.push(words.cardMessages(node.messages), words.cardTokens(node.tokens), texts.sessions.costWords(node.cost));
  }
  return parts.join(', ');
}

/** Below the box, or above it where there is more room, and never outside. */
function placeOf(box: Box, view: MapView, frame: Frame): CSSProperties {
  const left = Math.max(GAP, Math.min(frame.width - WIDTH - GAP, box.x * view.scale + view.x));
  const [top, bottom] = [box.y * view.scale + view.y, (box.y + box.height) * view.scale + view.y];
  return bottom < frame.height / 2
    ? { left, top: Math.max(GAP, bottom + GAP), width: WIDTH }
    : { left, bottom: Math.max(GAP, frame.height - top + GAP), width: WIDTH };
}
