const TELLING_KEYS = [
  'command',
  'cmd',
  'path',
  'file_path',
  'filename',
  'query',
  'pattern',
  'url',
  'goal',
  'task',
  'prompt',
  'code',
  'name',
] as const;
const LONGEST_SUMMARY = 300;

/** A JSON text as a value; undefined where it is none. */
export function jsonValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** True for `{…}`, not for lists and null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One line that tells what a call does: the argument that matters, else all of them, else the text as it is. */
export function argumentSummary(text: string): string {
  const value = jsonValue(text);
  const telling = isRecord(value) ? tellingArgument(value) : undefined;
  const summary = telling ?? (isRecord(value) && Object.keys(value).length === 0 ? '' : text);
  return summary
    .slice(0, LONGEST_SUMMARY * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_SUMMARY);
}

function tellingArgument(value: Readonly<Record<string, unknown>>): string | undefined {
  const preferred = TELLING_KEYS.map(key => value[key]).find(isWord);
  if (preferred !== undefined) return preferred;
  const values = Object.values(value);
  return values.length === 1 ? values.find(isWord) : undefined;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** JSON over several lines; the text as it is where it is none. Numbers too long for JavaScript keep the text. */
export function prettyJson(text: string): string {
  const value = jsonValue(text);
  if (value === undefined || /\d{16}/.test(text)) return text;
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : text;
}
