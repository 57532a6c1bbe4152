import { dumpPythonJson, parsePythonJson, type PythonJson } from './python-json.ts';
import { trim, wellFormed } from './python-text.ts';

/** Begins the stored text of content that is a list or an object; spec: schema §9.1. */
export const CONTENT_SENTINEL = '\u0000json:';

/** Content as the methods return it: text, nothing, or the decoded parts of a multimodal message. */
export type MessageContent = PythonJson;

/** Bytes of a damaged or foreign row become text, undecodable ones U+FFFD; spec: compat-notes 15. */
export function storedText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
}

/** Decodes the `content` column. Text that cannot be decoded comes back as it is stored; spec: schema §9.1. */
export function decodeContent(stored: unknown): MessageContent {
  const text = storedText(stored);
  if (text?.startsWith(CONTENT_SENTINEL) !== true) return text;
  const decoded = parseOr(text.slice(CONTENT_SENTINEL.length), undefined);
  return decoded === undefined ? text : decoded;
}

/**
 * Encodes content for the column: text as it is (lone surrogates replaced), bytes as bytes, a list or an object
 * behind the sentinel, nothing as NULL.
 *
 * @throws {TypeError} for a value that JSON cannot hold.
 */
export function encodeContent(content: unknown): string | Uint8Array | null {
  if (content === null || content === undefined) return null;
  if (typeof content === 'string') return wellFormed(content);
  if (content instanceof Uint8Array) return content;
  if (typeof content === 'boolean') return content ? '1' : '0';
  if (typeof content === 'number' || typeof content === 'bigint') return String(content);
  return CONTENT_SENTINEL + dumpPythonJson(content);
}

/** Decodes `tool_calls`: NULL and `''` stay, what cannot be decoded is an empty list; spec: schema §9.2. */
export function decodeToolCalls(stored: unknown): PythonJson {
  const text = storedText(stored);
  return text === null || text === '' ? text : parseOr(text, []);
}

/** Decodes one of the columns that hold a list of provider objects; what cannot be decoded is null; spec: schema §9.3. */
export function decodeProviderItems(stored: unknown): PythonJson {
  const text = storedText(stored);
  return text === null ? null : parseOr(text, null);
}

/** Decodes `display_metadata`, which some builds encoded twice; anything but an object is null; spec: schema §9.4. */
export function decodeDisplayMetadata(stored: unknown): Record<string, PythonJson> | null {
  const text = storedText(stored);
  if (text === null) return null;
  const once = parseOr(text, null);
  const decoded = typeof once === 'string' ? parseOr(once, null) : once;
  return isObject(decoded) ? decoded : null;
}

/**
 * One line of text for content: text as it is, a list's text parts joined by spaces, `[multimodal content]` for a list
 * without text, and nothing for anything else; spec: api §7.8.
 */
export function contentText(content: MessageContent): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const text = trim(
    textParts(content)
      .filter(part => part !== '')
      .join(' '),
  );
  return text === '' ? '[multimodal content]' : text;
}

/** The texts of a multimodal message's `text` parts. */
export function textParts(parts: readonly PythonJson[]): string[] {
  return parts.flatMap(part =>
    isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? [part['text']] : [],
  );
}

/** What Python's `if value:` means for a value of a column or of JSON. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return typeof value === 'number' ? value !== 0 : Boolean(value);
}

function isObject(value: unknown): value is Record<string, PythonJson> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

function parseOr<T>(text: string, fallback: T): PythonJson | T {
  try {
    return parsePythonJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return fallback;
    throw error;
  }
}
