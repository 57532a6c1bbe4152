import type { ReactNode } from 'react';
import css from './state-text.module.css';

/** What a pane says when it has nothing else to show: what is so, why, and what can be done. */
export function StateText(props: {
  title: string;
  message: string;
  actions?: ReactNode;
  children?: ReactNode;
  role?: 'alert' | 'status' | undefined;
}) {
  return (
    <div className={css['state']} role={props.role}>
      <h2>{props.title}</h2>
      {props.message === '' ? null : <p>{props.message}</p>}
      {props.actions === undefined ? null : <div className={css['actions']}>{props.actions}</div>}
      {props.children}
    </div>
  );
}

/** A fact with its name: path, size, what SQLite said. */
export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  /** Shown in a fixed-width font: paths, codes. */
  readonly code?: boolean | undefined;
}

/** Facts under a state, name and value side by side. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css['facts']}>
      {facts.map(fact => (
        <div key={fact.name} className={css['fact']}>
          <dt>{fact.name}</dt>
          <dd className={fact.code === true ? css['code'] : undefined}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
