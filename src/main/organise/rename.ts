import type { RenameResult } from '../../shared/contract/organise.ts';
import type { WriterContext } from '../lanes/context.ts';
import { SessionDbError, TitleConflictError, TitleTooLongError } from '../session-db/errors.ts';
import { codePointLength, firstCodePoints } from '../session-db/python-text.ts';
import type { Store } from '../session-db/store.ts';
import { getNextTitleInLineage, sanitizeTitle, setSessionTitle } from '../session-db/titles.ts';
import { journaledCells } from '../trash/journaled-cells.ts';
import { newActionId } from '../trash/trash-folder.ts';
import { toolsOf } from './change-tools.ts';

/**
 * Sets or clears the title of a session, cleaned as Hermes does. A title that an earlier segment of the same
 * conversation holds moves here, and undoing moves it back.
 *
 * @throws SessionDbError `not-found` for an unknown id.
 */
export function rename(
  context: WriterContext,
  { id, title }: { readonly id: string; readonly title: string | null },
): RenameResult {
  const { store, place } = toolsOf(context);
  try {
    const clean = sanitizeTitle(title);
    const actionId = newActionId();
    const change = { action: 'rename', actionId, part: 0, columns: ['title'], conversations: 1 } as const;
    const changed = journaledCells(store, place, change, () => {
      if (setSessionTitle(store, id, clean)) return;
      throw new SessionDbError('not-found', 'This session is not there any more.');
    });
    return { kind: 'renamed', title: clean, undoToken: changed.size > 0 ? actionId : null };
  } catch (error) {
    return refusal(store, title ?? '', error);
  }
}

function refusal(store: Store, title: string, error: unknown): RenameResult {
  if (error instanceof TitleTooLongError) return { kind: 'too-long', length: error.length, maximum: error.maximum };
  if (!(error instanceof TitleConflictError)) throw error;
  const clean = sanitizeTitle(title) ?? '';
  const holder = { id: error.holderId, label: clean };
  return { kind: 'conflict', title: clean, holder, nextFree: nextFreeTitle(store, clean) };
}

const MAX_LENGTH = 100;

/** The next numbered title, with its words cut where the number would make it too long. */
function nextFreeTitle(store: Store, title: string): string {
  let [next, keep] = [getNextTitleInLineage(store, title), codePointLength(title)];
  while (codePointLength(next) > MAX_LENGTH && keep > 1) {
    keep -= 1;
    next = getNextTitleInLineage(store, firstCodePoints(title, keep).trimEnd());
  }
  return next;
}
