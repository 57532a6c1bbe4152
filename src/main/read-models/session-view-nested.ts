import type { Conversation } from './conversation-index-build.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { SessionNode } from './edges-family.ts';
import type { Grouped } from './session-view-groups.ts';

/** Rows of a view with children shown inside some of them. */
export interface Unfolded extends Grouped {
  /** Depth of each row that is shown inside another; rows of the view itself are at 0 and not in it. */
  readonly depths: ReadonlyMap<Conversation, number>;
}

/**
 * Puts the children of expanded conversations right behind them, the earliest first, and theirs behind those where they
 * are expanded too. What is a row of the view already stays where it is.
 */
export function unfold(
  index: ConversationIndex,
  { ordered, groups, isRow }: Grouped & { readonly isRow: (conversation: Conversation) => boolean },
  expanded: ReadonlySet<Conversation>,
): Unfolded {
  const depths = new Map<Conversation, number>();
  const list: Conversation[] = [];
  const add = (conversation: Conversation, depth: number): void => {
    list.push(conversation);
    if (!expanded.has(conversation)) return;
    for (const child of nestedIn(index, conversation)) {
      if (isRow(child)) continue;
      depths.set(child, depth + 1);
      add(child, depth + 1);
    }
  };
  const unfoldedGroups = groups.map(({ key, start, count }) => {
    const from = list.length;
    for (let at = start; at < start + count; at += 1) {
      const conversation = ordered[at];
      if (conversation !== undefined) add(conversation, 0);
    }
    const unfolded = list.length - from;
    return { key, start: from, count: unfolded, ...(unfolded === count ? {} : { inside: unfolded - count }) };
  });
  return { ordered: list, groups: unfoldedGroups, depths };
}

/** Subagents and unknown children that hang on any segment, the earliest started first. */
export function nestedIn({ byId }: ConversationIndex, conversation: Conversation): Conversation[] {
  if (conversation.nested === 0) return [];
  return conversation.segments.flatMap(({ id }) => childrenOf(byId.get(id), conversation)).sort(byStart);
}

function childrenOf(node: SessionNode | undefined, conversation: Conversation): Conversation[] {
  // Of several rows with one id only the first has children.
  if (node?.conversation !== conversation) return [];
  return node.children.flatMap(({ kind, conversation: child }) =>
    child !== null && (kind === 'delegate' || kind === 'unknown') ? [child] : [],
  );
}

function byStart({ root: a }: Conversation, { root: b }: Conversation): number {
  const difference = (a.startedAt ?? Infinity) - (b.startedAt ?? Infinity);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
