import { Dialog } from 'radix-ui';
import { useId, useRef, useState } from 'react';
import { texts } from '../messages.ts';
import { useOverlayStore } from '../overlay-store.ts';
import { focusedNow, returnFocus } from '../../ui/focus-return.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/text-field.tsx';
import type { CommandTools } from './command.ts';
import { PaletteList } from './palette-list.tsx';
import css from './palette.module.css';
import { usePalette } from './use-palette.ts';

/** Sessions and commands by name, over everything else. Ctrl+K opens and closes it. */
export function Palette({ tools }: { tools: CommandTools }) {
  const close = useOverlayStore(store => store.close);
  const [focused] = useState(focusedNow);
  const chosen = useRef<(() => void) | null>(null);
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
          className={css['palette']}
          aria-describedby={undefined}
          onCloseAutoFocus={event => {
            event.preventDefault();
            returnFocus(focused);
            // Only now: what is chosen may put the focus elsewhere.
            chosen.current?.();
          }}
        >
          <Dialog.Title className="visually-hidden">{texts.palette.title}</Dialog.Title>
          <Chooser
            tools={tools}
            onChosen={act => {
              chosen.current = act;
              close();
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ChooserProps {
  readonly tools: CommandTools;
  /** Gets what is to happen once the palette is gone. */
  readonly onChosen: (act: () => void) => void;
}

function Chooser({ tools, onChosen }: ChooserProps) {
  const listId = useId();
  const palette = usePalette(tools, onChosen);
  const { text, active, onKeyDown } = palette;
  return (
    <>
      <div className={css['head']}>
        <Icon name="search" size="small" className={css['icon']} />
        <input
          className={css['input']}
          role="combobox"
          aria-label={texts.palette.input}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={active === -1 ? undefined : `${listId}-${String(active)}`}
          placeholder={texts.palette.placeholder}
          spellCheck={false}
          autoComplete="off"
          maxLength={2000}
          value={text}
          onChange={event => {
            palette.type(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <KeyHint>Esc</KeyHint>
      </div>
      <PaletteList listId={listId} palette={palette} />
      <p className="visually-hidden" role="status">
        {palette.isLooking ? '' : texts.palette.count(palette.count)}
      </p>
    </>
  );
}
