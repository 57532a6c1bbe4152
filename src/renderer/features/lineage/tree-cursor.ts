import { visibleName } from '../../ui/visible-name.ts';
import type { FamilyTree } from './family-tree.ts';
import { rowOfSession } from './tree-rows.ts';
import type { TreeRow } from './tree-rows.ts';

/** What a key of the tree pattern does: go to a line, or fold or unfold the one that it stands on. */
export type TreeMove = { readonly kind: 'go'; readonly to: number } | { readonly kind: 'fold' | 'unfold' };

/** A tree as it is drawn. */
export interface ShownTree {
  readonly tree: FamilyTree;
  readonly rows: readonly TreeRow[];
  /** How many lines are in sight. */
  readonly page: number;
}

/** What a key does on a line of the tree; `null` for a key that does nothing. */
export function treeMove({ tree, rows, page }: ShownTree, at: number, key: string): TreeMove | null {
  const last = rows.length - 1;
  const go = (to: number): TreeMove => ({ kind: 'go', to: Math.max(0, Math.min(last, to)) });
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return go(at + 1);
    case 'ArrowUp':
    case 'k':
      return go(at - 1);
    case 'PageDown':
      return go(at + page);
    case 'PageUp':
      return go(at - page);
    case 'Home':
      return go(0);
    case 'End':
      return go(last);
    case 'ArrowLeft':
      return rows[at]?.expanded === true ? { kind: 'fold' } : go(parentRow(tree, rows, at));
    case 'ArrowRight':
      if (rows[at]?.expanded === false) return { kind: 'unfold' };
      return rows[at]?.expanded === true ? go(at + 1) : null;
    default:
      return null;
  }
}

/** The line of what a line hangs on; the line itself at the top. */
function parentRow(tree: FamilyTree, rows: readonly TreeRow[], at: number): number {
  const parent = tree.parents[rows[at]?.at ?? -1] ?? -1;
  return parent < 0 ? at : rowOfSession(rows, parent);
}

/** The next line from a line on whose name begins with some letters, round and round; -1 for none. */
export function findByLetters(tree: FamilyTree, rows: readonly TreeRow[], from: number, letters: string): number {
  const wanted = letters.toLocaleLowerCase();
  for (let step = 0; step < rows.length; step += 1) {
    const index = (from + step) % rows.length;
    const row = rows[index];
    const label = row === undefined || row.segments > 0 ? undefined : tree.nodes[row.at]?.label;
    if (label !== undefined && visibleName(label).toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}
