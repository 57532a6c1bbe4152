import { useState } from 'react';

/**
 * How many items came after the last one that was seen; 0 at the end, where they are in sight.
 *
 * @param isPart - only a part is there yet: what follows when the whole comes is not new.
 */
export function useNewMessages(ids: Float64Array, atEnd: boolean, isPart: boolean): number {
  const last = ids.at(-1) ?? -1;
  const [known, setKnown] = useState({ last, isPart });
  const isSeen = atEnd || isPart || known.isPart;
  if (isSeen && (known.last !== last || known.isPart !== isPart)) setKnown({ last, isPart });
  if (isSeen || known.last === last) return 0;
  const at = ids.lastIndexOf(known.last);
  return at === -1 ? 0 : ids.length - 1 - at;
}
