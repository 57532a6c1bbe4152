import { MESSAGE_FLAG } from '../../shared/contract/conversation.ts';
import type { LaneContext } from '../lanes/context.ts';
import { WHOLE_TEXT_BYTES } from './body-text.ts';
import { SHOWN, type SegmentLayout } from './skeleton-layout.ts';
import { ROLE, roleOf } from './skeleton-rows.ts';

const NOT_SPOKEN = MESSAGE_FLAG.rewound | MESSAGE_FLAG.bookkeeping;

/** A prompt that a rotation repeated: where it stands again, and where it stood first. */
export interface ReplayedPrompt {
  /** Row in the later segment. */
  readonly row: number;
  /** Row in the segment before. */
  readonly original: number;
}

/** How summaries begin that compaction leaves as user rows: they are nobody's prompt. */
const SUMMARY_STARTS = ['[CONTEXT COMPACTION', '[CONTEXT SUMMARY]'];

/**
 * The prompt that compression by rotation repeats: the first user row of a segment whose text equals the last user row
 * of the segment before it, whatever lies between. The summary that opens a segment is no prompt. Source of the rule: design §10, "Replayed prompt".
 *
 * @returns null where the two differ, either is missing, or a text is too long to be compared.
 */
export function findReplayedPrompt(
  context: LaneContext,
  before: SegmentLayout,
  segment: SegmentLayout,
): ReplayedPrompt | null {
  const isSummary = summaryTest(context);
  const row = segment.rows.kinds.findIndex((_, at) => isSpoken(segment, at) && !isSummary(segment.rows.ids[at] ?? 0));
  if (row === -1) return null;
  const original = before.rows.kinds.findLastIndex(
    (_, at) => isSpoken(before, at) && !isSummary(before.rows.ids[at] ?? 0),
  );
  if (original === -1) return null;
  const equal = context.store.db
    .prepare<[number, number], number>(
      `SELECT CASE WHEN octet_length(a.content) <= ${String(WHOLE_TEXT_BYTES)} ` +
        'THEN octet_length(a.content) = octet_length(b.content) AND a.content = b.content ELSE 0 END ' +
        'FROM messages a, messages b WHERE a.id = ? AND b.id = ?',
    )
    .pluck()
    .get(segment.rows.ids[row] ?? 0, before.rows.ids[original] ?? 0);
  return equal === 1 ? { row, original } : null;
}

function isSpoken(layout: SegmentLayout, row: number): boolean {
  return (
    roleOf(layout.rows.kinds[row] ?? 0) === ROLE.user &&
    layout.shown[row] !== SHOWN.copy &&
    ((layout.flags[row] ?? 0) & NOT_SPOKEN) === 0
  );
}

function summaryTest(context: LaneContext): (messageId: number) => boolean {
  const starts = SUMMARY_STARTS.map(start => `m.content GLOB '${start.replace('[', '[[]')}*'`).join(' OR ');
  const statement = context.store.db
    .prepare<[number], number>(
      `SELECT CASE WHEN octet_length(m.content) <= ${String(WHOLE_TEXT_BYTES)} THEN ${starts} ELSE 0 END ` +
        'FROM messages m WHERE m.id = ?',
    )
    .pluck();
  return messageId => statement.get(messageId) === 1;
}
