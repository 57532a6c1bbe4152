import { useState } from 'react';

/** How many items came after the last one that was seen; 0 at the end, where they are in sight. */
export function useNewMessages(ids: Float64Array, atEnd: boolean): number {
  const last = ids.at(-1) ?? -1;
  const [seen, setSeen] = useState(last);
  if (atEnd && seen !== last) setSeen(last);
  if (atEnd || seen === last) return 0;
  const at = ids.lastIndexOf(seen);
  return at === -1 ? 0 : ids.length - 1 - at;
}
