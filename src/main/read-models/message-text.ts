import type { z } from 'zod';
import type { conversation, TextPart } from '../../shared/contract/conversation.ts';
import { AppError } from '../../shared/errors.ts';
import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { CONTENT_SENTINEL, storedText } from '../session-db/content.ts';
import { wellFormed } from '../session-db/python-text.ts';
import { cleanText } from './bodies-content.ts';
import { readTextHead, readWholeText, TOO_LARGE_BYTES, WHOLE_TEXT_BYTES, type TextColumn } from './body-text.ts';
import { imageAt, partText, structuredContent } from './content-parts.ts';
import { reasoningDetailsText } from './reasoning-details.ts';
import { readToolCalls, type NormalCall } from './tool-calls.ts';

type Input = z.output<(typeof conversation)['text']['input']>;
type Output = z.input<(typeof conversation)['text']['output']>;

/**
 * A stretch of one text of a message as a person may see it.
 *
 * @throws {AppError} `not-found` where the message is gone, `invalid-input` where the text is too long to be read.
 */
export function messageText(context: LaneContext, input: Input): Output {
  const end = input.offset + input.length;
  const text = textOf(context, input.messageId, input.part, end);
  return { text: text.slice(input.offset, end), done: end >= text.length };
}

/**
 * All that a message says, for the clipboard: its text, or its calls where it has no text.
 *
 * @throws {AppError} as {@link messageText}.
 */
export function wholeMessageText(context: LaneContext, input: { readonly messageId: number }): string {
  const content = contentOf(context, input.messageId, Infinity);
  if (content !== '') return content;
  const stored = callsOf(context, input.messageId);
  const { calls, unreadable } = readToolCalls(stored);
  return wellFormed(unreadable ? stored : calls.map(callText).join('\n\n'));
}

function callText(call: NormalCall): string {
  return call.arguments === '' ? call.name : `${call.name} ${call.arguments}`;
}

/** @param units - how many UTF-16 units are asked for: of a very long text, little more than these is read. */
function textOf(context: LaneContext, messageId: number, part: TextPart, units: number): string {
  switch (part.kind) {
    case 'content':
      return contentOf(context, messageId, units);
    case 'stored':
      return wellFormed(readUnits(context, measure(context, messageId, 'content'), units));
    case 'sent':
      return wellFormed(readUnits(context, measure(context, messageId, 'api_content'), units));
    case 'reasoning':
      return wellFormed(reasoningOf(context, messageId, units));
    case 'tool-calls':
      return wellFormed(callsOf(context, messageId));
    case 'image':
      return imageAt(readUnits(context, measure(context, messageId, 'content'), Infinity), part.index);
    case 'arguments':
      return wellFormed(readToolCalls(callsOf(context, messageId)).calls[part.index]?.arguments ?? '');
  }
}

/** Structured content is its text parts, one below the other. What was injected is not looked for in very long texts. */
function contentOf(context: LaneContext, messageId: number, units: number): string {
  const stored = measure(context, messageId, 'content');
  const text = readUnits(context, stored, units);
  if (stored.bytes > WHOLE_TEXT_BYTES && !text.startsWith(CONTENT_SENTINEL)) return text;
  const parts = structuredContent(stored.bytes > WHOLE_TEXT_BYTES ? readUnits(context, stored, Infinity) : text);
  const role = roleOf(context, messageId);
  if (parts === null) return cleanText(role, text);
  const texts = parts.map(partText).filter(part => part !== null);
  return wellFormed(texts.map(part => cleanText(role, part)).join('\n\n'));
}

function reasoningOf(context: LaneContext, messageId: number, units: number): string {
  for (const name of ['reasoning', 'reasoning_content'] as const) {
    const text = readUnits(context, measure(context, messageId, name), units);
    if (text.trim() !== '') return text;
  }
  return reasoningDetailsText(readUnits(context, measure(context, messageId, 'reasoning_details'), Infinity));
}

function callsOf(context: LaneContext, messageId: number): string {
  return readUnits(context, measure(context, messageId, 'tool_calls'), Infinity);
}

function roleOf(context: LaneContext, messageId: number): string {
  const role = context.store.db
    .prepare<[number], unknown>('SELECT m.role FROM messages m WHERE m.id = ?')
    .pluck()
    .get(messageId);
  return storedText(role) ?? '';
}

/** A text that is there, and how long it is; 0 bytes where the value is NULL. */
interface StoredText {
  readonly messageId: number;
  readonly column: string;
  readonly bytes: number;
}

function measure(context: LaneContext, messageId: number, name: TextColumn): StoredText {
  const column = liveColumn(context.store.catalog, 'messages', name, 'm');
  const bytes = context.store.db
    .prepare<[number], number | null>(`SELECT octet_length(${column}) FROM messages m WHERE m.id = ?`)
    .pluck()
    .get(messageId);
  if (bytes === undefined) {
    throw new AppError('not-found', 'This message is not in the database any more.', {
      hint: 'It may have been deleted; open the conversation again.',
    });
  }
  if (bytes !== null && bytes > TOO_LARGE_BYTES) {
    throw new AppError('invalid-input', `This text is too long to be shown: ${String(bytes)} bytes.`, {
      hint: 'Read it with another program, such as the sqlite3 shell.',
    });
  }
  return { messageId, column, bytes: bytes ?? 0 };
}

/** At least the first `units` UTF-16 units and one more, where there are so many: none takes more than three bytes. */
function readUnits(context: LaneContext, { messageId, column, bytes }: StoredText, units: number): string {
  const enough = 3 * units + 4;
  return bytes > WHOLE_TEXT_BYTES && enough < bytes
    ? readTextHead(context, messageId, column, enough)
    : (readWholeText(context, messageId, column) ?? '');
}
