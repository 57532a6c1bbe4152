import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import css from './text-field.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className'> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly icon?: IconName | undefined;
  /** What stands at the end of the field: a key hint, a button that clears it. */
  readonly end?: ReactNode;
  readonly className?: string | undefined;
}

/** The one line of text; `type="search"` makes it a searchbox. */
export function TextField({ label, value, onValue, icon, end, className, ...native }: TextFieldProps) {
  return (
    <span className={classNames(css['field'], className)}>
      {icon === undefined ? null : <Icon name={icon} size="small" className={css['icon']} />}
      <input
        spellCheck={false}
        autoComplete="off"
        {...native}
        className={css['input']}
        aria-label={label}
        value={value}
        onChange={event => {
          onValue(event.target.value);
        }}
      />
      {end}
    </span>
  );
}

/** A key that does the same as a control, shown beside it. */
export function KeyHint(props: { children: string }) {
  return (
    <kbd className={css['key']} aria-hidden="true">
      {props.children}
    </kbd>
  );
}
