import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import css from './tooltip.module.css';

/** Lets tooltips below it open; once, around the window. */
export function TooltipProvider(props: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={500} skipDelayDuration={200}>
      {props.children}
    </Primitive.Provider>
  );
}

/** Words that appear beside a control on hover and focus. They repeat its name or add to it, never replace it. */
export function Tooltip(props: { text: ReactNode; side?: 'top' | 'right' | 'bottom' | 'left'; children: ReactNode }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{props.children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={css['tooltip']} side={props.side ?? 'bottom'} sideOffset={6} collisionPadding={8}>
          {props.text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
