import { isRecord, jsonValue } from './argument-text.ts';

/** What a tool answered, as it is read: its text, and the other fields of a JSON answer. */
export interface ToolOutput {
  readonly text: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

const TEXT_KEYS = ['output', 'content', 'stdout', 'result'] as const;
const PARTIAL = /^\s*\{\s*"(?:output|content|stdout|result)"\s*:\s*"/;

/**
 * Takes the text out of an answer such as `{"output": "…", "exit_code": 0}`, so that its lines are lines; the other
 * fields stay beside it. An answer of any other form stays as it is, JSON over several lines.
 *
 * @param clipped - the text is only the beginning of the answer.
 */
export function toolOutput(text: string, clipped: boolean): ToolOutput {
  if (clipped) return { text: partialText(text), fields: [] };
  const value = /^\s*[[{]/.test(text) ? jsonValue(text) : undefined;
  if (value === undefined || /\d{16}/.test(text)) return { text, fields: [] };
  const key = isRecord(value) ? TEXT_KEYS.find(name => typeof value[name] === 'string') : undefined;
  if (!isRecord(value) || key === undefined) return { text: JSON.stringify(value, null, 2), fields: [] };
  const fields = Object.entries(value)
    .filter(([name]) => name !== key)
    .map(([name, field]) => ({ name, value: typeof field === 'string' ? field : JSON.stringify(field) }));
  return { text: String(value[key]), fields };
}

function partialText(text: string): string {
  const start = PARTIAL.exec(text)?.[0].length;
  if (start === undefined) return text;
  const inside = text.slice(start).replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '');
  const value = jsonValue(`"${inside}"`);
  return typeof value === 'string' ? value : text;
}
