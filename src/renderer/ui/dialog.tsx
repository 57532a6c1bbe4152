import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import css from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Called when it is to close: Esc, or the button in `cancel`. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons; the first is focused when it opens. Wrap the one that only closes in {@link DialogCancel}. */
  readonly actions: ReactNode;
}

/** A question that has to be answered before anything else. A click beside it does not answer it. */
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
        <AlertDialog.Content className={css['dialog']} aria-describedby={undefined}>
          <AlertDialog.Title className={css['title']}>{title}</AlertDialog.Title>
          <div className={css['body']}>{children}</div>
          <div className={css['actions']}>{actions}</div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Makes a button the one that leaves everything as it is; it has the focus first. */
export function DialogCancel({ children }: { children: ReactNode }) {
  return <AlertDialog.Cancel asChild>{children}</AlertDialog.Cancel>;
}
