import { useMemo } from 'react';
import type { ClippedText, ToolCall } from '../../../../shared/contract/conversation.ts';
import { texts } from '../../../app/messages.ts';
import { exactText } from '../../../ui/visible-text.ts';
import { CodeBlock } from '../code-block.tsx';
import { MarkedText } from '../marked-text.tsx';
import { useReader } from '../reader-context.tsx';
import { useIsBehindCut } from '../sought.ts';
import card from '../tool-card.module.css';
import { useWholeText, WholeText } from '../whole-text.tsx';
import css from './call-arguments.module.css';
import { DiffView } from './diff-view.tsx';
import { fileEdits, isEditingTool, resultDiff } from './file-edits.ts';
import { FORMATTED_BYTES } from './formatted-limit.ts';
import { parseJson } from '../../../ui/json-nodes.ts';
import { JsonView } from './json-view.tsx';
import { commandOf, type ToolCommand } from './tool-kind.ts';

interface ArgumentsProps {
  readonly call: ToolCall;
  readonly messageId: number;
  readonly index: number;
  /** As they are stored, not as what they mean. */
  readonly raw: boolean;
}

/** What a call was given: a command, changes of files, a tree; the text as it is where it is none of these. */
export function CallArguments(props: ArgumentsProps) {
  const { call, raw } = props;
  const { text, clipped, bytes } = call.arguments;
  if (!clipped) return raw ? <Plain text={text} isClipped={false} /> : <Formatted call={call} text={text} />;
  const isShort = bytes <= FORMATTED_BYTES && !raw;
  return isShort && isEditingTool(call.name) ? <WholeEdit {...props} /> : <Clipped {...props} isShort={isShort} />;
}

function Plain({ text, isClipped }: { text: string; isClipped: boolean }) {
  return (
    <pre className={card['text']} data-clipped={isClipped}>
      <Marked text={text} />
    </pre>
  );
}

function Clipped({ call, messageId, index, isShort }: ArgumentsProps & { isShort: boolean }) {
  const { text, bytes } = call.arguments;
  const part = { kind: 'arguments', index } as const;
  const isSought = useIsBehindCut(messageId, 'shown', call.arguments);
  const preview = <Plain text={text} isClipped />;
  const render = (all: string) => <Formatted call={call} text={all} />;
  return (
    <WholeText
      messageId={messageId}
      part={part}
      bytes={bytes}
      preview={preview}
      isSought={isSought}
      {...(isShort ? { render } : {})}
    />
  );
}

/** An edit is shown whole at once: half of it says little. */
function WholeEdit(props: ArgumentsProps) {
  const { text, error } = useWholeText(props.messageId, { kind: 'arguments', index: props.index }, true);
  if (text !== null) return <Formatted call={props.call} text={text} />;
  return error === null ? <span role="status">{texts.conversation.readingText}</span> : <Clipped {...props} isShort />;
}

function Marked({ text }: { text: string }) {
  const { terms } = useReader();
  return <MarkedText text={exactText(text)} terms={terms} />;
}

function Formatted({ call, text }: { call: ToolCall; text: string }) {
  const result = resultText(call);
  const edits = useMemo(() => fileEdits(call.name, text, result), [call.name, text, result]);
  const command = useMemo(() => commandOf(call.name, text), [call.name, text]);
  const json = useMemo(() => parseJson(text), [text]);
  if (edits !== null) return <DiffView edits={edits} />;
  if (command !== null) return <Command command={command} />;
  if (json !== null && (json.kind === 'object' || json.kind === 'list')) {
    return <JsonView value={json} label={texts.conversation.arguments} />;
  }
  return <Plain text={text} isClipped={false} />;
}

function Command({ command }: { command: ToolCommand }) {
  return (
    <>
      {command.language === null ? (
        <pre className={card['text']} data-command="shell">
          <span className={css['prompt']}>$ </span>
          <Marked text={command.command} />
        </pre>
      ) : (
        <CodeBlock code={exactText(command.command)} language={command.language} />
      )}
      {command.others.map(({ name, value }) => (
        <p key={name} className={card['field']}>
          <b>{exactText(name)}</b> <Marked text={value} />
        </p>
      ))}
    </>
  );
}

/** The diff of the result that is shown with what the call was given; null where none is. */
export function diffOfCall(call: ToolCall): string | null {
  const { clipped, bytes } = call.arguments;
  const result = clipped && bytes > FORMATTED_BYTES ? null : resultText(call);
  return result === null ? null : resultDiff(call.name, result);
}

/** The result where it is at hand whole: it may hold the diff. */
function resultText({ result }: ToolCall): string | null {
  const [part] = result?.parts ?? [];
  const text: ClippedText | null = part?.kind === 'text' ? part.text : null;
  return text === null || text.clipped ? null : text.text;
}
