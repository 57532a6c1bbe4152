import { Dialog } from 'radix-ui';
import { useState } from 'react';
import type { CSSProperties } from 'react';
import { texts } from '../../app/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import css from './content-parts.module.css';
import { imageSize } from './image-size.ts';

interface ImageProps {
  /** A data URL. */
  readonly src: string;
  readonly alt: string;
  /** Called where it cannot be shown. */
  readonly onBroken?: (() => void) | undefined;
}

/** An image that opens in a dialog of its own, fitted to the window or pixel by pixel. */
export function ZoomImage({ src, alt, onBroken }: ImageProps) {
  const name = alt === '' ? texts.conversation.image : visibleText(alt);
  return (
    <Dialog.Root>
      <Dialog.Trigger className={css['opener']} aria-label={texts.reading.openImage(name)}>
        <img className={css['image']} style={roomFor(src)} src={src} alt={name} decoding="async" onError={onBroken} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={css['overlay']} />
        <Dialog.Content className={css['viewer']} aria-describedby={undefined}>
          <Viewer src={src} name={name} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The room that an image takes once it has been decoded, so that nothing below it moves then. */
function roomFor(src: string): CSSProperties | undefined {
  const size = imageSize(src);
  if (size === null) return undefined;
  const { width, height } = size;
  return {
    width: `min(${String(width)}px, 100%, calc(480 * var(--u) * ${String(width / height)}))`,
    aspectRatio: `${String(width)} / ${String(height)}`,
  };
}

function Viewer({ src, name }: { src: string; name: string }) {
  const [isWhole, setWhole] = useState(true);
  const [pixels, setPixels] = useState<string | null>(null);
  return (
    <>
      <div className={css['bar']}>
        <Dialog.Title className={css['name']}>{name}</Dialog.Title>
        <span className={css['facts']}>{pixels}</span>
        <Button small aria-pressed={isWhole} on={isWhole} onClick={() => setWhole(true)}>
          {texts.reading.fit}
        </Button>
        <Button small aria-pressed={!isWhole} on={!isWhole} onClick={() => setWhole(false)}>
          {texts.reading.fullSize}
        </Button>
        <Dialog.Close asChild>
          <IconButton icon="x" label={texts.reading.closeImage} small />
        </Dialog.Close>
      </div>
      <div className={css['canvas']} data-fit={isWhole} tabIndex={0} role="group" aria-label={name}>
        <img
          src={src}
          alt={name}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setPixels(texts.reading.pixels(naturalWidth, naturalHeight))
          }
          onDoubleClick={() => setWhole(!isWhole)}
        />
      </div>
    </>
  );
}
