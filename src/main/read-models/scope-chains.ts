import type { SessionView } from '../../shared/contract/sessions.ts';
import type { LaneOp } from '../lanes/context.ts';
import { conversationIndex } from './conversation-index.ts';
import { chainOf } from './conversation-of.ts';
import { conversationsOfView } from './session-view.ts';

/** Ids of every row of a view, in its order; contract `organise.idsOfView`. */
export const idsOfView: LaneOp<{ readonly view: SessionView }, { ids: string[] }> = (context, { view }) => ({
  ids: conversationsOfView(context, view).map(({ tip }) => tip.id),
});

/** Which conversations are meant. */
type Scope =
  | { readonly kind: 'conversations'; readonly ids: readonly string[] }
  | { readonly kind: 'view'; readonly view: SessionView }
  | { readonly kind: 'all' };

/**
 * Segments of each conversation of a scope, oldest first, each conversation once. Ids that are gone are left out.
 * `title` is that of the only conversation, null where there are several or it has none.
 */
export const chainsOfScope: LaneOp<Scope, { chains: string[][]; title: string | null }> = (context, scope) => {
  const index = conversationIndex(context);
  const tips =
    scope.kind === 'all'
      ? index.conversations.map(({ tip }) => tip.id)
      : scope.kind === 'view'
        ? conversationsOfView(context, scope.view).map(({ tip }) => tip.id)
        : scope.ids;
  const seen = new Set<string>();
  const chains = tips
    .map(id => chainOf(index, id))
    .filter(([first]) => first !== undefined && !seen.has(first) && seen.add(first));
  const [only] = chains;
  const title = chains.length === 1 ? index.conversationOf.get(only?.at(-1) ?? '')?.title : null;
  return { chains, title: title ?? null };
};
