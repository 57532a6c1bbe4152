import type { AppHandlers } from '../../shared/contract/index.ts';
import type { CallContext } from '../../shared/contract/procedure.ts';
import { sessionAddress } from '../../shared/session-address.ts';
import type { MergedParts } from './merged-parts.ts';
import type { ReadableProfile } from './profile-member.ts';

type Organise = AppHandlers['organise'];

/** Changes of conversations of one profile at a time, made by that profile. */
export function mergedOrganise({ book, views, handlersOf }: MergedParts): Organise {
  /** Has the profile of some conversations do something to them; what it answers is about that profile. */
  const inProfile = async <T extends object>(
    texts: readonly string[],
    { signal }: CallContext,
    act: (organise: Organise, ids: string[]) => Promise<T> | T,
  ): Promise<T> => {
    const { profile, ids } = await book.only(texts, signal);
    const answer = await act(handlersOf(profile).organise, ids);
    return withUndoIn(profile, await book.addressed(profile, answer));
  };
  return {
    rename: ({ id, title }, context) =>
      inProfile([id], context, (organise, [own = id]) => organise.rename({ id: own, title }, context)),
    setPinned: ({ ids, on }, context) =>
      inProfile(ids, context, (organise, own) => organise.setPinned({ ids: own, on }, context)),
    setArchived: ({ ids, on }, context) =>
      inProfile(ids, context, (organise, own) => organise.setArchived({ ids: own, on }, context)),
    deletionPlan: ({ ids, unit }, context) =>
      inProfile(ids, context, (organise, own) => organise.deletionPlan({ ids: own, unit }, context)),
    delete: ({ ids, ...input }, context) =>
      inProfile(ids, context, (organise, own) => organise.delete({ ...input, ids: own }, context)),
    undo: async ({ token, jobId }, context) => {
      const { profile, id } = await book.find(token, context.signal);
      return handlersOf(profile).organise.undo({ jobId, token: id }, context);
    },
    idsOfView: async ({ view }, { signal }) => {
      const { merged } = await views.resolve(view, [], signal);
      const renames = await Promise.all(
        merged.lanes.map(({ profile, keys }) => book.rename(profile, keys.ids, signal)),
      );
      const { order, lanes } = merged;
      const ids: string[] = [];
      order.lanes.forEach((lane, at) => {
        const keys = lanes[lane]?.keys;
        const row = order.rows[at] ?? 0;
        const id = keys?.ids[row];
        if (id !== undefined && keys?.depths[row] === 0) ids.push(renames[lane]?.(id) ?? id);
      });
      return { ids };
    },
  };
}

/** An answer whose undo token names the profile that takes the action back. */
function withUndoIn<T extends object>({ key }: ReadableProfile, answer: T): T {
  if (!('undoToken' in answer) || typeof answer.undoToken !== 'string') return answer;
  return { ...answer, undoToken: sessionAddress(key, answer.undoToken) };
}
