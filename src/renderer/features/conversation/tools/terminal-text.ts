/** A terminal's output with nothing left in it but text and the sequences that set colours and styles. */
export interface TerminalText {
  readonly text: string;
  /** Lines that were written over by a later one, as progress bars are. */
  readonly folded: number;
}

const ESC = '\\u001b';
const STRING_END = `(?:\\u0007|${ESC}\\\\|\\u009c)`;
/** Control sequences: CSI; OSC, DCS, SOS, PM and APC with their strings; character sets; two-character escapes. */
const SEQUENCE = new RegExp(
  `(?:${ESC}\\[|\\u009b)([0-?]*)([ -/]*[@-~])|(?:${ESC}[\\]PX^_]|[\\u009d\\u0090\\u0098\\u009e\\u009f])` +
    `[^\\u0007\\u001b\\u0090-\\u009f]{0,4096}${STRING_END}|${ESC}[ -/]+[0-~]|${ESC}[0-OQ-WYZ\\\\\`-~]`,
  'g',
);
/** One sequence that sets colours and styles, as {@link withoutCursor} leaves it. */
export const STYLE_SEQUENCE = new RegExp(`${ESC}\\[([\\d;]*)m`, 'g');
const CONTROL = new RegExp(`[${ESC}\\u0080-\\u009f]`);
/** An escape character that begins nothing, and how it is shown. */
const NO_SEQUENCE = new RegExp(`${ESC}(?!\\[[\\d;]*m)`, 'g');
const ESCAPE_PICTURE = '\u241b';
const COLON_COLOUR = /^([34]8):(?:2:\d*:(\d+):(\d+):(\d+)|5:(\d+))$/;
const MAX_PARAMETERS = 64;
const BLINK_FOR_REVERSE: Readonly<Record<string, string>> = { 7: '5', '07': '5', 27: '25' };

/**
 * Leaves the sequences that set colours and styles, in one form, and takes out all others: those that move the cursor,
 * erase, set titles, make links. What is no complete sequence stays as the characters that it is.
 */
export function withoutCursor(text: string): string {
  if (!CONTROL.test(text)) return text;
  return text
    .replace(SEQUENCE, (_whole, parameters: string | undefined, final: string | undefined) =>
      final === 'm' ? styleSequence(parameters ?? '') : '',
    )
    .replace(NO_SEQUENCE, ESCAPE_PICTURE);
}

/** Parameters parted by colons name a colour, or a kind of underline, which is none to us. */
function styleSequence(parameters: string): string {
  if (parameters.length > MAX_PARAMETERS || !/^[\d;:]*$/.test(parameters)) return '';
  const codes = parameters.split(';').flatMap(code => {
    if (!code.includes(':')) return [code];
    const [, target, red, green, blue, index] = COLON_COLOUR.exec(code) ?? [];
    if (target === undefined) return [];
    return index === undefined ? [target, '2', red ?? '', green ?? '', blue ?? ''] : [target, '5', index];
  });
  const known = withReverseAsBlink(codes);
  return known.length === 0 ? '' : `\u001b[${known.join(';')}m`;
}

/** Nothing blinks here; and the reader of styles turns colours back when they are reversed twice. */
function withReverseAsBlink(codes: readonly string[]): string[] {
  const known: string[] = [];
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? '';
    const taken = code === '38' || code === '48' ? (codes[at + 1] === '2' ? 5 : 3) : 1;
    if (taken > 1) known.push(...codes.slice(at, at + taken));
    else if (/^0*[56]$/.test(code) || code === '25') continue;
    else known.push(BLINK_FOR_REVERSE[code] ?? code);
    at += taken - 1;
  }
  return known;
}

/** The text without the sequences that {@link withoutCursor} leaves. */
export function withoutStyles(text: string): string {
  return text.replace(STYLE_SEQUENCE, '');
}

/**
 * What a terminal would still show of a line that was written over again and again: its last state. The styles that
 * were set on the way stay in force.
 */
export function foldProgress(text: string): TerminalText {
  if (!text.includes('\r')) return { text, folded: 0 };
  let folded = 0;
  const lines = text.split('\n').map(line => {
    const states = line.split('\r');
    if (states.length === 1) return line;
    const last = states.findLastIndex(state => withoutStyles(state) !== '');
    const gone = states.slice(0, Math.max(0, last));
    folded += gone.filter(state => withoutStyles(state).trim() !== '').length;
    const styles = gone.flatMap(state => state.match(STYLE_SEQUENCE) ?? []).join('');
    return styles + (states[last] ?? '') + states.slice(last + 1).join('');
  });
  return { text: lines.join('\n'), folded };
}

/**
 * A terminal's output for {@link styledRuns}.
 *
 * @param isTerminal - false for a text that no terminal wrote: its carriage returns are line ends.
 */
export function terminalText(text: string, isTerminal: boolean): TerminalText {
  const plain = withoutCursor(text);
  return isTerminal ? foldProgress(plain.replaceAll('\r\n', '\n')) : { text: plain.replace(/\r\n?/g, '\n'), folded: 0 };
}
