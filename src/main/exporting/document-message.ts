import type { ContentPart } from '../../shared/contract/conversation.ts';
import { cleanText } from '../read-models/bodies-content.ts';
import { contentParts } from '../read-models/content-parts.ts';
import { knownTime } from '../read-models/skeleton-rows.ts';
import { readToolCalls, type NormalCall } from '../read-models/tool-calls.ts';
import type { Block, DocumentMessage } from './document-format.ts';
import type { NamedRow } from './named-row.ts';

const SPEAKERS: Readonly<Record<string, string>> = { user: 'User', assistant: 'Assistant', system: 'System' };

/**
 * What a document shows of a stored message: reasoning, text, calls and results.
 *
 * @param leftOut - how many of its texts were too long to be read.
 */
export function documentMessage(row: NamedRow, leftOut: number): DocumentMessage {
  const role = textOf(row['role']);
  return {
    speaker: speakerOf(role, textOf(row['tool_name'])),
    time: knownTime(row['timestamp']),
    blocks: [
      ...reasoningBlocks(row),
      ...contentBlocks(role, textOf(row['content'])),
      ...callBlocks(row['tool_calls']),
      ...(leftOut === 0 ? [] : [{ kind: 'note', text: 'A text of this message is too long for an export.' } as const]),
    ],
  };
}

function speakerOf(role: string, tool: string): string {
  if (role === 'tool') return tool === '' ? 'Result' : `Result of ${tool}`;
  return Object.hasOwn(SPEAKERS, role) ? (SPEAKERS[role] ?? role) : role;
}

function reasoningBlocks(row: NamedRow): Block[] {
  const texts = new Set([textOf(row['reasoning']), textOf(row['reasoning_content'])].filter(text => text !== ''));
  return [...texts].map(text => ({ kind: 'folded', label: 'Reasoning', text }));
}

function contentBlocks(role: string, content: string): Block[] {
  const parts = contentParts(content, { limit: Infinity, clean: text => cleanText(role, text) });
  return parts.map(part => partBlock(role, part)).filter(block => block !== null);
}

function partBlock(role: string, part: ContentPart): Block | null {
  switch (part.kind) {
    case 'text':
      if (part.text.text === '') return null;
      return role === 'tool'
        ? { kind: 'code', label: 'Output', text: part.text.text }
        : { kind: 'prose', text: part.text.text };
    case 'image':
      return part.dataUrl === null
        ? { kind: 'note', text: `An image of ${String(part.bytes)} bytes is not shown here.` }
        : { kind: 'image', dataUrl: part.dataUrl };
    case 'remote-image':
      return { kind: 'code', label: 'Image elsewhere, not loaded', text: part.url };
    case 'other':
      return {
        kind: 'code',
        label: part.json.clipped ? `${part.type}, its beginning` : part.type,
        text: part.json.text,
      };
  }
}

function callBlocks(stored: NamedRow[string] | undefined): Block[] {
  const { calls, unreadable } = readToolCalls(stored ?? null);
  if (unreadable) return [{ kind: 'code', label: 'Tool calls that cannot be read', text: textOf(stored) }];
  return calls.map(call => ({ kind: 'code', label: `Call of ${call.name}`, text: prettyArguments(call) }));
}

/** Arguments are mostly JSON in one line. */
function prettyArguments(call: NormalCall): string {
  if (!call.argumentsValid || call.arguments.trim() === '') return call.arguments;
  // Numbers that JavaScript would round stay as the model wrote them.
  return /\d{16}/.test(call.arguments) ? call.arguments : reindented(call.arguments);
}

function reindented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

function textOf(value: NamedRow[string] | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
