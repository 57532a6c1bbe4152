import { useMemo, useState } from 'react';
import { bytes } from '../../../app/format.ts';
import { texts } from '../../../app/messages.ts';
import { MarkedText } from '../marked-text.tsx';
import { useReader } from '../reader-context.tsx';
import type { JsonNode } from './json-nodes.ts';
import { jsonRows, type JsonRow } from './json-rows.ts';
import css from './json-tree.module.css';
import { LineWindow } from './line-window.tsx';

/** A JSON value as a tree that opens and closes; numbers stand as they are stored. Only lines in sight are drawn. */
export function JsonTree({ value, label }: { value: JsonNode; label: string }) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const rows = useMemo(() => jsonRows(value, changed), [value, changed]);
  const toggle = ({ path, open }: JsonRow): void => setChanged(new Map(changed).set(path, open !== true));
  return (
    <LineWindow count={rows.length} label={label}>
      {(first, end) => rows.slice(first, end).map(row => <Row key={row.path} row={row} onToggle={toggle} />)}
    </LineWindow>
  );
}

function Row({ row, onToggle }: { row: JsonRow; onToggle: (row: JsonRow) => void }) {
  const { terms } = useReader();
  const style = { paddingInlineStart: `calc(${String(row.depth * 14)} * var(--u))` };
  const words = (
    <>
      {row.name === null ? null : (
        <span className={css['name']}>
          <MarkedText text={row.name} terms={terms} />
        </span>
      )}
      <span className={css[row.kind]}>
        {row.kind === 'text' || row.kind === 'line' || row.kind === 'literal' ? (
          <MarkedText text={row.shown} terms={terms} />
        ) : (
          row.shown
        )}
      </span>
      <Size row={row} />
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

function Size({ row: { kind, size, shown } }: { row: JsonRow }) {
  if (size === null || shown === '{}' || shown === '[]') return null;
  const words = kind === 'object' ? texts.tools.members(size) : kind === 'list' ? texts.tools.items(size) : bytes(size);
  return <span className={css['size']}>{words}</span>;
}
