import { ToggleGroup } from 'radix-ui';
import css from './segmented.module.css';

export interface SegmentedItem<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A count beside the label. */
  readonly count?: string | undefined;
}

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly items: readonly SegmentedItem<T>[];
  readonly onValue: (value: T) => void;
}

/** One choice of a few, all in sight; a `radiogroup` that arrows move through. */
export function Segmented<T extends string>({ label, value, items, onValue }: SegmentedProps<T>) {
  return (
    <ToggleGroup.Root
      className={css['group']}
      type="single"
      role="radiogroup"
      aria-label={label}
      value={value}
      onValueChange={chosen => {
        const item = items.find(candidate => candidate.value === chosen);
        if (item !== undefined) onValue(item.value);
      }}
    >
      {items.map(item => (
        <ToggleGroup.Item key={item.value} value={item.value} className={css['item']}>
          {item.label}
          {item.count === undefined ? null : <span className={css['count']}>{item.count}</span>}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
