import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import type { LaneContext } from '../lanes/context.ts';
import { WHOLE_TEXT_BYTES } from './body-text.ts';
import { SHOWN, type SegmentLayout } from './skeleton-layout.ts';
import { ROLE, roleOf, SUMMARY_STARTS } from './skeleton-rows.ts';

export { SUMMARY_STARTS } from './skeleton-rows.ts';

const NOT_SPOKEN = MESSAGE_FLAG.rewound | MESSAGE_FLAG.bookkeeping;

/** A prompt that a rotation repeated: where it stands again, and where it stood first. */
export interface ReplayedPrompt {
  /** Row in the later segment. */
  readonly row: number;
  /** Row in the segment before. */
  readonly original: number;
}

/**
 * A finder of the prompt that compression by rotation repeats: the first user row of a segment whose text equals the
 * last user row of the segment before it, whatever lies between. The summary that opens a segment is no prompt.
 * Source of the rule: design §10, "Replayed prompt".
 *
 * @returns a function that gives null where the two differ, either is missing, or a text is too long to be compared.
 */
export function replayFinder(
  context: LaneContext,
): (before: SegmentLayout, segment: SegmentLayout) => ReplayedPrompt | null {
  const isSummary = summaryTest(context);
  const isEqual = equalTest(context);
  const isPrompt = (layout: SegmentLayout, row: number) =>
    isSpoken(layout, row) && !isSummary(layout.rows.ids[row] ?? 0);
  return (before, segment) => {
    const row = segment.rows.kinds.findIndex((_, at) => isPrompt(segment, at));
    const original = row === -1 ? -1 : before.rows.kinds.findLastIndex((_, at) => isPrompt(before, at));
    if (row === -1 || original === -1) return null;
    return isEqual(before.rows.ids[original] ?? 0, segment.rows.ids[row] ?? 0) ? { row, original } : null;
  };
}

function equalTest(context: LaneContext): (one: number, other: number) => boolean {
  const statement = context.store.db
    .prepare<[number, number], number>(
      `SELECT CASE WHEN octet_length(a.content) <= ${String(WHOLE_TEXT_BYTES)} ` +
        'THEN octet_length(a.content) = octet_length(b.content) AND a.content = b.content ELSE 0 END ' +
        'FROM messages a, messages b WHERE a.id = ? AND b.id = ?',
    )
    .pluck();
  return (one, other) => statement.get(one, other) === 1;
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
