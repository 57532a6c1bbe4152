import { useMemo } from 'react';
import { texts } from '../../../app/messages.ts';
import { visibleText } from '../../../ui/visible-text.ts';
import { LongText } from '../long-text.tsx';
import { MarkedText } from '../marked-text.tsx';
import { useReader } from '../reader-context.tsx';
import card from '../tool-card.module.css';
import { longOutput, toolOutput, type ToolOutput } from '../tool-output.ts';
import { isEditingTool } from './file-edits.ts';
import { FORMATTED_BYTES } from './formatted-limit.ts';
import { HitsList } from './hits-list.tsx';
import { JsonView } from './json-view.tsx';
import { searchHits } from './search-hits.ts';
import { TerminalView } from './terminal-view.tsx';
import { isTerminalTool } from './tool-kind.ts';

interface OutputProps {
  readonly text: string;
  /** The text is only the beginning of the answer. */
  readonly isClipped: boolean;
  readonly toolName: string;
  readonly foldKey: string;
}

/** What a tool answered, as what it is: a terminal's output, results of a search, a tree, or text. */
export function OutputText({ text, isClipped, toolName, foldKey }: OutputProps) {
  const output = useMemo(() => shownOutput(text, isClipped, toolName), [text, isClipped, toolName]);
  const hits = useMemo(() => (isClipped ? null : searchHits(toolName, text)), [text, isClipped, toolName]);
  if (hits !== null) return <HitsList hits={hits} foldKey={foldKey} />;
  if (output.json !== null) return <JsonView value={output.json} label={texts.conversation.output} />;
  return (
    <>
      {output.text === '' ? null : (
        <TerminalView text={output.text} isTerminal={isTerminalTool(toolName)} isClipped={isClipped} />
      )}
      {output.fields.map((field, at) => (
        <Field key={at} name={field.name} value={field.value} />
      ))}
    </>
  );
}

/** A whole answer, formatted where it is short enough for that. */
export function WholeOutput({ text, toolName, foldKey }: Omit<OutputProps, 'isClipped'>) {
  if (text.length <= FORMATTED_BYTES) {
    return <OutputText text={text} isClipped={false} toolName={toolName} foldKey={foldKey} />;
  }
  return <LongOutput text={text} />;
}

function LongOutput({ text }: { text: string }) {
  const lines = useMemo(() => longOutput(text), [text]);
  return (
    <>
      <p className={card['field']}>{texts.tools.tooLongToFormat(text.length)}</p>
      <LongText text={lines} label={texts.conversation.wholeText} />
    </>
  );
}

/** The diff in the answer of an edit is shown with what the call was given. */
function shownOutput(text: string, isClipped: boolean, toolName: string): ToolOutput {
  const output = toolOutput(text, isClipped);
  if (output.json?.kind !== 'object' || !isEditingTool(toolName)) return output;
  const members = output.json.members.filter(
    ({ key, value }) => !(key === 'diff' || key === 'unified_diff') || value.kind !== 'text',
  );
  return { ...output, json: { kind: 'object', members } };
}

function Field({ name, value }: { name: string; value: string }) {
  const { terms } = useReader();
  return (
    <p className={card['field']}>
      <b>{visibleText(name)}</b> <MarkedText text={visibleText(value)} terms={terms} />
    </p>
  );
}
