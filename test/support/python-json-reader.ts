/** A value as Python's `json.loads` reads it; integers that a number cannot hold are bigints. */
export type Read = null | boolean | number | bigint | string | readonly Read[] | { readonly [key: string]: Read };

/**
 * Reads JSON exactly as Python's `json.dumps` writes it by default, and nothing else: ASCII only, `", "` and `": "`
 * between parts, `NaN` and `Infinity` as bare words.
 *
 * @throws where the text is anything else.
 */
export function readPythonJson(text: string): Read {
  if (!/^[\u0020-\u007e]*$/.test(text)) throw new Error('not printable ASCII');
  const { value, end } = readValue(text, 0);
  if (end !== text.length) throw new Error(`more text at ${String(end)}`);
  return value;
}

interface Part {
  readonly value: Read;
  readonly end: number;
}

const TOKEN =
  /"(?:[^"\\]|\\(?:["\\bfnrt]|u[0-9a-f]{4}))*"|-?\d+(?:\.\d+)?(?:e[+-]\d+)?|null|true|false|NaN|-?Infinity|[[{]/y;
const WORDS = new Map<string, Read>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

function readValue(text: string, start: number): Part {
  TOKEN.lastIndex = start;
  const token = TOKEN.exec(text)?.[0];
  if (token === undefined) throw new Error(`no value at ${String(start)}`);
  const end = start + token.length;
  if (token === '[') return readList(text, end);
  if (token === '{') return readObject(text, end);
  if (token.startsWith('"')) return { value: JSON.parse(token) as string, end };
  const word = WORDS.get(token);
  return { value: word === undefined ? numberOf(token) : word, end };
}

function numberOf(token: string): number | bigint {
  const value = Number(token);
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(value) ? BigInt(token) : value;
}

function readList(text: string, start: number): Part {
  const items: Read[] = [];
  if (text.startsWith(']', start)) return { value: items, end: start + 1 };
  for (let at = start; ; at += 2) {
    const item = readValue(text, at);
    items.push(item.value);
    at = item.end;
    if (text.startsWith(']', at)) return { value: items, end: at + 1 };
    if (!text.startsWith(', ', at)) throw new Error(`no separator at ${String(at)}`);
  }
}

function readObject(text: string, start: number): Part {
  const members: [string, Read][] = [];
  if (text.startsWith('}', start)) return { value: {}, end: start + 1 };
  for (let at = start; ; at += 2) {
    const key = readValue(text, at);
    if (typeof key.value !== 'string' || !text.startsWith(': ', key.end)) throw new Error(`no key at ${String(at)}`);
    const member = readValue(text, key.end + 2);
    members.push([key.value, member.value]);
    at = member.end;
    if (text.startsWith('}', at)) return { value: Object.fromEntries(members), end: at + 1 };
    if (!text.startsWith(', ', at)) throw new Error(`no separator at ${String(at)}`);
  }
}
