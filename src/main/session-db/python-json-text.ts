/** Nesting that Python's own parser gives up at, about. */
const MAX_DEPTH = 1000;

const whitespace = /[ \t\n\r]*/y;
const numberToken = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const bareWord = /null|true|false|NaN|-?Infinity/y;

/**
 * A float as Python prints it: the shortest digits that read back as the same number, always with a point or an
 * exponent.
 */
export function dumpPythonFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/**
 * JSON text as Python writes it again with `ensure_ascii=False` after reading it: `", "` and `": "` between parts,
 * nothing escaped that need not be, whole floats with `.0`, integers with all their digits, members in their order. A
 * detour over JavaScript values would lose the last three. Half a surrogate pair stays escaped, since UTF-8 has no
 * place for it.
 *
 * @throws {SyntaxError} if the text is not JSON as Python reads it.
 */
export function rewritePythonJson(text: string): string {
  const rewriter = new Rewriter(text);
  return rewriter.rewrite();
}

class Rewriter {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  rewrite(): string {
    const value = this.#value(0);
    this.#skip();
    if (this.#at !== this.#text.length) throw this.#unexpected();
    return value;
  }

  #value(depth: number): string {
    if (depth > MAX_DEPTH) throw new SyntaxError('JSON is nested too deeply');
    this.#skip();
    switch (this.#text.charAt(this.#at)) {
      case '"':
        return this.#string();
      case '[':
        return this.#array(depth);
      case '{':
        return this.#object(depth);
      default:
        return this.#scalar();
    }
  }

  #array(depth: number): string {
    this.#at += 1;
    const items: string[] = [];
    if (this.#take(']')) return '[]';
    do items.push(this.#value(depth + 1));
    while (this.#take(','));
    this.#expect(']');
    return `[${items.join(', ')}]`;
  }

  /** A repeated key keeps its first place and has its last value, as in Python's dictionaries. */
  #object(depth: number): string {
    this.#at += 1;
    const members = new Map<string, string>();
    if (this.#take('}')) return '{}';
    do {
      this.#skip();
      const key = this.#string();
      this.#expect(':');
      members.set(key, this.#value(depth + 1));
    } while (this.#take(','));
    this.#expect('}');
    return `{${[...members].map(([key, value]) => `${key}: ${value}`).join(', ')}}`;
  }

  /** Its end is searched for instead of matched: a pattern over many megabytes would run out of stack. */
  #string(): string {
    if (this.#text.charAt(this.#at) !== '"') throw this.#unexpected();
    let end = this.#text.indexOf('"', this.#at + 1);
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end === -1) throw this.#unexpected();
    const token = this.#text.slice(this.#at, end + 1);
    this.#at = end + 1;
    const value: unknown = JSON.parse(token);
    return JSON.stringify(value);
  }

  #isEscaped(quote: number): boolean {
    let first = quote;
    while (this.#text.charAt(first - 1) === '\\') first -= 1;
    return (quote - first) % 2 === 1;
  }

  #scalar(): string {
    const word = this.#match(bareWord);
    if (word !== null) return word[0];
    const number = this.#match(numberToken);
    if (number === null) throw this.#unexpected();
    const [token, fraction, exponent] = number;
    if (fraction !== undefined || exponent !== undefined) return dumpPythonFloat(Number(token));
    return token === '-0' ? '0' : token;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #take(character: string): boolean {
    this.#skip();
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw this.#unexpected();
  }

  #skip(): void {
    whitespace.lastIndex = this.#at;
    whitespace.exec(this.#text);
    this.#at = whitespace.lastIndex;
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`Unexpected character in JSON at position ${this.#at}`);
  }
}
