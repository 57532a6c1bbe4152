/** A node of the syntax of a Markdown text (mdast), as far as it is looked at here. */
export interface SyntaxNode {
  readonly type: string;
  children?: SyntaxNode[];
  readonly value?: string;
  readonly url?: string;
  readonly alt?: string | null;
  readonly title?: string | null;
  readonly lang?: string | null;
  readonly meta?: string | null;
  readonly depth?: number;
  readonly ordered?: boolean | null;
  readonly start?: number | null;
  readonly spread?: boolean | null;
  readonly checked?: boolean | null;
  readonly align?: readonly (string | null)[] | null;
  readonly identifier?: string;
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
}

/** Where a node begins and ends in the text. */
export function rangeOf({ position }: SyntaxNode): readonly [number, number] {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0];
}

/** Calls `visit` with every node below a root. Iterative: hostile trees are deep. */
export function visitNodes(root: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    visit(node);
    open.push(...(node.children ?? []));
  }
}
