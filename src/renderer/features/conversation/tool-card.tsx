import type { ReactNode } from 'react';
import type { ToolCall, ToolResult } from '../../../shared/contract/conversation.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { argumentSummary, prettyJson } from './argument-text.ts';
import { Code } from './code-block.tsx';
import { CopyButton } from './copy-button.tsx';
import { MarkedText } from './marked-text.tsx';
import { messageName, outcomeOf, shortTime, stateWords } from './message-words.ts';
import { useFold, useReader } from './reader-context.tsx';
import css from './tool-card.module.css';
import { ToolOutputView } from './tool-output-view.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { WholeText } from './whole-text.tsx';

/** A call with the result that answers it; one line until it is opened. The result is an article of its own. */
export function ToolCallCard({ call, messageId, index }: { call: ToolCall; messageId: number; index: number }) {
  const { hitId } = useReader();
  const { result } = call;
  const [open, toggle] = useFold(`call ${messageId} ${index}`, result !== null && result.messageId === hitId);
  const head = (
    <ToolHead
      open={open}
      onToggle={toggle}
      name={call.name}
      summary={argumentSummary(call.arguments.text)}
      result={result}
      size={result?.bytes ?? call.arguments.bytes}
    />
  );
  const args = open ? <Arguments call={call} messageId={messageId} index={index} /> : null;
  if (result === null) {
    return (
      <div className={css['tool']} data-tool-call-id={call.id ?? undefined}>
        {head}
        {args}
      </div>
    );
  }
  return (
    <ResultArticle result={result} callId={call.id}>
      {head}
      {args}
      {open ? <ToolOutputView result={result} /> : null}
    </ResultArticle>
  );
}

/** A result without a call: of a tool row that stands for itself, or of a call that nobody knows. */
export function LooseResultCard({ result, isItem }: { result: ToolResult; isItem: boolean }) {
  const [open, toggle] = useFold(`result ${result.messageId}`, true);
  const card = (
    <>
      <ToolHead
        open={open}
        onToggle={toggle}
        name={result.toolName ?? texts.conversation.role('tool')}
        summary={texts.conversation.looseResult}
        result={result}
        size={result.bytes}
      />
      {open ? <ToolOutputView result={result} /> : null}
    </>
  );
  if (isItem) return <div className={css['tool']}>{card}</div>;
  return (
    <ResultArticle result={result} callId={result.toolCallId}>
      {card}
    </ResultArticle>
  );
}

function ResultArticle(props: { result: ToolResult; callId: string | null; children: ReactNode }) {
  const { hitId } = useReader();
  const { messageId, timestamp, flags } = props.result;
  return (
    <article
      className={classNames(css['tool'], messageId === hitId && css['hit'])}
      data-message-id={messageId}
      data-role="tool"
      data-tool-call-id={props.callId ?? undefined}
      aria-label={messageName('tool', timestamp, flags)}
      tabIndex={-1}
    >
      {props.children}
    </article>
  );
}

interface HeadProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly name: string;
  readonly summary: string;
  readonly result: ToolResult | null;
  readonly size: number;
}

function ToolHead({ open, onToggle, name, summary, result, size }: HeadProps) {
  const { terms } = useReader();
  const outcome = outcomeOf(result);
  const states = result === null ? [] : stateWords(result.flags);
  return (
    <div className={css['head']}>
      <button type="button" className={css['toggle']} aria-expanded={open} onClick={onToggle}>
        <span className={css['name']} data-tool-name={name}>
          {visibleText(name)}
        </span>
        <code className={css['summary']}>
          <MarkedText text={visibleText(summary)} terms={terms} />
        </code>
        {states.length > 0 ? <span className={css['state']}>{states.join(', ')}</span> : null}
        <span className={classNames(css['outcome'], css[outcome.tone])}>{outcome.word}</span>
        <time className={css['time']}>{shortTime(result?.timestamp)}</time>
        <span className={css['size']}>{texts.conversation.size(size)}</span>
      </button>
      {result === null ? null : (
        <CopyButton className={css['copy']} label={texts.conversation.copyOutput} messageId={result.messageId} />
      )}
    </div>
  );
}

function Arguments({ call, messageId, index }: { call: ToolCall; messageId: number; index: number }) {
  const { text, clipped, bytes } = call.arguments;
  const words = texts.conversation;
  const shown = (
    <pre className={css['text']}>
      <Code code={visibleText(call.argumentsValid && !clipped ? prettyJson(text) : text)} language="json" />
    </pre>
  );
  const part = { kind: 'arguments', index } as const;
  return (
    <div className={css['section']}>
      <span className={css['label']}>
        {words.arguments}
        {call.argumentsValid ? null : <em className={css['invalid']}>{words.notJson}</em>}
      </span>
      {clipped ? (
        <WholeText messageId={messageId} part={part} bytes={bytes} prepare={prettyJson} preview={shown} />
      ) : (
        shown
      )}
    </div>
  );
}
