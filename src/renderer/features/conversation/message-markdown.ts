import type {
  ClippedText,
  ContentPart,
  MessageBody,
  ToolCall,
  ToolResult,
} from '../../../shared/contract/conversation.ts';
import type { AppClient } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { fullTime } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { prettyJson } from './argument-text.ts';
import { readText } from './whole-text-read.ts';

/** The clipboard takes no more through main. */
const MOST = 4_000_000;

/**
 * A message as Markdown: who and when as a heading, the text as it was written, calls and results as fenced blocks.
 * Clipped texts are read whole.
 *
 * @throws {AppError} `invalid-input` where it is longer than the clipboard takes.
 */
export async function messageMarkdown(client: AppClient, body: MessageBody): Promise<string> {
  const blocks = [heading(body)];
  if (body.role !== 'tool') blocks.push(await contentText(client, body));
  for (const [index, call] of body.toolCalls.entries()) blocks.push(await callText(client, body.id, call, index));
  for (const result of body.looseResults) blocks.push(await resultText(client, result));
  if (body.unreadableToolCalls !== null) blocks.push(fenced(body.unreadableToolCalls.text, ''));
  const text = `${blocks.filter(block => block !== '').join('\n\n')}\n`;
  if (text.length > MOST) throw new AppError('invalid-input', texts.reading.tooLongToCopy);
  return text;
}

function heading({ role, timestamp }: MessageBody): string {
  const who = texts.conversation.role(role);
  return `## ${timestamp === null ? who : `${who}, ${fullTime(timestamp)}`}`;
}

interface Contents {
  readonly id: number;
  readonly parts: readonly ContentPart[];
}

async function contentText(client: AppClient, { id, parts }: Contents): Promise<string> {
  const isClipped = parts.some(part => part.kind === 'text' && part.text.clipped);
  const others = parts.filter(part => !isClipped || part.kind !== 'text').map(partText);
  const whole = isClipped ? [await readText(client, { messageId: id, part: { kind: 'content' } }, MOST)] : [];
  return [...whole, ...others].filter(text => text !== '').join('\n\n');
}

function partText(part: ContentPart): string {
  switch (part.kind) {
    case 'text':
      return part.text.text;
    case 'image':
      return `[${texts.conversation.imageAlt(part.mediaType, part.bytes)}]`;
    case 'remote-image':
      return `![${texts.conversation.image}](${part.url})`;
    case 'other':
      return fenced(prettyJson(part.json.text), 'json');
  }
}

async function callText(client: AppClient, messageId: number, call: ToolCall, index: number): Promise<string> {
  const given = await whole(client, messageId, call.arguments, index);
  const made = `**${call.name}**\n\n${fenced(prettyJson(given), call.argumentsValid ? 'json' : '')}`;
  return call.result === null ? made : `${made}\n\n${await resultText(client, call.result)}`;
}

async function whole(
  client: AppClient,
  messageId: number,
  { text, clipped }: ClippedText,
  index: number,
): Promise<string> {
  return clipped ? readText(client, { messageId, part: { kind: 'arguments', index } }, MOST) : text;
}

async function resultText(client: AppClient, { messageId, parts }: ToolResult): Promise<string> {
  return fenced(await contentText(client, { id: messageId, parts }), '');
}

/** A block that holds any text: its fence is longer than any in the text. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
