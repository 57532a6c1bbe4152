import type { AppHandlers } from '../../shared/contract/index.ts';
import type { FileHandlerParts } from './handler-parts.ts';

/** Names, marks and removal of conversations, the trash, and pruning. */
export function organiseHandlers({
  databases,
  jobs,
}: FileHandlerParts): Pick<AppHandlers, 'organise' | 'trash' | 'prune'> {
  return {
    organise: {
      rename: (input, { signal }) => databases.library.write('rename', input, signal),
      setPinned: (input, { signal }) => databases.library.write('setPinned', input, signal),
      setArchived: (input, { signal }) => databases.library.write('setArchived', input, signal),
      deletionPlan: (input, { signal }) => databases.library.task('deletionPlan', input, signal),
      delete: ({ jobId, ...input }, { signal }) =>
        jobs.run(jobId, signal, tools =>
          databases.library.write('deleteConversations', input, tools.signal, tools.onProgress),
        ),
      undo: ({ jobId, ...input }, { signal }) =>
        jobs.run(jobId, signal, tools => databases.library.write('undo', input, tools.signal, tools.onProgress)),
      idsOfView: (input, { signal }) => databases.library.read('idsOfView', input, signal),
    },
    trash: {
      list: (_input, { signal }) => databases.library.task('trashList', {}, signal),
      restore: ({ jobId, ...input }, { signal }) =>
        jobs.run(jobId, signal, tools =>
          databases.library.write('trashRestore', input, tools.signal, tools.onProgress),
        ),
      deletePermanently: (input, { signal }) => databases.library.write('trashRemove', input, signal),
      empty: (_input, { signal }) => databases.library.write('trashEmpty', {}, signal),
      interruptions: () => databases.interruptions(),
      dismissInterruptions: () => {
        databases.dismissInterruptions();
        return {};
      },
    },
    prune: {
      plan: (input, { signal }) => databases.library.task('prunePlan', input, signal),
      run: ({ jobId, ...input }, { signal }) =>
        jobs.run(jobId, signal, tools => databases.library.write('pruneRun', input, tools.signal, tools.onProgress)),
    },
  };
}
