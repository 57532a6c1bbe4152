import type { EdgeKind } from '../../../shared/contract/conversation.ts';
import css from './row-guides.module.css';
import type { TreeRow } from './tree-rows.ts';

/** The drawing is made in these units and stretched to the row. */
const STEP = 20;
const HEIGHT = 28;
const MIDDLE = HEIGHT / 2;
/** Where the line of a column runs: under the middle of the icons that stand in it. */
const LINE = 7;
const ICON = 9;

/** The lines that join a row of the tree to those above and below it. */
export function RowGuides({ row, edge }: { row: TreeRow; edge: EdgeKind }) {
  const width = (row.column + 1) * STEP;
  return (
    <svg
      className={css['guides']}
      style={{ width: `calc(${String(width)} * var(--u))`, marginRight: `calc(${String(-STEP)} * var(--u))` }}
      viewBox={`0 0 ${String(width)} ${String(HEIGHT)}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={css['line']} d={linesOf(row)} />
      <path className={css[edge]} d={jointOf(row)} />
    </svg>
  );
}

function lineX(column: number): number {
  return column * STEP + LINE;
}

function linesOf({ column, through, joint, below }: TreeRow): string {
  const lines: string[] = [];
  for (let at = 0; at < column; at += 1) {
    if ((through & (1 << at)) !== 0) lines.push(`M${String(lineX(at))} 0V${String(HEIGHT)}`);
  }
  if (joint === 'last') lines.push(`M${String(lineX(column - 1))} 0V${String(MIDDLE)}`);
  if (joint === 'chain') lines.push(`M${String(lineX(column))} 0V${String(MIDDLE - ICON)}`);
  if (below) lines.push(`M${String(lineX(column))} ${String(MIDDLE + ICON)}V${String(HEIGHT)}`);
  return lines.join('');
}

function jointOf({ column, joint }: TreeRow): string {
  if (joint !== 'side' && joint !== 'last') return '';
  return `M${String(lineX(column - 1))} ${String(MIDDLE)}H${String(lineX(column) - ICON)}`;
}
