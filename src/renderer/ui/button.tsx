import type { ComponentProps, ReactNode } from 'react';
import css from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

type Native = Omit<ComponentProps<'button'>, 'type' | 'children'>;

export interface ButtonProps extends Native {
  /** `primary` once per screen; `destroy` takes something away; `plain` has no outline; `link` reads as text. */
  readonly look?: 'normal' | 'primary' | 'destroy' | 'plain' | 'link' | undefined;
  readonly small?: boolean | undefined;
  readonly icon?: IconName | undefined;
  readonly on?: boolean | undefined;
  readonly children?: ReactNode;
}

/** The one button with words. */
export function Button({ look = 'normal', small, icon, on, className, children, ...native }: ButtonProps) {
  const names = classNames(
    css['button'],
    css[look],
    small === true && css['small'],
    on === true && css['on'],
    className,
  );
  return (
    <button type="button" {...native} className={names}>
      {icon === undefined ? null : <Icon name={icon} size="small" />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Native {
  readonly icon: IconName;
  /** Its accessible name and its tooltip. */
  readonly label: string;
  readonly small?: boolean | undefined;
  readonly on?: boolean | undefined;
}

/** A square button with an icon and a name. */
export function IconButton({ icon, label, small, on, className, ...native }: IconButtonProps) {
  const names = classNames(
    css['button'],
    css['plain'],
    css['square'],
    small === true && css['small'],
    on === true && css['on'],
    className,
  );
  return (
    <button type="button" aria-label={label} title={label} {...native} className={names}>
      <Icon name={icon} size={small === true ? 'small' : 'normal'} />
    </button>
  );
}
