import type { AppHandlers } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import type { MergedParts } from './merged-parts.ts';

/** Exports of conversations of one profile at a time. */
export function mergedExporting({ book, handlersOf }: MergedParts): AppHandlers['exporting'] {
  return {
    run: async ({ scope, ...input }, context) => {
      if (scope.kind !== 'conversations') {
        throw new AppError('choose-profile', 'One profile is exported at a time.', {
          hint: 'Choose one profile in the title bar, or select conversations of one profile.',
        });
      }
      const { profile, ids } = await book.only(scope.ids, context.signal);
      return handlersOf(profile).exporting.run({ ...input, scope: { kind: 'conversations', ids } }, context);
    },
  };
}
