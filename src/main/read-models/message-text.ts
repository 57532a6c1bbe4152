import type { z } from 'zod';
import type { conversation, TextPart } from '../../shared/contract/conversation.ts';
import { AppError } from '../../shared/errors.ts';
import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import { wellFormed } from '../session-db/python-text.ts';
import { cleanText } from './bodies-content.ts';
import { readWholeText, TOO_LARGE_BYTES, type TextColumn } from './body-text.ts';
import { partText, structuredContent } from './content-parts.ts';
import { readToolCalls, type NormalCall } from './tool-calls.ts';

type Input = z.output<(typeof conversation)['text']['input']>;
type Output = z.input<(typeof conversation)['text']['output']>;

/**
 * A stretch of one text of a message as a person may see it.
 *
 * @throws {AppError} `not-found` where the message is gone, `invalid-input` where the text is too long to be read.
 */
export function messageText(context: LaneContext, input: Input): Output {
  const text = textOf(context, input.messageId, input.part);
  const end = input.offset + input.length;
  return { text: text.slice(input.offset, end), done: end >= text.length };
}

/**
 * All that a message says, for the clipboard: its text, or its calls where it has no text.
 *
 * @throws {AppError} as {@link messageText}.
 */
export function wholeMessageText(context: LaneContext, input: { readonly messageId: number }): string {
  const content = textOf(context, input.messageId, { kind: 'content' });
  if (content !== '') return content;
  const stored = read(context, input.messageId, 'tool_calls');
  const { calls, unreadable } = readToolCalls(stored);
  return wellFormed(unreadable ? (stored ?? '') : calls.map(callText).join('\n\n'));
}

function callText(call: NormalCall): string {
  return call.arguments === '' ? call.name : `${call.name} ${call.arguments}`;
}

function textOf(context: LaneContext, messageId: number, part: TextPart): string {
  switch (part.kind) {
    case 'content':
      return contentOf(context, messageId);
    case 'reasoning':
      return wellFormed(reasoningOf(context, messageId));
    case 'tool-calls':
      return wellFormed(read(context, messageId, 'tool_calls') ?? '');
    case 'arguments':
      return wellFormed(readToolCalls(read(context, messageId, 'tool_calls')).calls[part.index]?.arguments ?? '');
  }
}

/** Structured content is its text parts, one below the other. */
function contentOf(context: LaneContext, messageId: number): string {
  const role = roleOf(context, messageId);
  const stored = read(context, messageId, 'content') ?? '';
  const parts = structuredContent(stored);
  if (parts === null) return cleanText(role, stored);
  const texts = parts.map(partText).filter(text => text !== null);
  return wellFormed(texts.map(text => cleanText(role, text)).join('\n\n'));
}

function reasoningOf(context: LaneContext, messageId: number): string {
  const reasoning = read(context, messageId, 'reasoning');
  return reasoning !== null && reasoning.trim() !== ''
    ? reasoning
    : (read(context, messageId, 'reasoning_content') ?? '');
}

function roleOf(context: LaneContext, messageId: number): string {
  const role = context.store.db
    .prepare<[number], unknown>('SELECT m.role FROM messages m WHERE m.id = ?')
    .pluck()
    .get(messageId);
  return storedText(role) ?? '';
}

/** Null where the column is NULL. */
function read(context: LaneContext, messageId: number, name: TextColumn): string | null {
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
  if (bytes === null) return null;
  if (bytes > TOO_LARGE_BYTES) {
    throw new AppError('invalid-input', `This text is too long to be shown: ${String(bytes)} bytes.`, {
      hint: 'Read it with another program, such as the sqlite3 shell.',
    });
  }
  return readWholeText(context, messageId, column);
}
