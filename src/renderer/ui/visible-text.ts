const ESC = '\\u001b';
const C0 = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f';
const BIDI = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';

/** Control sequences of terminals: CSI, OSC with either terminator, and two-character escapes. */
const ANSI = new RegExp(
  `(?:${ESC}\\[|\\u009b)[0-?]*[ -/]*[@-~]|${ESC}\\][^\\u0007${ESC}]*(?:\\u0007|${ESC}\\\\)|${ESC}[@-Z\\\\^_]`,
  'g',
);
/** What is invisible, or changes how its neighbours are drawn. Lone surrogates are last. */
const SPECIAL = new RegExp(`[${C0}\\u007f-\\u009f${BIDI}]|\\r\\n?|\\p{Surrogate}`, 'gu');
const ANY_SPECIAL = new RegExp(`[${C0}\\u007f-\\u009f${BIDI}\\r]|\\p{Surrogate}`, 'u');
const PICTURES = 0x2400;
const DELETE_PICTURE = '\u2421';

function markOf(found: string): string {
  if (found.startsWith('\r')) return '\n';
  const code = found.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(PICTURES + code);
  if (code === 0x7f) return DELETE_PICTURE;
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return `⟪U+${code.toString(16).toUpperCase().padStart(4, '0')}⟫`;
}

/**
 * A text as it can be shown: terminal escapes are removed, bidi controls and other invisible controls become marks
 * such as `⟪U+202E⟫` or `␀`, line ends become `\n`. Everything else stays as it is (design §8: rendered as data).
 */
export function visibleText(text: string): string {
  if (!ANY_SPECIAL.test(text)) return text;
  return text.replace(ANSI, '').replace(SPECIAL, markOf);
}

/** As {@link visibleText}, with terminal escapes as marks too: nothing of the text is left out. */
export function exactText(text: string): string {
  return ANY_SPECIAL.test(text) ? text.replace(SPECIAL, markOf) : text;
}
