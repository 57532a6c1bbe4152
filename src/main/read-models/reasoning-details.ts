import type { PythonJson } from '../session-db/python-json.ts';
import { isJsonObject, jsonOrUndefined } from './content-parts-json.ts';

/** Members of a provider's reasoning item that hold words; spec: schema §9.3. */
const WORDS = ['text', 'summary', 'thinking', 'content'] as const;
const MAX_NESTING = 4;

/**
 * The words in reasoning as a provider stored it; signatures and encrypted parts are left out.
 *
 * @param stored - the column `reasoning_details`.
 * @returns empty where there are no words in it.
 */
export function reasoningDetailsText(stored: string): string {
  const value = jsonOrUndefined(stored);
  if (value === undefined) return '';
  return wordsOf(value, 0).join('\n\n').trim();
}

function wordsOf(value: PythonJson, nesting: number): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (nesting > MAX_NESTING) return [];
  if (Array.isArray(value)) return value.flatMap(item => wordsOf(item, nesting + 1));
  if (!isJsonObject(value)) return [];
  return WORDS.flatMap(name => wordsOf(value[name] ?? null, nesting + 1));
}
