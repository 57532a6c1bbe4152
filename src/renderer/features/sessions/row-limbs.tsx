import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { classNames } from '../../ui/class-names.ts';
import css from './session-row.module.css';

/** Depth from which on rows are not moved further to the right. */
const DEEPEST = 6;
/** How far a row stands in from the one that it is inside, in units of the text size. */
const STEP = 18;
/** Rows that are looked at, at most, for whether a line goes on. */
const MOST_AHEAD = 200;

/** A line for each depth from 1 on: `last` ends at its row, `through` goes on below it, `none` has ended above. */
export type Limbs = string;

const KINDS = { l: 'last', t: 'through', n: 'none' } as const;

/** Where a row inside another begins, as a CSS length; undefined for any other row. */
export function insetOf(depth: number): string | undefined {
  return depth === 0 ? undefined : `calc(9px + ${String(Math.min(depth, DEEPEST) * STEP)} * var(--u))`;
}

/** The lines that join a row inside another to it. */
export function RowLimbs({ limbs }: { limbs: Limbs }) {
  return [...limbs].map((letter, at) => {
    const kind = letter === 'l' || letter === 't' ? KINDS[letter] : KINDS.n;
    const isOwn = at === limbs.length - 1;
    return kind === 'none' ? null : (
      <span
        key={at}
        className={classNames(css['limb'], css[kind], isOwn && css['own'])}
        style={{ left: `calc(9px + ${String(at * STEP + 8)} * var(--u))` }}
        aria-hidden="true"
      />
    );
  });
}

/**
 * The lines of the row at a place, as one letter for each depth up to its own: whether a sibling of that depth follows.
 *
 * @param rowAt - the rows of the list; undefined where they are not there yet.
 */
export function limbsOf(rowAt: (index: number) => ConversationRow | undefined, index: number): Limbs {
  const own = rowAt(index)?.depth ?? 0;
  if (own === 0) return '';
  const goesOn = new Set<number>();
  let least = own + 1;
  for (let ahead = index + 1; ahead <= index + MOST_AHEAD && least > 1; ahead++) {
    const depth = rowAt(ahead)?.depth ?? 0;
    if (depth < least) {
      least = depth;
      goesOn.add(depth);
    }
  }
  const letterOf = (depth: number): string => (goesOn.has(depth) ? 't' : depth === own ? 'l' : 'n');
  const outer = Array.from({ length: Math.min(own, DEEPEST) - 1 }, (_, at) => letterOf(at + 1));
  return [...outer, letterOf(own)].join('');
}
