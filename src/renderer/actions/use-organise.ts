import { useMemo } from 'react';
import { AppError } from '../../shared/errors.ts';
import type { AppClient } from '../../shared/contract/index.ts';
import type { ActionResult, DeletionUnit, RenameResult } from '../../shared/contract/organise.ts';
import { useClient } from '../api/client-context.tsx';
import { texts } from '../app/messages.ts';
import { useUiStore } from '../app/ui-store.ts';
import type { IconName } from '../ui/icon.tsx';
import type { JobCall } from './jobs.ts';
import { reportFailure } from './report-failure.ts';
import { runShown } from './run-shown.ts';
import { dismissToastOf, showToast } from './toasts.ts';
import { forgetUndo, newestUndo, rememberUndo } from './undo-stack.ts';

/** What can be done to conversations. Each says in a toast what it did, and can be taken back. Ids are those of tips. */
export interface Organise {
  /** Null where it failed and that was said. */
  readonly rename: (id: string, title: string | null) => Promise<RenameResult | null>;
  readonly setPinned: (ids: readonly string[], on: boolean) => Promise<void>;
  readonly setArchived: (ids: readonly string[], on: boolean) => Promise<void>;
  /** True where they are gone. */
  readonly remove: (ids: readonly string[], unit: DeletionUnit) => Promise<boolean>;
  /** Takes an action back, by its token. */
  readonly undo: (token: string) => Promise<void>;
  /** Takes the newest action back. */
  readonly undoLast: () => Promise<void>;
}

/** {@link Organise} on the open file. */
export function useOrganise(): Organise {
  const client = useClient();
  return useMemo(() => createOrganise(client), [client]);
}

/** {@link Organise} over the calls of main. */
export function createOrganise(client: AppClient): Organise {
  const undo = (token: string): Promise<void> => undoOne(client, token);
  const done = (icon: IconName, message: string, undoToken: string | null): void => {
    if (undoToken === null) {
      showToast({ icon, message });
      return;
    }
    rememberUndo(undoToken);
    showToast({ icon, message, undoToken, action: { label: texts.organise.undo, run: () => void undo(undoToken) } });
  };
  return {
    rename: (id, title) => renameOne(client, { id, title }, done),
    setPinned: (ids, on) =>
      flag(
        'pin',
        call => client.organise.setPinned({ ids: [...ids], on }, call),
        ({ changed, undoToken }) => {
          done('pin', (on ? texts.organise.pinned : texts.organise.unpinned)(changed), undoToken);
        },
      ),
    setArchived: (ids, on) =>
      flag(
        'archive',
        call => client.organise.setArchived({ ids: [...ids], on }, call),
        ({ changed, undoToken }) => {
          done('archive', (on ? texts.organise.archived : texts.organise.unarchived)(changed), undoToken);
        },
      ),
    remove: (ids, unit) => removeAll(client, { ids, unit }, done),
    undo,
    undoLast: async () => {
      const token = newestUndo();
      if (token === null) showToast({ icon: 'undo', message: texts.organise.nothingToUndo });
      else await undo(token);
    },
  };
}

type Done = (icon: IconName, message: string, undoToken: string | null) => void;

async function renameOne(
  client: AppClient,
  input: { id: string; title: string | null },
  done: Done,
): Promise<RenameResult | null> {
  try {
    const result = await soon('rename', call => client.organise.rename(input, call));
    if (result.kind === 'renamed' && result.undoToken !== null) {
      const message = result.title === null ? texts.organise.titleCleared : texts.organise.renamed(result.title);
      done('rename', message, result.undoToken);
    }
    return result;
  } catch (error) {
    reportFailure(error);
    return null;
  }
}

/** How long a change may take before it is said that it waits, behind another one or for another program. */
const PATIENCE_MS = 1000;

/** Runs a change that is done at once, unless it has to wait. */
function soon<T>(icon: IconName, run: (call: Pick<JobCall, 'signal'>) => Promise<T>): Promise<T> {
  return runShown({ icon, message: texts.organise.waiting, after: PATIENCE_MS }, ({ signal }) => run({ signal }));
}

async function flag(
  icon: IconName,
  call: (call: Pick<JobCall, 'signal'>) => Promise<ActionResult>,
  done: (result: ActionResult) => void,
): Promise<void> {
  try {
    const result = await soon(icon, call);
    if (result.changed === 0) showToast({ icon: 'info', message: texts.organise.nothingChanged });
    else done(result);
  } catch (error) {
    reportFailure(error);
  }
}

async function removeAll(
  client: AppClient,
  { ids, unit }: { ids: readonly string[]; unit: DeletionUnit },
  done: Done,
): Promise<boolean> {
  try {
    const { deleting, deletingSoFar } = texts.organise;
    const result = await runShown(
      { icon: 'trash', message: deleting(ids.length), progress: deletingSoFar },
      ({ jobId, signal }) => client.organise.delete({ jobId, ids: [...ids], unit }, { signal }),
    );
    leave(ids);
    done('trash', texts.organise.deleted(result.changed, result.sessions, result.messages), result.undoToken);
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

/** What is gone does not stay open beside the list. */
function leave(ids: readonly string[]): void {
  const { place, navigate } = useUiStore.getState();
  if (place.sessionId !== null && ids.includes(place.sessionId)) {
    navigate({ sessionId: null, messageId: null, highlight: '' }, { replace: true });
  }
}

/** The action is forgotten at once, so that pressing the keys again meanwhile takes back the one before it. */
async function undoOne(client: AppClient, token: string): Promise<void> {
  const { undoing, undoingSoFar, undone, undoStopped } = texts.organise;
  forgetUndo(token);
  dismissToastOf(token);
  try {
    await runShown(
      { icon: 'undo', message: undoing, progress: undoingSoFar, after: PATIENCE_MS },
      ({ jobId, signal }) => client.organise.undo({ jobId, token }, { signal }),
    );
    showToast({ icon: 'undo', message: undone });
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal';
    if (!IN_VAIN.has(code)) rememberUndo(token);
    if (code === 'cancelled') showToast({ icon: 'undo', message: undoStopped });
    else reportFailure(error);
  }
}

/** Failures of an undo after which trying once more makes no sense. */
const IN_VAIN: ReadonlySet<string> = new Set(['conflict', 'not-found', 'invalid-input']);
