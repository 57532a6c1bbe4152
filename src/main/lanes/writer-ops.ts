import type { WriterContext } from './context.ts';

/** Opens the database for writing, so that the first change is quick, and says whether it can be written at all. */
function prepareWriter({ db }: WriterContext, _input: Readonly<Record<string, never>>): { readonly readOnly: boolean } {
  return { readOnly: db.store.readOnly };
}

/** Operations of the writer lane. Each takes what it was cancelled in the middle of to a state that makes sense. */
export const writerOps = { prepareWriter } as const;
