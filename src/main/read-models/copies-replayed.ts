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

/**
 * The prompt that compression by rotation repeats: the first user row of a segment whose text equals the last user row
 * of the segment before it, whatever lies between. Source of the rule: design §10, "Replayed prompt".
 *
 * @returns null where the two differ, either is missing, or a text is too long to be compared.
 */
export function findReplayedPrompt(
  context: LaneContext,
  before: SegmentLayout,
  segment: SegmentLayout,
): ReplayedPrompt | null {
  const row = segment.rows.kinds.findIndex((_, index) => isPrompt(segment, index));
  const original = before.rows.kinds.findLastIndex((_, index) => isPrompt(before, index));
  if (row === -1 || original === -1) return null;
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

function isPrompt(layout: SegmentLayout, row: number): boolean {
  return (
    roleOf(layout.rows.kinds[row] ?? 0) === ROLE.user &&
    layout.shown[row] !== SHOWN.copy &&
    ((layout.flags[row] ?? 0) & NOT_SPOKEN) === 0
  );
}
