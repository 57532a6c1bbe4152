import type { ContentPart } from '../../shared/contract/conversation.ts';
import { CONTENT_SENTINEL } from '../session-db/content.ts';
import type { PythonJson } from '../session-db/python-json.ts';
import { wellFormed } from '../session-db/python-text.ts';
import { CLIP, clipText } from './clip.ts';
import { displayJson, isJsonObject, jsonOrUndefined } from './content-parts-json.ts';

/** Largest image, in bytes of the decoded picture, that is handed to the view. */
export const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
/** A message of more parts than this shows the rest as one. */
const MAX_PARTS = 200;
const MAX_URL_LENGTH = 4096;
const IMAGE_DATA_URL = /^data:(image\/[a-z0-9.+-]{1,64})((?:;[a-z0-9=-]{1,64}){0,4}),/i;

const IMAGE_TYPES = ['image_url', 'image', 'input_image'] as const;

/** How the texts of a content are shown. */
export interface PartsOptions {
  /** Most UTF-8 bytes of text over all parts. */
  readonly limit: number;
  /** Applied to every text, before it is cut. */
  readonly clean: (text: string) => string;
}

/** The decoded parts of structured content; null where the text is ordinary text or its JSON is broken. Spec: schema §9.1. */
export function structuredContent(text: string): PythonJson[] | null {
  if (!text.startsWith(CONTENT_SENTINEL)) return null;
  const value = jsonOrUndefined(text.slice(CONTENT_SENTINEL.length));
  if (value === undefined) return null;
  return Array.isArray(value) ? value : [value];
}

/**
 * What a whole content shows. Broken structured content is shown as the text that it is; nothing is loaded from
 * elsewhere: a remote image is its address.
 */
export function contentParts(text: string, options: PartsOptions): ContentPart[] {
  const parts = structuredContent(text);
  if (parts === null) return textParts(options.clean(text), options.limit);
  let left = options.limit;
  const shown: ContentPart[] = [];
  for (const part of parts.slice(0, MAX_PARTS)) {
    const next = contentPart(part, { ...options, limit: Math.max(0, left) });
    if (next.kind === 'text') left -= Math.min(next.text.bytes, left);
    shown.push(next);
  }
  if (parts.length > MAX_PARTS) {
    shown.push({ kind: 'other', type: 'more', json: clipText(displayJson(parts.slice(MAX_PARTS)), CLIP.content) });
  }
  return shown;
}

/** One text part, or none where there is nothing to show. `bytes` is the whole length where `text` is only its beginning. */
export function textParts(text: string, limit: number, bytes?: number): ContentPart[] {
  if (text === '' && (bytes ?? 0) === 0) return [];
  return [{ kind: 'text', text: clipText(text, limit, bytes) }];
}

/** The text of one part of structured content; null for a part that is none. */
export function partText(part: PythonJson): string | null {
  if (typeof part === 'string') return part;
  if (!isJsonObject(part) || typeof part['text'] !== 'string') return null;
  const type = part['type'];
  return type === undefined || (typeof type === 'string' && /^(?:(?:input|output)_)?text$/.test(type))
    ? part['text']
    : null;
}

function contentPart(part: PythonJson, options: PartsOptions): ContentPart {
  const text = partText(part);
  if (text !== null) return { kind: 'text', text: clipText(options.clean(text), options.limit) };
  return imagePart(part) ?? otherPart(part);
}

function otherPart(part: PythonJson): ContentPart {
  const type =
    isJsonObject(part) && typeof part['type'] === 'string' ? wellFormed(part['type'].slice(0, 100)) : 'unknown';
  return { kind: 'other', type, json: clipText(displayJson(part), CLIP.arguments) };
}

/**
 * The data URL of the image at a place in a whole content, however large; empty where there is none.
 *
 * @param index - place of the part, 0 for the first.
 */
export function imageAt(text: string, index: number): string {
  const part = structuredContent(text)?.[index];
  const address = part === undefined ? null : imageAddress(part);
  return address !== null && dataImage(address) !== null ? wellFormed(address) : '';
}

/** An image in any of the shapes that producers write; null for a part that is none. */
function imagePart(part: PythonJson): ContentPart | null {
  const address = imageAddress(part);
  if (address === null) return null;
  return /^data:/i.test(address) ? dataImage(address) : { kind: 'remote-image', url: shortUrl(address) };
}

function imageAddress(part: PythonJson): string | null {
  if (!isJsonObject(part) || !IMAGE_TYPES.some(type => type === part['type'])) return null;
  return addressOf(part['image_url']) ?? addressOf(part['image']) ?? addressOf(part['url']) ?? embedded(part);
}

function addressOf(value: PythonJson | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return isJsonObject(value) && typeof value['url'] === 'string' && value['url'] !== '' ? value['url'] : null;
}

/** Base64 beside its media type: in the part itself, or in its `source`. */
function embedded(part: { [key: string]: PythonJson }): string | null {
  const source = isJsonObject(part['source']) ? part['source'] : part;
  if (typeof source['url'] === 'string') return source['url'];
  const media = source['media_type'] ?? source['mime_type'] ?? source['mimeType'];
  const data = source['data'];
  return typeof media === 'string' && typeof data === 'string' ? `data:${media};base64,${data}` : null;
}

/** Null for a data URL that holds no image: it is then shown as the JSON it is. */
function dataImage(url: string): ContentPart | null {
  const head = IMAGE_DATA_URL.exec(url.slice(0, 400));
  if (head === null) return null;
  const payload = url.length - head[0].length;
  const base64 = /;base64$/i.test(head[2] ?? '');
  const padding = base64 ? (/={0,2}$/.exec(url.slice(-2))?.[0].length ?? 0) : 0;
  const bytes = base64 ? Math.max(0, Math.floor((payload * 3) / 4) - padding) : payload;
  return {
    kind: 'image',
    dataUrl: bytes <= MAX_IMAGE_BYTES ? wellFormed(url) : null,
    mediaType: (head[1] ?? '').toLowerCase(),
    bytes,
  };
}

function shortUrl(url: string): string {
  return wellFormed(url.length <= MAX_URL_LENGTH ? url : `${url.slice(0, MAX_URL_LENGTH)}…`);
}
