import type { z } from 'zod';
import type { reading } from '../../shared/contract/reading.ts';
import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import type { LaneContext } from '../lanes/context.ts';
import { CONTENT_SENTINEL, storedText } from '../session-db/content.ts';
import { headSql, headText, readWholeText } from './body-text.ts';
import { conversationIndex } from './conversation-index.ts';
import { chainOf } from './conversation-of.ts';
import { atOnce, shownSkeleton } from './conversation-open-chain.ts';
import { previewOf } from './label-preview.ts';
import { ROLE } from './skeleton-rows.ts';

/** Prompts of one answer: their texts take some 10 ms. */
const STRETCH = 500;
const WHOLE_BYTES = 4096;
const HEAD_BYTES = 1200;
/** Structured contents are decoded as a whole to find their words; longer ones are named without any. */
const STRUCTURED_BYTES = 1024 * 1024;

const NOT_PROMPT = MESSAGE_FLAG.bookkeeping | MESSAGE_FLAG.event | MESSAGE_FLAG.observed | MESSAGE_FLAG.summary;

type Prompts = typeof reading.prompts;

/**
 * The user's prompts among the items that are shown: what others said in a group, summaries and events are none.
 *
 * @throws {AppError} `cancelled`.
 */
export function readingPrompts(context: LaneContext, input: z.output<Prompts['input']>): z.input<Prompts['output']> {
  return atOnce(context, () => {
    const chain = chainOf(conversationIndex(context), input.sessionId);
    const { ids: items, roles, flags } = shownSkeleton(context, chain, input);
    const prompts: number[] = [];
    roles.forEach((role, at) => {
      if (role === ROLE.user && ((flags[at] ?? 0) & NOT_PROMPT) === 0) prompts.push(items[at] ?? 0);
    });
    const ids = prompts.slice(input.offset, input.offset + STRETCH);
    const texts = firstWords(context, ids);
    const next = input.offset + ids.length;
    return { ids, texts: ids.map(id => texts.get(id) ?? ''), next: next < prompts.length ? next : null };
  });
}

/** The beginning of each message on one line, by id; ids that are gone are missing. At most 900 ids. */
export function firstWords(context: LaneContext, ids: readonly number[]): Map<number, string> {
  const words = new Map<number, string>();
  if (ids.length === 0) return words;
  const rows = context.store.db
    .prepare<number[], [number, unknown, number | null]>(
      `SELECT m.id, ${headSql('m.content', WHOLE_BYTES, HEAD_BYTES)}, octet_length(m.content) FROM messages m ` +
        `WHERE m.id IN (${ids.map(() => '?').join(', ')})`,
    )
    .raw()
    .all(...ids);
  for (const [id, value, bytes] of rows) {
    context.checkCancelled();
    const head = headText(value, bytes, WHOLE_BYTES) ?? '';
    const cut = (bytes ?? 0) > WHOLE_BYTES;
    words.set(id, previewOf(cut ? stretched(context, id, head, bytes ?? 0) : head));
  }
  return words;
}

function stretched(context: LaneContext, id: number, head: string, bytes: number): string {
  if (!head.startsWith(CONTENT_SENTINEL)) return head;
  return bytes <= STRUCTURED_BYTES ? (storedText(readWholeText(context, id, 'm.content')) ?? '') : '';
}
