import type { ConversationIndex } from './conversation-index.ts';
import type { Conversation } from './conversation-index-build.ts';
import type { Session } from './edges.ts';

/** A text in the form in which it is compared, with and without its punctuation. */
export interface Folded {
  readonly plain: string;
  readonly bare: string;
}

/** A word of the filter box. */
export type Needle = Folded;

const ASCII = /^[\0-\u007f]*$/;
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/gu;
const NO_ASCII_WORD = /[^a-z0-9]+/g;
const ACCENTS =
  /(?<!\u0438)\u0306|\u0640|[\u0300-\u0305\u0307-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/gu;
/** Marks that are only punctuation; emoji are symbols of another kind and stay words. */
const ONLY_PUNCTUATION = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/u;

/** One form for all cases and widths: full-width letters, ligatures, ß and ss, both small sigmas. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');
}

function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** A text folded, whole and with letters and digits alone. */
export function folded(text: string): Folded {
  const plain = fold(text);
  return { plain, bare: bareOf(plain) };
}

/**
 * Letters and digits of a folded text without what is often left out in writing: accents, the points of Hebrew and
 * Arabic vowels. Signs that make another letter stay: those of kana and of Indic scripts, and the one of й.
 */
export function bareOf(plain: string): string {
  if (isAscii(plain)) return plain.replace(NO_ASCII_WORD, '');
  const letters = plain.replace(NO_WORD, '');
  return letters.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
}

/**
 * The words of a filter text. `%`, `_` and every other sign stand for themselves; a word of signs alone is looked for
 * only where nothing else is typed.
 */
export function needlesOf(filter: string): Needle[] {
  const needles = filter
    .split(/\s+/u)
    .filter(word => word !== '')
    .map(folded);
  const words = needles.filter(needle => !ONLY_PUNCTUATION.test(needle.plain));
  return words.length > 0 ? words : needles;
}

/** True where the text holds the word as it is typed, or with the punctuation and the accents of both left out. */
export function holds(text: Folded, needle: Needle): boolean {
  return text.plain.includes(needle.plain) || (needle.bare !== '' && text.bare.includes(needle.bare));
}

const names = new WeakMap<Session, readonly Folded[]>();

/** Title and id of a session, folded once. */
export function foldedNames(session: Session): readonly Folded[] {
  const known = names.get(session);
  if (known !== undefined) return known;
  const made = session.title === null ? [folded(session.id)] : [folded(session.title), folded(session.id)];
  names.set(session, made);
  return made;
}

const openings = new Map<string, Folded>();
const MAX_OPENINGS = 50_000;

function foldedOpening(text: string): Folded {
  const known = openings.get(text);
  if (known !== undefined) return known;
  const made = folded(text);
  if (openings.size >= MAX_OPENINGS) openings.clear();
  openings.set(text, made);
  return made;
}

/**
 * Whether a conversation has every word in a title or an id of its segments, or in its preview.
 * Previews are read last, because they may have to be fetched.
 */
export function matchesFilter(
  index: ConversationIndex,
  conversation: Conversation,
  needles: readonly Needle[],
): boolean {
  const missing = needles.filter(needle => !namesHold(conversation, needle));
  if (missing.length === 0) return true;
  const preview = index.previews.of(conversation, false);
  return preview !== '' && missing.every(needle => holds(foldedOpening(preview), needle));
}

function namesHold(conversation: Conversation, needle: Needle): boolean {
  return conversation.segments.some(segment => foldedNames(segment).some(name => holds(name, needle)));
}
