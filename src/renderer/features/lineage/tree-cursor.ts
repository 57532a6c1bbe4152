import type { LineageNode } from '../../../shared/contract/conversation.ts';

/** Index of the parent of a node in a preorder list; -1 for a root. */
export function parentIndex(nodes: readonly LineageNode[], at: number): number {
  const depth = nodes[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    if ((nodes[index]?.depth ?? 0) < depth) return index;
  }
  return -1;
}

/** Where a key of the tree pattern leads from a node; `null` for a key that leads nowhere. Everything is open. */
export function treeMove(nodes: readonly LineageNode[], at: number, key: string): number | null {
  const last = nodes.length - 1;
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(last, at + 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowLeft':
      return Math.max(0, parentIndex(nodes, at));
    case 'ArrowRight':
      return (nodes[at + 1]?.depth ?? 0) > (nodes[at]?.depth ?? 0) ? at + 1 : at;
    default:
      return null;
  }
}
