import { useState } from 'react';
import type { ContentPart } from '../../../shared/contract/conversation.ts';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import css from './content-parts.module.css';
import { useFold } from './reader-context.tsx';
import { isInlineImage } from './safe-address.ts';
import { useWholeText } from './whole-text.tsx';
import { ZoomImage } from './zoom-image.tsx';

/** A larger image, in characters of its data URL, is not shown at all. */
const MOST = 64 * 1024 * 1024;
/** Base64 takes four characters for three bytes. */
const CHARACTERS_A_BYTE = 4 / 3;

interface ImageProps {
  readonly image: Extract<ContentPart, { kind: 'image' }>;
  readonly messageId: number;
  /** Its place in the content. */
  readonly index: number;
}

/** An image of a message; a large one is read once it was asked for. */
export function StoredImage(props: ImageProps) {
  const { dataUrl, mediaType, bytes } = props.image;
  if (dataUrl === null) return <LargeImage {...props} />;
  return <InlineImage dataUrl={dataUrl} mediaType={mediaType} bytes={bytes} />;
}

function LargeImage({ image: { mediaType, bytes }, messageId, index }: ImageProps) {
  const [wanted, want] = useFold(`image ${messageId} ${index}`);
  const { text, isLoading, error } = useWholeText(messageId, { kind: 'image', index }, wanted, MOST);
  if (text !== null) return <InlineImage dataUrl={text} mediaType={mediaType} bytes={bytes} />;
  const words = texts.conversation;
  return (
    <p className={css['note']}>
      {words.largeImage(mediaType, bytes)}{' '}
      {wanted || bytes * CHARACTERS_A_BYTE > MOST ? null : (
        <Button look="link" onClick={want}>
          {words.showImage}
        </Button>
      )}
      {isLoading ? <span role="status">{words.readingText}</span> : null}
      {error === null ? null : <span role="alert">{errorWords(error).message}</span>}
    </p>
  );
}

function InlineImage({ dataUrl, mediaType, bytes }: { dataUrl: string; mediaType: string; bytes: number }) {
  const [broken, setBroken] = useState(false);
  if (broken || !isInlineImage(dataUrl)) {
    return (
      <p className={css['note']}>
        {texts.conversation.brokenImage} ({visibleText(mediaType)}, {texts.conversation.size(bytes)})
      </p>
    );
  }
  return (
    <ZoomImage src={dataUrl} alt={texts.conversation.imageAlt(mediaType, bytes)} onBroken={() => setBroken(true)} />
  );
}
