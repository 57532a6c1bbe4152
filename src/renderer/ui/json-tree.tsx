import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { JsonNode } from './json-nodes.ts';
import { jsonRows, type JsonRow } from './json-rows.ts';
import css from './json-tree.module.css';
import { LineWindow } from './line-window.tsx';

/** What a tree needs of its place. */
interface TreeProps {
  readonly value: JsonNode;
  readonly label: string;
  /** How much a value holds, in words: members, items, or characters of a text. */
  readonly sizeWords: (kind: 'object' | 'list' | 'text', size: number) => string;
  /** Marks matches of a search in names and values. */
  readonly mark?: (text: string) => ReactNode;
}

/** A JSON value as a tree that opens and closes; numbers stand as they are stored. Only lines in sight are drawn. */
export function JsonTree({ value, label, sizeWords, mark = asItIs }: TreeProps) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const rows = useMemo(() => jsonRows(value, changed), [value, changed]);
  const toggle = ({ path, open }: JsonRow): void => setChanged(new Map(changed).set(path, open !== true));
  return (
    <LineWindow count={rows.length} label={label}>
      {(first, end) =>
        rows
          .slice(first, end)
          .map(row => <Row key={row.path} row={row} sizeWords={sizeWords} mark={mark} onToggle={toggle} />)
      }
    </LineWindow>
  );
}

function asItIs(text: string): string {
  return text;
}

interface RowProps extends Required<Pick<TreeProps, 'sizeWords' | 'mark'>> {
  readonly row: JsonRow;
  readonly onToggle: (row: JsonRow) => void;
}

function Row({ row, sizeWords, mark, onToggle }: RowProps) {
  const style = { paddingInlineStart: `calc(${String(row.depth * 14)} * var(--u))` };
  const words = (
    <>
      {row.name === null ? null : <span className={css['name']}>{mark(row.name)}</span>}
      <span className={css[row.kind]}>{mark(row.shown)}</span>
      {sizeOf(row, sizeWords)}
    </>
  );
  if (row.open === null) {
    return (
      <div className={css['row']} style={style}>
        {words}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={css['row']}
      style={style}
      aria-expanded={row.open}
      data-foldable="true"
      onClick={() => onToggle(row)}
    >
      {words}
    </button>
  );
}

function sizeOf({ kind, size, open }: JsonRow, words: TreeProps['sizeWords']): ReactNode {
  if (size === null || open === null || kind === 'line' || kind === 'literal') return null;
  return <span className={css['size']}>{words(kind, size)}</span>;
}
