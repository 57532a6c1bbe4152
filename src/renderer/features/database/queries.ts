import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DatabaseState } from '../../../shared/contract/database.ts';
import { acceptDatabaseState, DATABASE_STATE_KEY } from '../../api/cache.ts';
import { useClient } from '../../api/client-context.tsx';

/** Whether a file is open, and its facts. */
export function useDatabaseState() {
  const client = useClient();
  return useQuery({
    queryKey: DATABASE_STATE_KEY,
    queryFn: ({ signal }) => client.database.state({}, { signal }),
  });
}

/** The databases that the chooser offers. */
export function useDatabaseChoices(enabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['database', 'choices'],
    queryFn: ({ signal }) => client.database.choices({}, { signal }),
    enabled,
  });
}

/** The ways to come to another open file. */
export interface OpenActions {
  readonly choose: (key: string) => void;
  readonly dialog: () => void;
  readonly sample: () => void;
  readonly retry: () => void;
  readonly copy: () => void;
  readonly busy: boolean;
  /** What the last of them failed with; null where it did not. */
  readonly error: Error | null;
}

/** Commands that open a file; each takes over the state that it answers. */
export function useOpenActions(): OpenActions {
  const client = useClient();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (open: () => Promise<DatabaseState>) => open(),
    onSuccess: state => acceptDatabaseState(queries, state),
  });
  return {
    choose: key => {
      mutate(() => client.database.open({ key }));
    },
    dialog: () => {
      mutate(() => client.database.openDialog({}));
    },
    sample: () => {
      mutate(() => client.database.openSample({}));
    },
    retry: () => {
      mutate(() => client.database.retry({}));
    },
    copy: () => {
      mutate(() => client.database.openCopy({}));
    },
    busy: isPending,
    error,
  };
}
