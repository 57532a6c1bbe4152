import { classNames } from './class-names.ts';
import css from './cost-text.module.css';

/** What a cost is written as: see `costSign`. */
export interface CostTextProps {
  readonly sign: {
    readonly state: 'actual' | 'estimated' | 'included' | 'unknown' | 'mixed';
    readonly tone: 'actual' | 'estimated' | 'included' | 'unknown';
    readonly text: string;
  };
  /** The same in words. */
  readonly hint: string;
  readonly className?: string | undefined;
}

/** A cost: its sign says its state, the colour only repeats it. */
export function CostText({ sign, hint, className }: CostTextProps) {
  return (
    <span
      className={classNames(css['cost'], css[sign.tone], className)}
      data-cost-state={sign.state}
      role="img"
      aria-label={hint}
      title={hint}
    >
      {sign.text}
    </span>
  );
}
