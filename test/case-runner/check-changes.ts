import { isDeepStrictEqual } from 'node:util';
import type { Check } from './outcome.ts';

/** Demands on what an action did to the file. */
export const CHANGE_CHECKS: Readonly<Record<string, Check>> = {
  renamed: (_, { renamed, refusal }) => (renamed === true ? null : `not renamed: ${refusal ?? 'nothing was said'}`),
  refusedWithReason: (_, { renamed, refusal }) =>
    renamed !== true && typeof refusal === 'string' && refusal !== '' ? null : 'nothing was refused with a reason',
  reasonNames: (names, { refusal }) => {
    // "billing, or the session that has it": any of the parts will do.
    const parts = String(names).split(/,? or /);
    return parts.some(part => refusal?.includes(part) === true)
      ? null
      : `the reason is ${JSON.stringify(refusal ?? null)}, expected it to name ${String(names)}`;
  },
  saysBusy: (_, { says = '' }) =>
    /another program|is busy|locked/i.test(says) ? null : 'the screen says nothing of waiting',
  deletes: (ids, { deletes }) =>
    isDeepStrictEqual(deletes?.toSorted(), (ids as string[]).toSorted())
      ? null
      : `deleted ${JSON.stringify(deletes ?? null)}, expected ${JSON.stringify(ids)}`,
};
