import { useCallback, useMemo, useRef } from 'react';
import { texts } from '../../app/messages.ts';
import { useNow } from '../../ui/use-now.ts';
import type { FamilyTree } from './family-tree.ts';
import { LineageColumns, LineageRow } from './lineage-row.tsx';
import { useLineageStore } from './lineage-store.ts';
import css from './lineage-tree.module.css';
import { rowOfSession, treeRows } from './tree-rows.ts';
import type { TreeRow } from './tree-rows.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { useTreeScroll } from './use-tree-scroll.ts';

const MINUTE_MS = 60_000;

export interface LineageTreeProps {
  readonly tree: FamilyTree;
  /** Index of the session that is open; -1 where it is not among those shown. */
  readonly current: number;
  /** Id of the session that keys act on. */
  readonly cursor: string;
  readonly onCursor: (sessionId: string) => void;
  readonly onOpen: (at: number) => void;
}

/** A family as a tree; of a large one only the rows in sight are drawn, and the one that has the focus. */
export function LineageTree({ tree, current, cursor, onCursor, onOpen }: LineageTreeProps) {
  const { folded, unrolled, withBranches, fold, unroll } = useLineageStore();
  const currentId = tree.nodes[current]?.sessionId ?? '';
  const shown = useMemo(
    () => ({ tree, rows: treeRows(tree, { folded, unrolled, kept: [currentId] }) }),
    [tree, folded, unrolled, currentId],
  );
  const { rows } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow(MINUTE_MS);
  const cursorRow = rowOfSession(rows, tree.indexOf.get(cursor) ?? Math.max(0, current));
  const { range, reveal, rowHeight, height } = useTreeScroll(scroller, shown, rowOfSession(rows, Math.max(0, current)));

  const onFold = useCallback(
    (row: TreeRow): void => {
      const id = idOf(tree, row);
      onCursor(id);
      if (row.segments > 0) unroll(tree.nodes[tree.chains[row.at]?.segments[0] ?? row.at]?.sessionId ?? id, true);
      else fold(id, row.expanded === true);
    },
    [tree, onCursor, fold, unroll],
  );
  const onKeyDown = useTreeKeys(scroller, {
    shown: { tree, rows, page: Math.max(1, range.last - range.first - 1) },
    cursor: cursorRow,
    onGo: row => {
      reveal(row);
      onCursor(idOf(tree, rows[row]));
    },
    onOpen: at => {
      const row = rows[at];
      if (row !== undefined && row.segments > 0) onFold(row);
      else if (row !== undefined) onOpen(row.at);
    },
    onFold: at => {
      const row = rows[at];
      if (row !== undefined) onFold(row);
    },
  });
  return (
    <div className={css['tree']}>
      <LineageColumns />
      <div ref={scroller} className={css['scroll']}>
        <div
          role="tree"
          aria-label={texts.conversation.lineage.tree}
          className={css['rows']}
          style={{ height }}
          onKeyDown={onKeyDown}
        >
          {drawnRows(range.first, range.last, cursorRow).map(index => {
            const row = rows[index];
            return row === undefined ? null : (
              <LineageRow
                key={keyOf(tree, row)}
                tree={tree}
                row={row}
                top={index * rowHeight}
                isCurrent={row.at === current && row.segments === 0}
                isCursor={index === cursorRow}
                now={now}
                withBranches={withBranches}
                onOpen={onOpen}
                onFold={onFold}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function idOf(tree: FamilyTree, row: TreeRow | undefined): string {
  return tree.nodes[row?.at ?? -1]?.sessionId ?? '';
}

/** Outlives a change of the family, so that the focus stays; damaged files have two sessions of one id. */
function keyOf(tree: FamilyTree, row: TreeRow): string {
  const id = idOf(tree, row);
  return tree.indexOf.get(id) === row.at ? id : `${id} ${String(row.at)}`;
}

/** The rows from one to another, and the one of the cursor wherever it is, in order. */
function drawnRows(first: number, last: number, cursor: number): readonly number[] {
  const drawn = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (cursor < first) return [cursor, ...drawn];
  return cursor > last ? [...drawn, cursor] : drawn;
}
