import type { MessageBody, ToolResult } from '../../../shared/contract/conversation.ts';
import { MESSAGE_FLAG } from '../../../shared/message-flags.ts';
import { clock, fullTime } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';

/** What a message is beside its role, in words: rewound, compacted, observed, bookkeeping. */
export function stateWords(flags: number): readonly string[] {
  const words = texts.conversation;
  return [
    (flags & MESSAGE_FLAG.rewound) !== 0 && words.rewound,
    (flags & MESSAGE_FLAG.compacted) !== 0 && words.compacted,
    (flags & MESSAGE_FLAG.observed) !== 0 && words.observed,
    (flags & MESSAGE_FLAG.bookkeeping) !== 0 && words.bookkeeping,
  ].filter(word => word !== false);
}

/**
 * Who speaks. A summary stands in the role of the user, but nobody said it; and what was overheard in a group somebody
 * else said.
 */
export function speakerOf(role: string, flags: number): string {
  const words = texts.conversation;
  if ((flags & MESSAGE_FLAG.summary) !== 0) return words.summary;
  return role === 'user' && (flags & MESSAGE_FLAG.observed) !== 0 ? words.others : words.role(role);
}

/** True for what a model wrote, in its answers and in summaries: that is Markdown. What people wrote is shown as it is. */
export function isFormatted({ role, flags }: Pick<MessageBody, 'role' | 'flags'>): boolean {
  return role === 'assistant' || (flags & MESSAGE_FLAG.summary) !== 0;
}

/** The name of a message for a screen reader: role, time, what it is. */
export function messageName(role: string, timestamp: number | null, flags: number): string {
  const time = timestamp === null ? texts.conversation.noTime : fullTime(timestamp);
  return [speakerOf(role, flags), time, ...stateWords(flags)].join(', ');
}

/** `14:02`; nothing where the time is not known. */
export function shortTime(timestamp: number | null | undefined): string {
  return timestamp === null || timestamp === undefined || Number.isNaN(timestamp) ? '' : clock(timestamp);
}

/** How a tool call ended, in a word, and whether that is good, bad or neither. */
export function outcomeOf(result: ToolResult | null): { tone: 'good' | 'bad' | 'plain'; word: string } {
  const words = texts.conversation;
  if (result === null) return { tone: 'plain', word: words.noResult };
  const word = result.exitCode === null ? null : words.exit(result.exitCode);
  if (result.failed === true) return { tone: 'bad', word: word ?? words.failedTool };
  if (result.failed === false) return { tone: 'good', word: word ?? words.ok };
  return { tone: 'plain', word: word ?? words.done };
}

/** True where an item has nothing at all to show. */
export function isBlank(body: MessageBody): boolean {
  return (
    body.parts.length === 0 &&
    body.reasoning === null &&
    body.toolCalls.length === 0 &&
    body.looseResults.length === 0 &&
    body.unreadableToolCalls === null
  );
}
