import type { ReactNode } from 'react';
import css from './section-head.module.css';

/** Heading of a part of the dashboard with its controls. */
export function SectionHead({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={css['head']}>
      <h3>{title}</h3>
      {hint === undefined ? null : <span className={css['hint']}>{hint}</span>}
      <span className={css['space']} />
      {children}
    </div>
  );
}
