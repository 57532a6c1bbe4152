import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { texts } from '../messages.ts';
import { useOverlayStore } from '../overlay-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { focusedNow, returnFocus } from '../../ui/focus-return.ts';
import { keyLabel } from '../palette/key-label.ts';
import { KEY_GROUPS } from './key-groups.ts';
import type { KeyGroup } from './key-groups.ts';
import css from './shortcuts-sheet.module.css';

/** Every key that is bound, by the part of the window in which it works. */
export function ShortcutsSheet() {
  const close = useOverlayStore(store => store.close);
  const [focused] = useState(focusedNow);
  const say = texts.palette;
  return (
    <Dialog.Root
      open
      onOpenChange={open => {
        if (!open) close();
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className={css['overlay']} />
        <Dialog.Content
          className={css['sheet']}
          onCloseAutoFocus={event => {
            event.preventDefault();
            returnFocus(focused);
          }}
        >
          <div className={css['head']}>
            <div>
              <Dialog.Title className={css['title']}>{say.shortcuts}</Dialog.Title>
              <Dialog.Description className={css['lead']}>{say.shortcutsLead}</Dialog.Description>
            </div>
            <IconButton icon="x" label={say.close} onClick={close} />
          </div>
          {/* It scrolls by the keyboard as well. */}
          <div className={css['groups']} tabIndex={0} role="group" aria-label={say.shortcuts}>
            {KEY_GROUPS.map(group => (
              <Group key={group.title} group={group} />
            ))}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Group({ group }: { group: KeyGroup }) {
  return (
    <section className={css['group']} aria-label={group.title}>
      <h3>{group.title}</h3>
      <dl>
        {group.bound.map(({ keys, does }) => (
          <div key={`${does} ${keys.join(' ')}`} className={css['line']}>
            <dt>{does}</dt>
            <dd>
              {keys.map(key => (
                <kbd key={key}>{keyLabel(key)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
