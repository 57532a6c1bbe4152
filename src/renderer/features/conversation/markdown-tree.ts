/** The parts of a syntax tree (mdast or hast) that are looked at here; both are plain data. */
export interface TreeNode {
  type: string;
  tagName?: string;
  value?: string;
  url?: string;
  identifier?: string;
  label?: string | null;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
  position?: { start: { offset?: number }; end: { offset?: number } };
}

type Visit = (node: TreeNode, parent: TreeNode) => TreeNode;

/** Puts in the place of each node below `root` what `visit` answers for it. Iterative: hostile trees are deep. */
export function replaceNodes(root: TreeNode, visit: Visit): void {
  const open: TreeNode[] = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const { children } = parent;
    if (children === undefined) continue;
    for (const [at, child] of children.entries()) {
      const next = visit(child, parent);
      children[at] = next;
      open.push(next);
    }
  }
}

/** Number of elements in a tree. */
export function countElements(root: TreeNode): number {
  let count = 0;
  replaceNodes(root, node => {
    if (node.type === 'element') count += 1;
    return node;
  });
  return count;
}
