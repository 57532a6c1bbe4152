import type { ContentPart, ToolResult } from '../../../shared/contract/conversation.ts';
import { texts } from '../../app/messages.ts';
import { exactText } from '../../ui/visible-text.ts';
import { ContentParts } from './content-parts.tsx';
import { MarkedText } from './marked-text.tsx';
import { useReader } from './reader-context.tsx';
import { NO_TEXT, useIsBehindCut } from './sought.ts';
import css from './tool-card.module.css';
import { OutputText, WholeOutput } from './tools/output-text.tsx';
import { WholeText } from './whole-text.tsx';

interface OutputViewProps {
  readonly result: ToolResult;
  readonly toolName: string;
  /** As it is stored, not as what it means. */
  readonly raw: boolean;
  /** The diff in it that is shown with what the call was given. */
  readonly diffAbove?: string | null;
}

/** What a tool answered: text as what it is, clipped where it is long, and anything that is not text. */
export function ToolOutputView({ result, toolName, raw, diffAbove = null }: OutputViewProps) {
  return (
    <div className={css['section']}>
      <span className={css['label']}>{texts.conversation.output}</span>
      {result.parts.length === 0 ? <p className={css['none']}>{texts.conversation.noText}</p> : null}
      {result.parts.map((part, at) => (
        <OutputPart
          key={at}
          part={part}
          index={at}
          result={result}
          toolName={toolName}
          raw={raw}
          diffAbove={diffAbove}
        />
      ))}
    </div>
  );
}

function OutputPart({
  part,
  index,
  result,
  toolName,
  raw,
  diffAbove = null,
}: OutputViewProps & { part: ContentPart; index: number }) {
  const { terms } = useReader();
  const isSought = useIsBehindCut(result.messageId, 'shown', part.kind === 'text' ? part.text : NO_TEXT);
  if (part.kind !== 'text') {
    return (
      <ContentParts parts={[part]} from={index} messageId={result.messageId} formatted={false} bytes={result.bytes} />
    );
  }
  const { text, clipped } = part.text;
  const foldKey = String(result.messageId);
  const shown = raw ? (
    <pre className={css['text']} data-clipped={clipped}>
      <MarkedText text={exactText(text)} terms={terms} />
    </pre>
  ) : (
    <OutputText text={text} isClipped={clipped} toolName={toolName} foldKey={foldKey} diffAbove={diffAbove} />
  );
  if (!clipped) return shown;
  const render = (whole: string) => <WholeOutput text={whole} toolName={toolName} foldKey={foldKey} />;
  return (
    <WholeText
      messageId={result.messageId}
      part={{ kind: 'content' }}
      isSought={isSought}
      bytes={Math.max(part.text.bytes, result.bytes)}
      preview={shown}
      {...(raw ? {} : { render })}
    />
  );
}
