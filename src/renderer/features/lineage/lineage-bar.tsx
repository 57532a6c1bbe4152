import { useMemo } from 'react';
import type { EdgeKind, LineageNode } from '../../../shared/contract/conversation.ts';
import { usd } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { costScale } from './cost-scale.ts';
import css from './lineage-bar.module.css';
import { useLineageStore } from './lineage-store.ts';
import { STEP_TOKENS } from './map-colours.ts';

const LINKS: readonly EdgeKind[] = ['compression', 'branch', 'delegate', 'reset', 'unknown'];

/** Which pictures of the family are shown, what the map means, and what its lines stand for. */
export function LineageBar({ nodes }: { nodes: readonly LineageNode[] }) {
  const { view, size, paint, choose } = useLineageStore();
  const words = texts.conversation.lineage;
  return (
    <div className={css['bar']}>
      <Choice label={words.view} value={view} names={words.views} onValue={value => choose({ view: value })} />
      {view === 'tree' ? null : (
        <>
          <Choice label={words.size} value={size} names={words.sizes} onValue={value => choose({ size: value })} />
          <Choice label={words.paint} value={paint} names={words.paints} onValue={value => choose({ paint: value })} />
          {paint === 'cost' ? <Scale nodes={nodes} /> : null}
        </>
      )}
      <ul className={css['legend']} aria-label={words.legend}>
        {LINKS.map(edge => (
          <li key={edge} title={words.edgeHints[edge]}>
            <svg width="26" height="8" aria-hidden="true">
              <path className={css[edge]} d="M1 4H25" />
            </svg>
            {words.edges[edge]}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Choice<T extends string>(props: {
  label: string;
  value: T;
  names: Readonly<Record<T, string>>;
  onValue: (value: T) => void;
}) {
  const { label, value, names, onValue } = props;
  const values = Object.keys(names).filter((name): name is T => name in names);
  return (
    <span className={css['choice']}>
      <span className={css['label']} aria-hidden="true">
        {label}
      </span>
      <Segmented
        label={label}
        value={value}
        items={values.map(name => ({ value: name, label: names[name] }))}
        onValue={onValue}
      />
    </span>
  );
}

/** What the colours stand for; sessions without an amount have an outline of their own. */
function Scale({ nodes }: { nodes: readonly LineageNode[] }) {
  const words = texts.conversation.lineage;
  const { most, states } = useMemo(() => {
    const scale = costScale(nodes);
    return { most: scale.most, states: new Set(nodes.map(node => (node.missing ? 0 : scale.paintOf(node.cost)))) };
  }, [nodes]);
  return (
    <span className={css['scale']}>
      {most === 0 ? null : (
        <>
          {usd(0)}
          {STEP_TOKENS.map(token => (
            <i key={token} className={css['swatch']} style={{ background: `var(--${token})` }} />
          ))}
          {usd(most)}
        </>
      )}
      {states.has('included') ? (
        <>
          <i className={css['included']} />
          {words.includedCost}
        </>
      ) : null}
      {states.has('unknown') ? (
        <>
          <i className={css['unknownCost']} />
          {words.unknownCost}
        </>
      ) : null}
    </span>
  );
}
