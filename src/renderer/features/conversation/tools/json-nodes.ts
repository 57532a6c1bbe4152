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
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null|NaN|-?Infinity/y;

/** A failure inside the parser; never leaves this module. */
class NoJson extends Error {}

/**
 * Parses JSON, Python's words for numbers included, without losing anything of it.
 *
 * @returns null for a text that is no JSON or is nested more than 200 levels deep.
 */
export function parseJson(text: string): JsonNode | null {
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

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonNode {
    const node = this.#value();
    this.#skip();
    if (this.#at !== this.#text.length) throw new NoJson();
    return node;
  }

  #value(): JsonNode {
    this.#skip();
    const first = this.#text.charAt(this.#at);
    if (first === '"') return { kind: 'text', value: this.#string() };
    if (first === '{') return this.#nested(() => ({ kind: 'object', members: this.#members() }));
    if (first === '[') return this.#nested(() => ({ kind: 'list', items: this.#items() }));
    return { kind: 'literal', text: this.#token(WORD) ?? this.#token(NUMBER) ?? this.#fail() };
  }

  #nested(read: () => JsonNode): JsonNode {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#fail();
    this.#at += 1;
    const node = read();
    this.#depth -= 1;
    return node;
  }

  #items(): JsonNode[] {
    const items: JsonNode[] = [];
    if (this.#take(']')) return items;
    do items.push(this.#value());
    while (this.#take(','));
    if (!this.#take(']')) this.#fail();
    return items;
  }

  #members(): JsonMember[] {
    const members: JsonMember[] = [];
    if (this.#take('}')) return members;
    do {
      this.#skip();
      const key = this.#string();
      if (!this.#take(':')) this.#fail();
      members.push({ key, value: this.#value() });
    } while (this.#take(','));
    if (!this.#take('}')) this.#fail();
    return members;
  }

  /** The closing quote is found by hand: a regular expression over megabytes would run out of stack. */
  #string(): string {
    if (this.#text.charAt(this.#at) !== '"') this.#fail();
    let end = this.#text.indexOf('"', this.#at + 1);
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end === -1) this.#fail();
    const token = this.#text.slice(this.#at, end + 1);
    this.#at = end + 1;
    return stringOf(token) ?? this.#fail();
  }

  #isEscaped(quote: number): boolean {
    let slashes = 0;
    while (this.#text.charAt(quote - 1 - slashes) === '\\') slashes += 1;
    return slashes % 2 === 1;
  }

  #token(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0];
    if (token === undefined) return null;
    this.#at += token.length;
    return token;
  }

  #take(character: string): boolean {
    this.#skip();
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at += 1;
    return true;
  }

  #skip(): void {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.#text);
    this.#at = SPACE.lastIndex;
  }

  #fail(): never {
    throw new NoJson();
  }
}

function stringOf(token: string): string | null {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
