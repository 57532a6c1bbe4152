import { parseJson, writeJson, type JsonNode } from './tools/json-nodes.ts';

/** What a tool answered, as it is read: its text and the other fields of a JSON answer, or a value to be looked into. */
export interface ToolOutput {
  readonly text: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** The answer where it is JSON without a text that is the answer itself; `text` is then all of it, over several lines. */
  readonly json: JsonNode | null;
}

const TEXT_KEYS = ['output', 'content', 'stdout', 'result'];
const PARTIAL = /^\s*\{\s*"(?:output|content|stdout|result)"\s*:\s*"/;
/** A field longer than this is no remark beside the text. */
const FIELD_LENGTH = 300;

/**
 * Takes the text out of an answer such as `{"output": "…", "exit_code": 0}`, so that its lines are lines; the other
 * fields stay beside it. An answer of any other form stays as it is, JSON over several lines. Numbers keep every digit.
 *
 * @param clipped - the text is only the beginning of the answer.
 */
export function toolOutput(text: string, clipped: boolean): ToolOutput {
  if (clipped) return { text: partialText(text), fields: [], json: null };
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : null;
  if (json === null) return { text, fields: [], json };
  return outputField(json) ?? { text: writeJson(json, 2), fields: [], json };
}

function outputField(json: JsonNode): ToolOutput | null {
  if (json.kind !== 'object') return null;
  const main = TEXT_KEYS.map(key => json.members.find(member => member.key === key)).find(
    member => member?.value.kind === 'text',
  );
  if (main?.value.kind !== 'text') return null;
  const fields = json.members
    .filter(member => member !== main)
    .map(({ key, value }) => ({ name: key, value: value.kind === 'text' ? value.value : writeJson(value) }));
  if (fields.some(field => field.value.length > FIELD_LENGTH)) return null;
  return { text: main.value.value, fields, json: null };
}

function partialText(text: string): string {
  const start = PARTIAL.exec(text)?.[0].length;
  if (start === undefined) return text;
  const inside = text.slice(start).replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '');
  const value = parseJson(`"${inside}"`);
  return value?.kind === 'text' ? value.value : text;
}
