import type { FamilyTotals } from '../../../shared/contract/conversation.ts';
import { type LineageTable, sameLineage, unpackLineage } from '../../../shared/lineage-table.ts';
import { type FamilyTree, toFamilyTree } from './family-tree.ts';
import type { MapSize } from './lineage-store.ts';
import { layoutMap, type MapLayout } from './map-layout.ts';

/** A family as it is answered. */
export interface FamilyAnswer {
  readonly current: string;
  readonly table: LineageTable;
  readonly family: FamilyTotals;
}

/** A family ready to be drawn. */
export interface FamilyData extends FamilyAnswer {
  readonly tree: FamilyTree;
}

/**
 * Makes what is drawn from an answer, in several tasks, so that a family of ten thousand does not hold up the window.
 *
 * @param before - what was drawn last; it stays where the answer says the same.
 * @param size - by what the map is sized now; null where it is not shown.
 */
export async function readFamily(
  answer: FamilyAnswer,
  { before, size, signal }: { before: FamilyData | undefined; size: MapSize | null; signal: AbortSignal },
): Promise<FamilyData> {
  if (before !== undefined && isSame(before, answer)) return before;
  await nextTask(signal);
  const nodes = unpackLineage(answer.table);
  await nextTask(signal);
  const tree = toFamilyTree(nodes);
  if (size !== null) {
    await nextTask(signal);
    mapOf(tree, size);
  }
  await nextTask(signal);
  return { ...answer, tree };
}

/** A change elsewhere in the file leaves the picture alone. Totals follow from what the table holds. */
function isSame(before: FamilyData, now: FamilyAnswer): boolean {
  return (
    before.current === now.current &&
    before.family.sessions === now.family.sessions &&
    sameLineage(before.table, now.table)
  );
}

async function nextTask(signal: AbortSignal): Promise<void> {
  await new Promise(done => setTimeout(done, 0));
  signal.throwIfAborted();
}

const maps = new WeakMap<FamilyTree, Map<MapSize, MapLayout>>();

/** The map of a family, laid out once for each measure. */
export function mapOf(tree: FamilyTree, size: MapSize): MapLayout {
  const known = maps.get(tree) ?? new Map<MapSize, MapLayout>();
  maps.set(tree, known);
  const layout = known.get(size) ?? layoutMap(tree, at => tree.nodes[at]?.[size] ?? 0);
  known.set(size, layout);
  return layout;
}
