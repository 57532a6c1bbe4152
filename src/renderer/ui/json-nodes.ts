/**
 * A JSON value as it is written: members in their order and with their doubles, numbers to the last digit.
 * `literal` is a number or a word such as `true`, `null` or Python's `NaN`.
 */
export type JsonNode =
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'literal'; readonly text: string };

/** One member of an object. */
export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
}

/** Nesting beyond this is shown as text: no stack is exhausted by it. */
const MAX_DEPTH = 200;
const LITERAL = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|NaN|-?Infinity)$/;
const PLAIN_STRING = new RegExp(String.raw`^"[^\\\u0000-\u001f]*"$`);

/** A failure inside the parser; never leaves this module. */
class NoJson extends Error {}

/**
 * Parses JSON, Python's words for numbers included, without losing anything of it.
 *
 * @returns null for a text that is no JSON or is nested more than 200 levels deep.
 */
export function parseJson(text: string): JsonNode | null {
  if (text === last.text) return last.node;
  last = { text, node: parsed(text) };
  return last.node;
}

/** Several readers ask about one answer one after the other: is it a list of hits, a text, a diff? */
let last: { readonly text: string; readonly node: JsonNode | null } = { text: '', node: null };

function parsed(text: string): JsonNode | null {
  try {
    return new Parser(text).parse();
  } catch (error) {
    if (error instanceof NoJson) return null;
    throw error;
  }
}

/** The value on one line or, with `indent`, over several; numbers and the order of members as they were written. */
export function writeJson(node: JsonNode, indent = 0, depth = 0): string {
  switch (node.kind) {
    case 'text':
      return JSON.stringify(node.value);
    case 'literal':
      return node.text;
    case 'list':
      return enclosed('[', ']', { indent, depth }, itemTexts(node.items, indent, depth));
    case 'object':
      return enclosed('{', '}', { indent, depth }, memberTexts(node.members, indent, depth));
  }
}

function itemTexts(items: readonly JsonNode[], indent: number, depth: number): string[] {
  return items.map(item => writeJson(item, indent, depth + 1));
}

function memberTexts(members: readonly JsonMember[], indent: number, depth: number): string[] {
  const colon = indent > 0 ? ': ' : ':';
  return members.map(({ key, value }) => `${JSON.stringify(key)}${colon}${writeJson(value, indent, depth + 1)}`);
}

function enclosed(open: string, close: string, place: { indent: number; depth: number }, parts: string[]): string {
  if (parts.length === 0) return open + close;
  if (place.indent === 0) return open + parts.join(',') + close;
  const outer = ' '.repeat(place.indent * place.depth);
  const inner = outer + ' '.repeat(place.indent);
  return `${open}\n${parts.map(part => inner + part).join(',\n')}\n${outer}${close}`;
}

/** A member as words. */
export interface NamedText {
  readonly name: string;
  readonly value: string;
}

/** The members of an object that are not among those that are shown elsewhere; of several of a name the last is. */
export function otherMembers(node: JsonNode | null, shown: readonly (string | undefined)[]): NamedText[] {
  if (node?.kind !== 'object') return [];
  return node.members
    .filter(({ key, value }) => !shown.includes(key) || memberOf(node, key) !== value)
    .map(({ key, value }) => ({ name: key, value: value.kind === 'text' ? value.value : writeJson(value) }));
}

/** The value of a member, the last of several of that name as every other reader takes it; undefined where there is none. */
export function memberOf(node: JsonNode | null | undefined, key: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.findLast(member => member.key === key)?.value : undefined;
}

/** The text of a member that is one; null otherwise. */
export function textOf(node: JsonNode | null | undefined, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const member = memberOf(node, key);
    if (member?.kind === 'text') return member.value;
  }
  return null;
}

/** Character codes that a parser meets at every step: comparing numbers is several times faster than patterns. */
const CODE = {
  quote: 34,
  comma: 44,
  colon: 58,
  open: 91,
  backslash: 92,
  close: 93,
  openBrace: 123,
  closeBrace: 125,
} as const;

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonNode {
    const node = this.#value();
    if (!Number.isNaN(this.#next())) throw new NoJson();
    return node;
  }

  #value(): JsonNode {
    const first = this.#next();
    if (first === CODE.quote) return { kind: 'text', value: this.#string() };
    if (first === CODE.openBrace) return this.#nested(() => ({ kind: 'object', members: this.#members() }));
    if (first === CODE.open) return this.#nested(() => ({ kind: 'list', items: this.#items() }));
    return { kind: 'literal', text: this.#literal() };
  }

  #nested(read: () => JsonNode): JsonNode {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new NoJson();
    this.#at += 1;
    const node = read();
    this.#depth -= 1;
    return node;
  }

  #items(): JsonNode[] {
    const items: JsonNode[] = [];
    if (this.#take(CODE.close)) return items;
    do items.push(this.#value());
    while (this.#take(CODE.comma));
    if (!this.#take(CODE.close)) throw new NoJson();
    return items;
  }

  #members(): JsonMember[] {
    const members: JsonMember[] = [];
    if (this.#take(CODE.closeBrace)) return members;
    do {
      if (this.#next() !== CODE.quote) throw new NoJson();
      const key = this.#string();
      if (!this.#take(CODE.colon)) throw new NoJson();
      members.push({ key, value: this.#value() });
    } while (this.#take(CODE.comma));
    if (!this.#take(CODE.closeBrace)) throw new NoJson();
    return members;
  }

  /** The closing quote is found by hand: a regular expression over megabytes would run out of stack. */
  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end === -1) throw new NoJson();
    this.#at = end + 1;
    return stringOf(this.#text.slice(start, end + 1));
  }

  #isEscaped(quote: number): boolean {
    let slashes = 0;
    while (this.#text.charCodeAt(quote - 1 - slashes) === CODE.backslash) slashes += 1;
    return slashes % 2 === 1;
  }

  /** A number as it is written, or a word. */
  #literal(): string {
    const start = this.#at;
    let end = start;
    while (isLiteralPart(this.#text.charCodeAt(end))) end += 1;
    const token = this.#text.slice(start, end);
    if (!LITERAL.test(token)) throw new NoJson();
    this.#at = end;
    return token;
  }

  #take(code: number): boolean {
    if (this.#next() !== code) return false;
    this.#at += 1;
    return true;
  }

  /** Code of the next character that is no space; NaN at the end. */
  #next(): number {
    let code = this.#text.charCodeAt(this.#at);
    while (isSpace(code)) {
      this.#at += 1;
      code = this.#text.charCodeAt(this.#at);
    }
    return code;
  }
}

/** Letters, digits, `+`, `-` and `.`; false at the end of the text. */
function isLiteralPart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 43 && code <= 57 && code !== CODE.comma && code !== 47)
  );
}

/** Most texts have nothing in them to be decoded. */
function stringOf(token: string): string {
  if (PLAIN_STRING.test(token)) return token.slice(1, -1);
  try {
    const value: unknown = JSON.parse(token);
    return String(value);
  } catch {
    throw new NoJson();
  }
}
