import { parseJson, writeJson, type JsonNode } from '../../ui/json-nodes.ts';

/** What a tool answered, as it is read: its text and the other fields of a JSON answer, or a value to be looked into. */
export interface ToolOutput {
  readonly text: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** The answer where it is JSON without a text that is the answer itself; there is no `text` then. */
  readonly json: JsonNode | null;
}

const TEXT_KEYS = ['output', 'content', 'stdout', 'result'];
/** The text, after fields that hold a number, a word or a short text. */
const PARTIAL =
  /^\s*\{\s*((?:"[^"\\]{1,60}"\s*:\s*(?:-?\d[\d.eE+-]*|true|false|null|"[^"\\]{0,120}")\s*,\s*)*)"(?:output|content|stdout|result)"\s*:\s*"/;
/** A field longer than this is no remark beside the text. */
const FIELD_LENGTH = 300;

/**
 * Takes the text out of an answer such as `{"output": "…", "exit_code": 0}`, so that its lines are lines; the other
 * fields stay beside it. Other JSON is a value; what is none stays as it is. Numbers keep every digit.
 *
 * @param clipped - the text is only the beginning of the answer.
 */
export function toolOutput(text: string, clipped: boolean): ToolOutput {
  if (clipped) return partialOutput(text);
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : null;
  if (json === null) return { text, fields: [], json };
  return outputField(json) ?? { text: '', fields: [], json };
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

/**
 * The lines of an answer that is too long to be looked into: the text of `{"output": "…", …}` with the other fields
 * behind it, else the answer as it is stored.
 */
export function longOutput(text: string): string {
  if (!PARTIAL.test(text.slice(0, FIELD_LENGTH))) return text;
  const members = membersOf(text);
  const key = TEXT_KEYS.find(name => typeof members[name] === 'string');
  const others = Object.entries(members).filter(([name]) => name !== key);
  if (key === undefined || others.some(([, value]) => !isExact(value))) return text;
  return [String(members[key]), ...others.map(([name, value]) => `${name}: ${String(value)}`)].join('\n');
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Words and numbers that JavaScript holds as they were written. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return value === null || typeof value === 'boolean' || (typeof value === 'string' && value.length <= FIELD_LENGTH);
}

function partialOutput(text: string): ToolOutput {
  const asStored = { text, fields: [], json: null };
  const [start, before = ''] = PARTIAL.exec(text) ?? [];
  if (start === undefined) return asStored;
  const inside = text.slice(start.length).replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '');
  const whole = parseJson(`{${before}"output":"${inside}"}`);
  return (whole === null ? null : outputField(whole)) ?? asStored;
}
