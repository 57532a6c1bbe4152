import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import css from './tabs.module.css';

export interface TabItem<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A count beside the label. */
  readonly count?: string | undefined;
  readonly content: ReactNode;
}

export interface TabsProps<T extends string> {
  /** Name of the `tablist`. */
  readonly label: string;
  readonly value: T;
  readonly onValue: (value: T) => void;
  readonly items: readonly TabItem<T>[];
  /** What stands at the right end of the tab bar. */
  readonly tools?: ReactNode;
}

/** A tab bar with its panels; arrows move between tabs. Only the chosen panel is in the document. */
export function Tabs<T extends string>({ label, value, onValue, items, tools }: TabsProps<T>) {
  return (
    <Primitive.Root
      className={css['root']}
      value={value}
      onValueChange={chosen => {
        const item = items.find(candidate => candidate.value === chosen);
        if (item !== undefined) onValue(item.value);
      }}
    >
      <div className={css['bar']}>
        <Primitive.List className={css['list']} aria-label={label}>
          {items.map(item => (
            <Primitive.Trigger key={item.value} value={item.value} className={css['tab']} aria-label={item.label}>
              {item.label}
              {item.count === undefined ? null : <span className={css['count']}>{item.count}</span>}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {tools === undefined ? null : <div className={css['tools']}>{tools}</div>}
      </div>
      {items.map(item => (
        <Primitive.Content key={item.value} value={item.value} className={css['panel']} tabIndex={-1}>
          {item.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
