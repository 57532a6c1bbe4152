import type { ClippedText, ContentPart } from '../../../shared/contract/conversation.ts';
import { texts } from '../../app/messages.ts';
import { prettyJson } from './argument-text.ts';
import { Code } from './code-stretch.tsx';
import css from './content-parts.module.css';
import { Link } from './link.tsx';
import { Markdown } from './markdown.tsx';
import { MAX_FORMATTED } from './markdown-format.ts';
import { PlainText } from './plain-text.tsx';
import { isOpenableLink } from './safe-address.ts';
import { useIsBehindCut } from './sought.ts';
import { exactText, visibleText } from '../../ui/visible-text.ts';
import { StoredImage } from './stored-image.tsx';
import { WholeText } from './whole-text.tsx';

/** The content of a message: texts (formatted where a model wrote them), images, and whatever else there is. */
export function ContentParts(props: {
  parts: readonly ContentPart[];
  messageId: number;
  formatted: boolean;
  bytes: number;
  /** Place of the first part in the content. */
  from?: number;
}) {
  return props.parts.map((part, at) => (
    <Part
      key={at}
      part={part}
      index={(props.from ?? 0) + at}
      messageId={props.messageId}
      formatted={props.formatted}
      bytes={props.bytes}
    />
  ));
}

function Part(props: { part: ContentPart; index: number; messageId: number; formatted: boolean; bytes: number }) {
  const { part } = props;
  switch (part.kind) {
    case 'text':
      return <TextPart {...props} text={part.text} />;
    case 'image':
      return <StoredImage image={part} messageId={props.messageId} index={props.index} />;
    case 'remote-image':
      return <RemoteImage url={part.url} />;
    case 'other':
      return <OtherPart type={part.type} json={part.json.text} />;
  }
}

function TextPart(props: { text: ClippedText; messageId: number; formatted: boolean; bytes: number }) {
  const { text, clipped, bytes } = props.text;
  const isSought = useIsBehindCut(props.messageId, 'shown', props.text);
  const shown = props.formatted ? <Markdown text={text} /> : <PlainText text={text} />;
  if (!clipped) return <div>{shown}</div>;
  return (
    <WholeText
      messageId={props.messageId}
      part={{ kind: 'content' }}
      bytes={Math.max(bytes, props.bytes)}
      isSought={isSought}
      preview={shown}
      render={whole =>
        props.formatted && whole.length <= MAX_FORMATTED ? <Markdown key="whole" text={whole} whole /> : null
      }
    />
  );
}

function RemoteImage({ url }: { url: string }) {
  return (
    <p className={css['note']}>
      {texts.conversation.remoteImage}{' '}
      {isOpenableLink(url) ? <Link url={url}>{visibleText(url)}</Link> : visibleText(url)}
    </p>
  );
}

function OtherPart({ type, json }: { type: string; json: string }) {
  return (
    <div>
      <p className={css['note']}>{texts.conversation.otherPart(visibleText(type))}</p>
      <pre className={css['json']}>
        <Code code={exactText(prettyJson(json))} language="json" />
      </pre>
    </div>
  );
}
