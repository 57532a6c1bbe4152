import { useMemo } from 'react';
import { texts } from '../../../app/messages.ts';
import { LongText } from '../long-text.tsx';
import card from '../tool-card.module.css';
import { longOutput, toolOutput, type ToolOutput } from '../tool-output.ts';
import { FORMATTED_BYTES } from './formatted-limit.ts';
import { HitsList } from './hits-list.tsx';
import { JsonView } from './json-view.tsx';
import { NamedTexts } from './named-texts.tsx';
import { searchHits } from './search-hits.ts';
import { TerminalView } from './terminal-view.tsx';
import { isTerminalTool } from './tool-kind.ts';

interface OutputProps {
  readonly text: string;
  /** The text is only the beginning of the answer. */
  readonly isClipped: boolean;
  readonly toolName: string;
  readonly foldKey: string;
  /** The diff in it that is shown with what the call was given; null where there is none. */
  readonly diffAbove: string | null;
}

/** What a tool answered, as what it is: a terminal's output, results of a search, a tree, or text. */
export function OutputText({ text, isClipped, toolName, foldKey, diffAbove }: OutputProps) {
  const output = useMemo(() => shownOutput(text, isClipped, diffAbove), [text, isClipped, diffAbove]);
  const hits = useMemo(() => (isClipped ? null : searchHits(toolName, text)), [text, isClipped, toolName]);
  if (hits !== null) return <HitsList answer={hits} foldKey={foldKey} />;
  if (output.json !== null) return <JsonView value={output.json} label={texts.conversation.output} />;
  return (
    <>
      {output.text === '' ? null : (
        <TerminalView text={output.text} isTerminal={isTerminalTool(toolName)} isClipped={isClipped} />
      )}
      <NamedTexts all={output.fields} />
    </>
  );
}

/** A whole answer, formatted where it is short enough for that. */
export function WholeOutput({ text, toolName, foldKey }: Omit<OutputProps, 'isClipped' | 'diffAbove'>) {
  if (text.length <= FORMATTED_BYTES) {
    return <OutputText text={text} isClipped={false} toolName={toolName} foldKey={foldKey} diffAbove={null} />;
  }
  return <LongOutput text={text} />;
}

function LongOutput({ text }: { text: string }) {
  const lines = useMemo(() => longOutput(text), [text]);
  return (
    <>
      <p className={card['field']}>{texts.tools.tooLongToFormat(text.length)}</p>
      <LongText text={lines} label={texts.conversation.wholeText} terminal />
    </>
  );
}

function shownOutput(text: string, isClipped: boolean, diffAbove: string | null): ToolOutput {
  const output = toolOutput(text, isClipped);
  if (output.json?.kind !== 'object' || diffAbove === null) return output;
  const members = output.json.members.filter(({ value }) => value.kind !== 'text' || value.value !== diffAbove);
  return { ...output, json: { kind: 'object', members } };
}
