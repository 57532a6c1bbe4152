import type { ContentPart, ToolResult } from '../../../shared/contract/conversation.ts';
import { texts } from '../../app/messages.ts';
import { ContentParts } from './content-parts.tsx';
import { MarkedText } from './marked-text.tsx';
import { useReader } from './reader-context.tsx';
import css from './tool-card.module.css';
import { toolOutput } from './tool-output.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { WholeText } from './whole-text.tsx';

function wholeOutput(text: string): string {
  const { text: output, fields } = toolOutput(text, false);
  return [output, ...fields.map(field => `${field.name}: ${field.value}`)].join('\n');
}

/** What a tool answered: text with its lines, clipped where it is long, and anything that is not text. */
export function ToolOutputView({ result }: { result: ToolResult }) {
  return (
    <div className={css['section']}>
      <span className={css['label']}>{texts.conversation.output}</span>
      {result.parts.length === 0 ? <p className={css['none']}>{texts.conversation.noText}</p> : null}
      {result.parts.map((part, at) => (
        <OutputPart key={at} part={part} result={result} />
      ))}
    </div>
  );
}

function OutputPart({ part, result }: { part: ContentPart; result: ToolResult }) {
  const { terms } = useReader();
  if (part.kind !== 'text') {
    return <ContentParts parts={[part]} messageId={result.messageId} formatted={false} bytes={result.bytes} />;
  }
  const { text, fields } = toolOutput(part.text.text, part.text.clipped);
  const shown = (
    <pre className={css['text']} data-clipped={part.text.clipped}>
      <MarkedText text={visibleText(text)} terms={terms} />
    </pre>
  );
  if (part.text.clipped) {
    const bytes = Math.max(part.text.bytes, result.bytes);
    return (
      <WholeText
        messageId={result.messageId}
        part={{ kind: 'content' }}
        bytes={bytes}
        prepare={wholeOutput}
        preview={shown}
      />
    );
  }
  return (
    <>
      {shown}
      {fields.map(field => (
        <p key={field.name} className={css['field']}>
          <b>{visibleText(field.name)}</b> <MarkedText text={visibleText(field.value)} terms={terms} />
        </p>
      ))}
    </>
  );
}
