import type { ContentPart } from '../../shared/contract/conversation.ts';
import type { LaneContext } from '../lanes/context.ts';
import { CONTENT_SENTINEL, storedText } from '../session-db/content.ts';
import { stripMemoryContext } from '../session-db/memory-context.ts';
import { trim } from '../session-db/python-text.ts';
import { WHOLE_CONTENT_BYTES, type BodyRow } from './bodies-rows.ts';
import { headText, readWholeText, WHOLE_TEXT_BYTES } from './body-text.ts';
import { CLIP, decodeTail } from './clip.ts';
import { contentParts, textParts } from './content-parts.ts';
import { longToolOutcome, toolOutcome, type ToolOutcome } from './tool-result.ts';

/** Longest structured content that is decoded: its images are in it. */
const STRUCTURED_BYTES = 64 * 1024 * 1024;

/** What a message's content shows, and what it says of success where it is a tool's output. */
export interface BodyContent {
  readonly parts: ContentPart[];
  /** Null where the row is no `tool` row. */
  readonly outcome: ToolOutcome | null;
}

/**
 * The text that a person may see: without what Hermes injected from its memory, in what people and the model said.
 * Spec: api §2, compat-notes 25.
 */
export function cleanText(role: string, text: string): string {
  return role === 'user' || role === 'assistant' ? trim(stripMemoryContext(text)) : text;
}

/** Decodes a row's content for the view; long texts are cut, the length of the whole is given. */
export function bodyContent(context: LaneContext, row: BodyRow): BodyContent {
  const limit = row.role === 'tool' ? CLIP.toolOutput : CLIP.content;
  const bytes = row.contentBytes ?? 0;
  const options = { limit, clean: (text: string) => cleanText(row.role, text) };
  const head = headText(row.content, row.contentBytes, WHOLE_CONTENT_BYTES) ?? '';
  if (bytes <= WHOLE_CONTENT_BYTES) {
    return { parts: contentParts(head, options), outcome: row.role === 'tool' ? toolOutcome(head) : null };
  }
  const whole = needsWhole(row, head, bytes) ? readWholeText(context, row.id, 'm.content') : null;
  const parts = whole === null ? textParts(options.clean(head), limit, bytes) : contentParts(whole, options);
  return { parts, outcome: row.role === 'tool' ? longOutcome(row, head) : null };
}

/** Structured content must be decoded as a whole; what was injected can stand anywhere in a text. */
function needsWhole(row: BodyRow, head: string, bytes: number): boolean {
  if (head.startsWith(CONTENT_SENTINEL)) return bytes <= STRUCTURED_BYTES;
  return (row.role === 'user' || row.role === 'assistant') && bytes <= WHOLE_TEXT_BYTES;
}

function longOutcome(row: BodyRow, head: string): ToolOutcome {
  const tail = row.contentTail instanceof Uint8Array ? decodeTail(row.contentTail) : storedText(row.contentTail);
  return longToolOutcome(head, tail ?? '');
}
