import type { FamilyTotals, LineageNode } from '../../../shared/contract/conversation.ts';
import type { CostSummary } from '../../../shared/contract/sessions.ts';
import { clock, fullTime, number, shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { visibleName } from '../../ui/visible-name.ts';
import type { FamilyTree } from './family-tree.ts';
import { ordinalOf } from './family-tree.ts';

const DASH = '—';

/** When something began and ended, in seconds. */
interface Span {
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** `12 Nov 13:05–14:40`, `12 Nov 15:12–` where it has not ended, a dash where it is not known. */
export function timeSpan({ startedAt, endedAt }: Span, now: number): string {
  if (startedAt === null) return DASH;
  const start = `${shortDay(startedAt, now)} ${clock(startedAt)}–`;
  if (endedAt === null) return start;
  const sameDay = shortDay(endedAt, now) === shortDay(startedAt, now);
  return `${start}${sameDay ? '' : `${shortDay(endedAt, now)} `}${clock(endedAt)}`;
}

/** The same to the second, with the last activity of a session that has not ended. */
export function exactSpan({ startedAt, endedAt, lastActive }: LineageNode): string {
  const words = texts.conversation.lineage;
  if (startedAt === null) return words.noTime;
  const parts = [words.started(fullTime(startedAt))];
  if (endedAt !== null) parts.push(words.ended(fullTime(endedAt)));
  else if (lastActive !== null) parts.push(words.lastActive(fullTime(lastActive)));
  return parts.join(', ');
}

/** The name of a session on one line, with its number in its chain. */
export function nodeName(tree: FamilyTree, at: number): string {
  const ordinal = ordinalOf(tree, at);
  const label = visibleName(tree.nodes[at]?.label ?? '');
  return ordinal === 0 ? label : `${number(ordinal)}\u2002${label}`;
}

/** What is odd about the place of a session, in a word and in a sentence; null for what is as it should be. */
export function oddityOf(node: LineageNode): { readonly word: string; readonly hint: string } | null {
  const words = texts.conversation.lineage;
  if (node.missing) return { word: words.missing, hint: words.missingHint(visibleName(node.sessionId)) };
  if (node.cut === null) return null;
  if (node.cut.kind === 'self') return { word: words.self, hint: words.selfHint };
  return { word: words.loop, hint: words.loopHint(visibleName(node.cut.parentId)) };
}

type MutableCost = { -readonly [K in keyof CostSummary]: CostSummary[K] };

/** What the sessions from one index up to another come to, each by itself. */
export function sumOf(nodes: readonly LineageNode[], from: number, end: number): FamilyTotals {
  const cost: MutableCost = {
    actualUsd: 0,
    actualCount: 0,
    estimatedUsd: 0,
    estimatedCount: 0,
    includedCount: 0,
    unknownCount: 0,
  };
  const sum = { sessions: 0, messages: 0, tokens: 0, cost };
  for (let at = from; at < end; at += 1) {
    const node = nodes[at];
    if (node === undefined || node.missing) continue;
    sum.sessions += 1;
    sum.messages += node.messages;
    sum.tokens += node.tokens;
    addCost(cost, node.cost);
  }
  return sum;
}

function addCost(to: MutableCost, from: CostSummary): void {
  to.actualUsd += from.actualUsd;
  to.actualCount += from.actualCount;
  to.estimatedUsd += from.estimatedUsd;
  to.estimatedCount += from.estimatedCount;
  to.includedCount += from.includedCount;
  to.unknownCount += from.unknownCount;
}
