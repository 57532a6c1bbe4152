import type { ReactNode } from 'react';
import css from './line-window.module.css';
import { useLineWindow } from './use-line-window.ts';

interface LinesProps {
  readonly count: number;
  readonly label: string;
  /** Draws lines `first` to `end` (not included); each must be one line high. */
  readonly children: (first: number, end: number) => ReactNode;
}

/** Many lines in a scroll of their own, of which only those in sight are drawn. */
export function LineWindow({ count, label, children }: LinesProps) {
  const { first, end, whole, onScroll } = useLineWindow(count);
  return (
    <div className={css['scroller']} role="group" aria-label={label} tabIndex={0} onScroll={onScroll}>
      <div
        ref={whole}
        className={css['whole']}
        style={{
          height: `calc(${String(count)} * var(--line))`,
          paddingTop: `calc(${String(first)} * var(--line))`,
        }}
      >
        {children(first, end)}
      </div>
    </div>
  );
}
