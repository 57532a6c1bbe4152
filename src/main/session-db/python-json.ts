/** What {@link parsePythonJson} returns. Integers beyond ±(2^53 − 1) are bigints, so that no digit is lost. */
export type PythonJson = null | boolean | number | bigint | string | PythonJson[] | { [key: string]: PythonJson };

const parseJson: (text: string) => PythonJson = JSON.parse;
const parseString: (text: string) => string = JSON.parse;

/** Nesting at which Python gives up, about; the cap keeps a hostile value from exhausting the stack. */
const MAX_DEPTH = 1000;

/** A number that JSON.parse may round, or might; a hit inside a string only costs time. */
const longInteger = /(?:^|[\s[:,])-?\d{16,}(?=[\s\],}]|$)/;
const bareWord = /NaN|Infinity/;

/**
 * Parses JSON as Python's `json.loads` does: `NaN`, `Infinity` and `-Infinity` are numbers, and long integers stay
 * exact (as bigints).
 *
 * @throws {SyntaxError} if the text is not JSON.
 * spec: schema §9, compat-notes 18
 */
export function parsePythonJson(text: string): PythonJson {
  if (longInteger.test(text)) return new Parser(text).parse();
  try {
    return parseJson(text);
  } catch (error) {
    if (bareWord.test(text)) return new Parser(text).parse();
    throw error;
  }
}

/**
 * Writes a value as Python's `json.dumps` does by default: `", "` and `": "` between parts, everything outside
 * printable ASCII escaped, `NaN` and `Infinity` as bare words, bigints as integers. Members that are undefined are
 * left out; Python prints floats that are whole with `.0`, which a JavaScript number cannot tell, so they print as
 * integers.
 *
 * @throws {TypeError} for a function, a symbol, bytes, a date, a structure that contains itself, and nesting beyond 1000
 * levels.
 * spec: schema §9, compat-notes 48
 */
export function dumpPythonJson(value: unknown): string {
  return dump(value, []);
}

function dump(value: unknown, inside: readonly unknown[]): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return dumpString(value);
  if (typeof value === 'number') return dumpNumber(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  assertContainer(value, inside);
  const path = [...inside, value];
  // Not `map`: it passes over the gaps of an array, and what is left then is no JSON.
  if (Array.isArray(value)) return `[${Array.from(value, item => dump(item, path)).join(', ')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${dumpString(key)}: ${dump(member, path)}`).join(', ')}}`;
}

function assertContainer(value: unknown, inside: readonly unknown[]): asserts value is object {
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  if (value instanceof Uint8Array || value instanceof Date) throw new TypeError('bytes and dates are no JSON');
  if (inside.includes(value)) throw new TypeError('a structure that contains itself cannot be written as JSON');
  if (inside.length >= MAX_DEPTH)
    throw new TypeError(`nesting beyond ${String(MAX_DEPTH)} levels is no JSON of Python`);
}

/** JSON.stringify escapes what JSON must; Python also escapes U+007F and everything after it, by UTF-16 unit. */
function dumpString(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Python's `repr` of a float turns to exponents below 1e-4 and from 1e16 on, with two digits at least. A number beyond
 * the safe integers is a float: exact integers of that size are bigints here.
 */
function dumpNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-4 || size >= 1e16)) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return size > Number.MAX_SAFE_INTEGER ? `${String(value)}.0` : String(value);
}

const whitespace = /[ \t\n\r]*/y;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words = new Map<string, PythonJson>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

/** The slow way, for texts that JSON.parse refuses or would round. */
class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): PythonJson {
    const value = this.#value();
    this.#skip();
    if (this.#at !== this.#text.length) throw this.#unexpected();
    return value;
  }

  #value(): PythonJson {
    this.#skip();
    const first = this.#text.charAt(this.#at);
    if (first === '"') return this.#string();
    if (first === '[') return this.#nested(() => this.#array());
    if (first === '{') return this.#nested(() => this.#object());
    for (const [word, value] of words) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    return this.#number();
  }

  #nested(read: () => PythonJson): PythonJson {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new SyntaxError(`JSON nested more than ${String(MAX_DEPTH)} levels deep`);
    this.#at += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #array(): PythonJson[] {
    const items: PythonJson[] = [];
    if (this.#take(']')) return items;
    do items.push(this.#value());
    while (this.#take(','));
    this.#expect(']');
    return items;
  }

  #object(): PythonJson {
    const members: [string, PythonJson][] = [];
    if (this.#take('}')) return {};
    do {
      this.#skip();
      const key = this.#string();
      this.#expect(':');
      members.push([key, this.#value()]);
    } while (this.#take(','));
    this.#expect('}');
    return Object.fromEntries(members);
  }

  /** Finds the closing quote by hand: one regular expression over megabytes overflows V8's backtracking stack. */
  #string(): string {
    if (this.#text.charAt(this.#at) !== '"') throw this.#unexpected();
    let end = this.#text.indexOf('"', this.#at + 1);
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end === -1) throw new SyntaxError('Unterminated string in JSON');
    const token = this.#text.slice(this.#at, end + 1);
    this.#at = end + 1;
    return parseString(token);
  }

  #isEscaped(quote: number): boolean {
    let slashes = 0;
    while (this.#text.charAt(quote - 1 - slashes) === '\\') slashes += 1;
    return slashes % 2 === 1;
  }

  #number(): number | bigint {
    numberToken.lastIndex = this.#at;
    const token = numberToken.exec(this.#text)?.[0];
    if (token === undefined) throw this.#unexpected();
    this.#at += token.length;
    const value = Number(token);
    return /^-?\d+$/.test(token) && !Number.isSafeInteger(value) ? BigInt(token) : value;
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
    const found = this.#at < this.#text.length ? 'character' : 'end';
    return new SyntaxError(`Unexpected ${found} in JSON at position ${String(this.#at)}`);
  }
}
