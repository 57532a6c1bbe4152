import type { ReactNode } from 'react';
import type { ToolCall, ToolResult } from '../../../shared/contract/conversation.ts';
import { useClient } from '../../api/client-context.tsx';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { exactText } from '../../ui/visible-text.ts';
import { argumentSummary } from './argument-text.ts';
import { CopyButton } from './copy-button.tsx';
import { MarkedText } from './marked-text.tsx';
import { messageName, outcomeOf, shortTime, stateWords } from './message-words.ts';
import { useFold, useReader } from './reader-context.tsx';
import { useIsMissed, useStanding } from './sought.ts';
import css from './tool-card.module.css';
import { ToolOutputView } from './tool-output-view.tsx';
import { CallArguments, diffOfCall } from './tools/call-arguments.tsx';
import { Subagents } from './tools/subagents.tsx';
import { isDelegatingTool } from './tools/tool-kind.ts';
import { readText } from './whole-text-read.ts';

/** Longest arguments that are copied, in characters; what the clipboard of the app takes. */
const MOST_COPIED = 4_000_000;

/** A call with the result that answers it; one line until it is opened. The result is an article of its own. */
export function ToolCallCard(props: {
  call: ToolCall;
  messageId: number;
  index: number;
  /** When the message that made the call was written, in seconds. */
  calledAt: number | null;
}) {
  const { call, messageId, index, calledAt } = props;
  const { result } = call;
  const isSought = useIsSought(call, messageId);
  const [open, toggle] = useFold(`call ${messageId} ${index}`, isSought);
  const [raw, toggleRaw] = useFold(`raw call ${messageId} ${index}`, useIsMissed(result?.messageId ?? -1));
  const args = open ? (
    <>
      <Arguments call={call} messageId={messageId} index={index} raw={raw} onRaw={toggleRaw} />
      {isDelegatingTool(call.name) ? (
        <Subagents messageId={messageId} index={index} resultId={result?.messageId ?? null} />
      ) : null}
    </>
  ) : null;
  const head = <CallHead call={call} calledAt={calledAt} open={open} onToggle={toggle} />;
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
      {open ? <ToolOutputView result={result} toolName={call.name} raw={raw} diffAbove={diffOfCall(call)} /> : null}
    </ResultArticle>
  );
}

function CallHead(props: { call: ToolCall; calledAt: number | null; open: boolean; onToggle: () => void }) {
  const { call, calledAt, open, onToggle } = props;
  return (
    <ToolHead
      open={open}
      onToggle={onToggle}
      name={call.name}
      summary={argumentSummary(call.arguments.text)}
      result={call.result}
      size={call.result?.bytes ?? call.arguments.bytes}
      seconds={secondsOf(calledAt, call.result)}
    />
  );
}

/** The reader was sent to the result, or to arguments that a closed card does not show. */
function useIsSought({ arguments: given, result }: ToolCall, messageId: number): boolean {
  const { hitId, found, terms } = useReader();
  const sought = [hitId, found?.messageId];
  if (result !== null && sought.includes(result.messageId)) return true;
  const holds = (text: string): boolean => terms !== null && text.search(terms) !== -1;
  return sought.includes(messageId) && holds(given.text) && !holds(argumentSummary(given.text));
}

/** A result without a call: of a tool row that stands for itself, or of a call that nobody knows. */
export function LooseResultCard({ result, isItem }: { result: ToolResult; isItem: boolean }) {
  const [open, toggle] = useFold(`result ${result.messageId}`, true);
  const [raw, toggleRaw] = useFold(`raw result ${result.messageId}`, useIsMissed(result.messageId));
  const name = result.toolName ?? '';
  const card = (
    <>
      <ToolHead
        open={open}
        onToggle={toggle}
        name={result.toolName ?? texts.conversation.role('tool')}
        summary={texts.conversation.looseResult}
        result={result}
        size={result.bytes}
        seconds={null}
      />
      {open ? (
        <>
          <div className={css['bar']}>
            <RawButton raw={raw} onRaw={toggleRaw} />
          </div>
          <ToolOutputView result={result} toolName={name} raw={raw} />
        </>
      ) : null}
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
  const { messageId, timestamp, flags } = props.result;
  const standing = useStanding(messageId);
  return (
    <article
      className={classNames(css['tool'], standing !== null && css[standing])}
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
  /** How long the call took; null where the times do not say. */
  readonly seconds: number | null;
}

/** Times of more than a day apart are no duration: the result came after the session was taken up again. */
const LONGEST_SECONDS = 86_400;

function secondsOf(calledAt: number | null, result: ToolResult | null): number | null {
  const seconds = (result?.timestamp ?? Number.NaN) - (calledAt ?? Number.NaN);
  return seconds > 0 && seconds <= LONGEST_SECONDS ? seconds : null;
}

function ToolHead({ open, onToggle, name, summary, result, size, seconds }: HeadProps) {
  const { terms } = useReader();
  const outcome = outcomeOf(result);
  const states = result === null ? [] : stateWords(result.flags);
  return (
    <div className={css['head']}>
      <button type="button" className={css['toggle']} data-card-head aria-expanded={open} onClick={onToggle}>
        <span className={css['name']} data-tool-name={name}>
          {exactText(name)}
        </span>
        <code className={css['summary']}>
          <MarkedText text={exactText(summary)} terms={terms} />
        </code>
        {states.length > 0 ? <span className={css['state']}>{states.join(', ')}</span> : null}
        <span className={classNames(css['outcome'], css[outcome.tone])}>{outcome.word}</span>
        {seconds === null ? null : (
          <span className={css['took']} title={texts.tools.durationHint}>
            {texts.tools.duration(seconds)}
          </span>
        )}
        <time className={css['time']}>{shortTime(result?.timestamp)}</time>
        <span className={css['size']}>{texts.conversation.size(size)}</span>
      </button>
      {result === null ? null : (
        <CopyButton className={css['copy']} label={texts.conversation.copyOutput} messageId={result.messageId} />
      )}
    </div>
  );
}

interface ArgumentsProps {
  readonly call: ToolCall;
  readonly messageId: number;
  readonly index: number;
  readonly raw: boolean;
  readonly onRaw: () => void;
}

function Arguments({ call, messageId, index, raw, onRaw }: ArgumentsProps) {
  const client = useClient();
  const words = texts.conversation;
  const part = { kind: 'arguments', index } as const;
  const { text, clipped } = call.arguments;
  const read = async (): Promise<string> => (clipped ? readText(client, { messageId, part }, MOST_COPIED) : text);
  return (
    <div className={css['section']}>
      <div className={css['label']}>
        <span>{words.arguments}</span>
        {call.argumentsValid ? null : <em className={css['invalid']}>{words.notJson}</em>}
        <span className={css['buttons']}>
          <RawButton raw={raw} onRaw={onRaw} />
          <CopyButton label={words.copyArguments} read={read} />
        </span>
      </div>
      <CallArguments call={call} messageId={messageId} index={index} raw={raw} />
    </div>
  );
}

function RawButton({ raw, onRaw }: { raw: boolean; onRaw: () => void }) {
  return (
    <button type="button" className={css['raw']} aria-pressed={raw} title={texts.tools.rawHint} onClick={onRaw}>
      {texts.tools.raw}
    </button>
  );
}
