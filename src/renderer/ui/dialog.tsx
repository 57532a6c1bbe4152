import { AlertDialog } from 'radix-ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import css from './dialog.module.css';
import { focusedNow, returnFocus } from './focus-return.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Called when it is to close: Esc, or the button in `cancel`. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons; the first is focused when it opens. Wrap the one that only closes in {@link DialogCancel}. */
  readonly actions: ReactNode;
}

/**
 * A question that has to be answered before anything else. A click beside it does not answer it. The focus returns to
 * where it was.
 */
export function Dialog({ open, title, onClose, children, actions }: DialogProps) {
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={next => {
        if (!next) onClose();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={css['overlay']} />
        <Content title={title} actions={actions}>
          {children}
        </Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Content({ title, actions, children }: Pick<DialogProps, 'title' | 'actions' | 'children'>) {
  const [focused] = useState(focusedNow);
  return (
    <AlertDialog.Content
      className={css['dialog']}
      aria-describedby={undefined}
      onCloseAutoFocus={event => {
        event.preventDefault();
        returnFocus(focused);
      }}
    >
      <AlertDialog.Title className={css['title']}>{title}</AlertDialog.Title>
      <div className={css['body']}>{children}</div>
      <div className={css['actions']}>{actions}</div>
    </AlertDialog.Content>
  );
}

/** Makes a button the one that leaves everything as it is; it has the focus first. */
export function DialogCancel({ children }: { children: ReactNode }) {
  return <AlertDialog.Cancel asChild>{children}</AlertDialog.Cancel>;
}
