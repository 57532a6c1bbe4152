import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import css from './menu.module.css';

export interface MenuProps {
  /** The button that opens it; it must take a ref and native props, as Button does. */
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'end' | undefined;
  readonly label: string;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  readonly children: ReactNode;
}

/** A menu that drops from a button: arrows, letters, Esc; focus returns to the button. */
export function Menu({ trigger, align = 'start', label, onOpenChange, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={css['menu']}
          align={align}
          sideOffset={4}
          aria-label={label}
          collisionPadding={8}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** A place in the window, in CSS pixels. */
export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

/** A menu that opens at a place: what a right click or the menu key shows. */
export function MenuAt(props: { point: MenuPoint; label: string; onClose: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Root
      open
      modal={false}
      onOpenChange={open => {
        if (!open) props.onClose();
      }}
    >
      <DropdownMenu.Trigger asChild>
        <span className={css['point']} style={{ left: props.point.x, top: props.point.y }} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={css['menu']}
          align="start"
          aria-label={props.label}
          collisionPadding={8}
          onCloseAutoFocus={event => {
            event.preventDefault();
          }}
        >
          {props.children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  readonly icon?: IconName | undefined;
  readonly hint?: string | undefined;
  readonly detail?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** It takes something away. */
  readonly danger?: boolean | undefined;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

/** One command of a menu. `detail` is a second, fainter text; `hint` its key. */
export function MenuItem({ icon, hint, detail, disabled, danger, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={classNames(css['item'], danger === true && css['danger'])}
      disabled={disabled ?? false}
      aria-keyshortcuts={hint?.replace('Ctrl', 'Control').replace('Del', 'Delete')}
      onSelect={onSelect}
    >
      {icon === undefined ? (
        <span className={css['blank']} />
      ) : (
        <Icon name={icon} size="small" className={css['icon']} />
      )}
      <ItemWords detail={detail}>{children}</ItemWords>
      {hint === undefined ? null : (
        <kbd className={css['hint']} aria-hidden="true">
          {hint}
        </kbd>
      )}
    </DropdownMenu.Item>
  );
}

/** A choice among several; exactly one of a group is checked. */
export function MenuChoice(props: {
  checked: boolean;
  detail?: string | undefined;
  disabled?: boolean | undefined;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.CheckboxItem
      className={css['item']}
      role="menuitemradio"
      checked={props.checked}
      disabled={props.disabled ?? false}
      onSelect={props.onSelect}
    >
      {props.checked ? <Icon name="check" size="small" className={css['icon']} /> : <span className={css['blank']} />}
      <ItemWords detail={props.detail}>{props.children}</ItemWords>
    </DropdownMenu.CheckboxItem>
  );
}

/** Something that is on or off; the menu stays open. */
export function MenuToggle(props: { checked: boolean; onChange: (on: boolean) => void; children: ReactNode }) {
  return (
    <DropdownMenu.CheckboxItem
      className={css['item']}
      checked={props.checked}
      onCheckedChange={props.onChange}
      onSelect={event => {
        event.preventDefault();
      }}
    >
      {props.checked ? <Icon name="check" size="small" className={css['icon']} /> : <span className={css['blank']} />}
      <ItemWords>{props.children}</ItemWords>
    </DropdownMenu.CheckboxItem>
  );
}

function ItemWords(props: { detail?: string | undefined; children: ReactNode }) {
  return (
    <span className={css['words']}>
      <span className={classNames(css['ellipsis'])}>{props.children}</span>
      {props.detail === undefined ? null : <span className={css['detail']}>{props.detail}</span>}
    </span>
  );
}

/** A heading over the items below it. */
export function MenuLabel(props: { children: ReactNode }) {
  return <DropdownMenu.Label className={css['label']}>{props.children}</DropdownMenu.Label>;
}

/** A hairline between two kinds of items. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className={css['separator']} />;
}
