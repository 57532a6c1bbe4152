import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Preferences } from '../../shared/contract/app.ts';
import type { AppClient } from '../../shared/contract/index.ts';
import { APP_INFO_KEY } from '../api/cache.ts';
import { useClient } from '../api/client-context.tsx';

type AppInfo = Awaited<ReturnType<AppClient['app']['info']>>;

/** Changes preferences: at once on screen, then in main, which keeps them. A refused change is taken back. */
export function useSetPreferences(): (change: Partial<Preferences>) => void {
  const client = useClient();
  const queries = useQueryClient();
  const put = (preferences: Partial<Preferences>): void => {
    queries.setQueryData<AppInfo>(APP_INFO_KEY, info =>
      info === undefined ? info : { ...info, preferences: { ...info.preferences, ...preferences } },
    );
  };
  const { mutate } = useMutation({
    mutationFn: (change: Partial<Preferences>) => client.app.setPreferences(change),
    onMutate: put,
    onSuccess: put,
    onError: () => queries.invalidateQueries({ queryKey: APP_INFO_KEY }),
  });
  return useCallback(
    (change: Partial<Preferences>) => {
      mutate(change);
    },
    [mutate],
  );
}
